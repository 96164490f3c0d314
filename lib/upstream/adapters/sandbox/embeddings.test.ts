import fc from 'fast-check'
import { encode } from 'gpt-tokenizer/encoding/o200k_base'
import { describe, expect, it } from 'vitest'
import { timeSlices } from '@/lib/platform/clock'
import { longestTurnMillis } from '@/lib/platform/testing/processor-time'
import { countTokens } from '@/lib/platform/tokens'
import type { EmbeddingCall } from '@/lib/upstream/contract/embedding-model'
import { createSandboxEmbeddings, createSandboxRerank, embedText } from './embeddings'

const model = createSandboxEmbeddings()

function embed(input: EmbeddingCall['input'], more: Partial<EmbeddingCall> = {}) {
  const signal = new AbortController().signal
  return model.embed({
    model: 'embedding',
    input,
    dimensions: null,
    inputType: null,
    user: null,
    signal,
    ...more,
  })
}

describe('the sandbox’s embeddings', () => {
  it('are one for each text, in order, with its tokens counted', async () => {
    const texts = ['first', 'the second text', 'first']
    const { vectors, promptTokens } = await embed(texts)
    expect(vectors.map(({ length }) => length)).toEqual([1024, 1024, 1024])
    expect(vectors[2]).toEqual(vectors[0])
    expect(vectors[1]).not.toEqual(vectors[0])
    expect(promptTokens).toBe(texts.reduce((sum, text) => sum + countTokens(text), 0))
  })

  it('are the same for a text and for its tokens', async () => {
    const tokens = encode('naïve tokens 🌍')
    const [asText, asTokens] = await Promise.all([embed(['naïve tokens 🌍']), embed([tokens])])
    expect(asTokens).toEqual({ vectors: asText.vectors, promptTokens: tokens.length })
  })

  it('are as long as asked, within what there is', async () => {
    expect((await embed(['x'], { dimensions: 7 })).vectors[0]).toHaveLength(7)
    await expect(embed(['x'], { dimensions: 3073 })).rejects.toMatchObject({
      fault: 'rejected',
      param: 'dimensions',
    })
  })

  it('refuse what is no token', async () => {
    await expect(embed([[999_999_999]])).rejects.toMatchObject({ fault: 'rejected', param: 'input' })
  })

  it('follow knobs', async () => {
    await expect(embed(['fine', '[[status:429]] x'])).rejects.toMatchObject({ fault: 'rate_limited' })
    const hangUp = new AbortController()
    const hanging = embed(['[[hang]]'], { signal: hangUp.signal })
    hangUp.abort(new Error('gone'))
    await expect(hanging).rejects.toThrow('gone')
  })
})

const DIMENSIONS = 1024

const vectorOf = (text: string, dimensions = DIMENSIONS) => embedText(text, dimensions, timeSlices())

async function nearness(one: string, other: string, dimensions = DIMENSIONS): Promise<number> {
  const [a, b] = [await vectorOf(one, dimensions), await vectorOf(other, dimensions)]
  return a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0)
}

describe('a vector', () => {
  it('has the length asked for, is one long, and is always the same for a text', async () => {
    const [texts, lengths] = [fc.string({ minLength: 1 }), fc.integer({ min: 1, max: 200 })]
    await fc.assert(
      fc.asyncProperty(texts, lengths, async (text, dimensions) => {
        const vector = await vectorOf(text, dimensions)
        expect(vector).toHaveLength(dimensions)
        expect(Math.hypot(...vector)).toBeCloseTo(1, 4)
        expect(await vectorOf(text, dimensions)).toEqual(vector)
      }),
    )
  })
})

describe('nearness', () => {
  it.each([
    [
      'How do I reset my password?',
      'I forgot my password, how can I reset it?',
      'The train to Vienna leaves at noon.',
    ],
    ['The cat sat on the mat.', 'A cat was sitting on a mat', 'Quarterly revenue grew by nine percent'],
    ['colour theories', 'the theory of colours', 'a recipe for bread'],
    ['机器学习模型的训练', '训练机器学习模型', '今天天气很好'],
  ])('%j is nearer to %j than to %j', async (text, alike, other) => {
    for (const dimensions of [256, DIMENSIONS]) {
      const far = await nearness(text, other, dimensions)
      expect(await nearness(text, alike, dimensions)).toBeGreaterThan(far + 0.15)
    }
  })

  it('ignores case, punctuation and width', async () => {
    expect(await nearness('Hello, World!', 'hello world')).toBeCloseTo(1, 4)
    expect(await nearness('ＡＢＣ', 'abc')).toBeCloseTo(1, 4)
  })

  it('is about 0 between texts without common words', async () => {
    expect(Math.abs(await nearness('zebra quilt', 'foggy pond'))).toBeLessThan(0.15)
    expect(Math.abs(await nearness('!!!', '???'))).toBeLessThan(0.15)
  })
})

const distinctWords = (characters: number) => {
  let text = ''
  for (let number = 0; text.length < characters; number++) text += `w${number.toString(36)} `
  return text
}

describe('the sandbox’s reranking', () => {
  const rerank = (query: string, documents: string[]) =>
    createSandboxRerank().rerank({
      model: 'rerank',
      query,
      documents,
      topN: null,
      signal: new AbortController().signal,
      onAccepted: () => undefined,
    })

  it.each([
    ['documents[1]', 'a', ['b', distinctWords(500_000)]],
    ['query', distinctWords(100_000), ['b']],
    ['documents', 'a', Array.from({ length: 100 }, () => distinctWords(10_000))],
  ])('refuses %s that are too long', async (param, query, documents) => {
    await expect(rerank(query, documents)).rejects.toMatchObject({ code: 'context_length_exceeded', param })
  })

  it.each([
    ['words', distinctWords(10_000)],
    ['one word', '机'.repeat(7_000)],
  ])('leaves others their turn: long %s', async (_, document) => {
    const documents = Array.from({ length: 20 }, () => document)
    const longest = () => longestTurnMillis(() => rerank('a', documents))
    // A collection of garbage that other tests left only adds: the least of three is nearest to what it takes.
    expect(Math.min(await longest(), await longest(), await longest())).toBeLessThan(60)
  })
})
