import { randomUUID } from 'node:crypto'
import { describe, expect, it, vi } from 'vitest'
import { clock } from './clock'
import { createFreshCache } from './fresh-cache'

const start = Date.parse('2026-05-05T05:05:05Z')
const atSecond = (second: number) => vi.spyOn(clock, 'now').mockReturnValue(new Date(start + second * 1000))

/** A cache of its own that counts how often it was asked to count. */
function makeCounter() {
  const cached = createFreshCache<{ number: number }>(`test-${randomUUID()}`)
  const count = vi.fn(async () => ({ number: count.mock.calls.length }))
  return { count, read: (key = 'one') => cached(key, count) }
}

describe('figures that are kept for a while', () => {
  it('are counted once for all who ask, and the same object is given out', async () => {
    atSecond(0)
    const { read, count } = makeCounter()
    const [first, second] = await Promise.all([read(), read()])
    atSecond(29)
    expect([second, await read()]).toEqual([first, first])
    expect(await read()).toBe(first)
    expect(count).toHaveBeenCalledTimes(1)
    expect(await read('other')).toEqual({ number: 2 })
  })

  it('are counted anew beside the answer after half a minute, and before it after a whole one', async () => {
    atSecond(0)
    const { read, count } = makeCounter()
    await read()
    atSecond(30)
    expect(await Promise.all([read(), read()])).toEqual([{ number: 1 }, { number: 1 }])
    expect(count).toHaveBeenCalledTimes(2)
    await expect.poll(() => read()).toEqual({ number: 2 })
    atSecond(90)
    expect(await read()).toEqual({ number: 3 })
  })

  it('are not cached when counting fails; the old ones serve until they are a minute old', async () => {
    atSecond(0)
    const { read, count } = makeCounter()
    count.mockRejectedValueOnce(new Error('no database'))
    await expect(read()).rejects.toThrow('no database')
    expect(await read()).toEqual({ number: 2 })
    atSecond(40)
    count.mockRejectedValueOnce(new Error('no database'))
    expect(await read()).toEqual({ number: 2 })
    await expect.poll(() => read().then(() => count)).toHaveBeenCalledTimes(4)
    atSecond(105)
    count.mockRejectedValueOnce(new Error('no database'))
    await expect(read()).rejects.toThrow('no database')
  })
})
