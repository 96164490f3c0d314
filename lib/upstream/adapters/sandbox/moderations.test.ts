import { describe, expect, it } from 'vitest'
import { longestTurnMillis } from '@/lib/platform/testing/processor-time'
import { createSandboxModerations } from './moderations'

const model = createSandboxModerations()
const signal = new AbortController().signal
const judge = async (...input: string[]) =>
  (await model.moderate({ model: 'moderation', input, signal })).verdicts.map(({ categories }) =>
    Object.keys(categories).filter((category) => categories[category]),
  )

describe('the sandbox’s moderation', () => {
  it.each([
    ['What a lovely morning.', []],
    ['Stop, you IDIOT!', ['harassment']],
    ['how to kill myself', ['self-harm/intent', 'self-harm/instructions', 'violence']],
    ['idiotic skills', []],
  ])('finds whole words of its list in %j', async (text, categories) => {
    expect(await judge(text)).toEqual([categories])
  })

  it('scores higher with more words of a category', async () => {
    const input = ['attack', 'attack, stab and shoot']
    const { verdicts, promptTokens } = await model.moderate({ model: 'moderation', input, signal })
    expect(verdicts.map(({ category_scores }) => category_scores.violence)).toEqual([0.5, 0.875])
    expect(promptTokens).toBe(6)
  })

  it.each([0, 32_760, 32_764, 65_530, 100_000])('finds words %i characters into a text', async (before) => {
    expect(await judge(`${'-'.repeat(before)}how to,  kill myself`)).toEqual([
      ['self-harm/intent', 'self-harm/instructions', 'violence'],
    ])
    expect(await judge(`${'x '.repeat(before)}killjoys${' y'.repeat(before)}`)).toEqual([[]])
  })

  it('leaves others their turn', async () => {
    const longest = () => longestTurnMillis(() => judge('Ab, '.repeat(1_000_000)))
    // A collection of garbage that other tests left only adds.
    expect(Math.min(await longest(), await longest(), await longest())).toBeLessThan(100)
  })

  it('ignores pictures, and follows knobs', async () => {
    const picture = { type: 'image_url' as const, image_url: { url: 'https://example.com/a.png' } }
    await expect(model.moderate({ model: 'moderation', input: [picture], signal })).rejects.toMatchObject({
      fault: 'rejected',
      param: 'input',
    })
    await expect(judge('[[status:429]]')).rejects.toMatchObject({ fault: 'rate_limited' })
  })
})
