import { afterEach, beforeEach, expect, it, vi } from 'vitest'

const pauses = vi.hoisted(() => ({ lateMillis: [] as number[], now: 0 }))
vi.mock('node:timers/promises', () => ({
  setTimeout: async (millis: number) => {
    pauses.now += millis + (pauses.lateMillis.shift() ?? 0)
  },
}))

const { giveWay, LONGEST_MILLIS } = await import('./slots')

beforeEach(() => {
  pauses.now = 0
  vi.spyOn(performance, 'now').mockImplementation(() => pauses.now)
})
afterEach(() => {
  pauses.lateMillis = []
})

it('continues after a moment if nothing waits', async () => {
  expect(await giveWay()).toBeLessThan(LONGEST_MILLIS / 5)
})

it('waits for as long as the process is late, and then no longer', async () => {
  pauses.lateMillis = [12, 8, 0, 50]
  expect(await giveWay()).toBe(50)
})

it('continues in the end, however busy the process remains', async () => {
  pauses.lateMillis = Array.from({ length: 1000 }, () => 20)
  expect(await giveWay()).toBeLessThanOrEqual(LONGEST_MILLIS)
})
