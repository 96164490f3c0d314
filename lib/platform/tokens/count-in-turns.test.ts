import { describe, expect, it } from 'vitest'
import { countTokens } from '@/lib/platform/count-tokens'
import { countInTurns } from '@/lib/platform/tokens/count-in-turns'
import { tokenCounts } from '@/lib/platform/tokens/token-counts'

const text = 'The quick brown fox, jumps over 13 lazy dogs.\n'.repeat(20_000)

/** Counts that never end by themselves. */
function* endless(): Generator<number> {
  for (;;) yield 1
}

describe('countInTurns', () => {
  it('counts what counting at once counts', async () => {
    expect(await countInTurns(tokenCounts(text))).toBe(countTokens(text))
    expect(await countInTurns([])).toBe(0)
  })

  it('lets everybody else go on meanwhile, a short count too', async () => {
    const ends: string[] = []
    const long = countInTurns(tokenCounts(text)).then(() => ends.push('long'))
    setImmediate(() => ends.push('other'))
    const short = countInTurns(tokenCounts(text.slice(0, 100_000))).then(() => ends.push('short'))
    await Promise.all([long, short])
    expect(ends).toHaveLength(3)
    expect(ends.at(-1)).toBe('long')
  })

  it('stops as soon as there is more than asked for', async () => {
    expect(await countInTurns(endless(), 1000)).toBe(1001)
    expect(await countInTurns(tokenCounts(text), 1000)).toBeGreaterThan(1000)
    expect(await countInTurns(tokenCounts('one two'), 2)).toBe(2)
  })
})
