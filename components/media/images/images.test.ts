import { createHash, randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { arePrompts, promptsOf } from '@/components/media/studio/prompt-field'
import { ImageCapabilities } from '@/lib/catalog/models/schema'
import { typeSize } from './composer/settings-fields'
import { checksumsOf } from './composer/submit'
import { emptyDraft, estimateCostNanos, settleDraft } from './draft'

describe('a draft', () => {
  const draft = {
    ...emptyDraft,
    n: 10,
    size: '2048x1152',
    typedSize: '2048x1152',
    background: 'transparent' as const,
    seed: '42',
  }

  it('keeps a draft that the model supports', () => {
    expect(settleDraft(draft, ImageCapabilities.parse({ seed: true }))).toEqual(draft)
  })

  it('requests nothing that the model does not support', () => {
    const able = ImageCapabilities.parse({ sizes: ['1024x1024'], max_n: 4, transparent: false })
    expect(settleDraft(draft, able)).toEqual({
      ...draft,
      n: 4,
      size: 'auto',
      typedSize: '',
      background: 'auto',
      seed: '',
    })
    expect(settleDraft({ ...draft, size: '1024x1024' }, able)).toMatchObject({ size: '1024x1024' })
  })

  it('requests no transparent JPEG, and only the sizes of variations', () => {
    const able = ImageCapabilities.parse({})
    expect(settleDraft({ ...draft, format: 'jpeg' }, able)).toMatchObject({ background: 'auto' })
    expect(settleDraft({ ...draft, way: 'vary' }, able)).toMatchObject({ size: 'auto' })
    expect(settleDraft({ ...draft, way: 'vary', size: '1536x1024' }, able)).toMatchObject({
      size: '1536x1024',
    })
  })

  const pricing = { image: { low: '0.005', medium: '0.01', high: '0.02' } }

  it.each([
    [{ quality: 'medium', n: 3, way: 'generate' }, 30_000_000],
    [{ quality: 'auto', n: 1, way: 'edit' }, 20_000_000],
    [{ quality: 'low', n: 4, way: 'vary' }, 20_000_000],
  ] as const)('says the most that %j can cost', (draft, nanos) => {
    expect(estimateCostNanos(draft, pricing)).toBe(nanos)
  })

  it('has no estimate for models that bill tokens', () => {
    expect(estimateCostNanos({ quality: 'low', n: 1, way: 'generate' }, { prompt: '0.000005' })).toBeNull()
  })
})

describe('a typed size', () => {
  const listed = { size: '1536x1024', isListed: true }

  it('selects a typed size once it is valid', () => {
    expect(typeSize('2048x1152', listed)).toEqual({ size: '2048x1152', typedSize: '2048x1152' })
  })

  it.each(['2048', '1000x1000', '4096x4096', 'auto'])(
    'keeps the size that was chosen while “%s” is typed',
    (text) => {
      expect(typeSize(text, listed)).toEqual({ size: '1536x1024', typedSize: text })
    },
  )

  it('returns to the default when a custom size is cleared', () => {
    expect(typeSize('', { size: '2048x1152', isListed: false })).toEqual({ size: '1024x1024', typedSize: '' })
    expect(typeSize('', listed)).toEqual({ size: '1536x1024', typedSize: '' })
  })
})

it.each([0, 1, 5_000_000])('checksums agree with OpenSSL over %i bytes', async (size) => {
  const bytes = randomBytes(size)
  expect(await checksumsOf(new Blob([bytes]))).toEqual({
    md5: createHash('md5').update(bytes).digest('base64'),
    sha256: createHash('sha256').update(bytes).digest('hex'),
  })
})

describe('several prompts', () => {
  const many = (prompt: string) => ({ prompt, isMany: true })

  it('are the lines that are not blank; without the choice, lines belong to one prompt', () => {
    expect(promptsOf(many('A kite\n \nA boat\n'))).toEqual(['A kite', 'A boat'])
    expect(promptsOf({ prompt: 'A kite\nA boat', isMany: false })).toEqual(['A kite\nA boat'])
  })

  it('are at most twenty, and none is too long', () => {
    expect(arePrompts(many('A kite\n'.repeat(20)), 10)).toBe(true)
    expect(arePrompts(many('A kite\n'.repeat(21)), 10)).toBe(false)
    expect(arePrompts(many('A kite\nA kite and a boat'), 10)).toBe(false)
    expect(arePrompts(many(' \n'), 10)).toBe(false)
  })
})
