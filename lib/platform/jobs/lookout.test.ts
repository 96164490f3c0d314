import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { LONGEST_MILLIS, Lookout, SHORT_MILLIS } from './lookout'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A lookout over one kind of work that is due in `millis`. */
function watching(first: number | undefined) {
  const seen = { millis: first, asked: 0, looks: 0, passed: 0 }
  const lookout = new Lookout({
    async readDue() {
      seen.asked += 1
      return new Map(seen.millis === undefined ? [] : [['work', seen.millis]])
    },
    look: () => void seen.looks++,
    passOn: () => void seen.passed++,
  })
  return { seen, lookout }
}

it('asks rarely while nothing is due, and at once when work may have come', async () => {
  const { seen, lookout } = watching(undefined)
  await vi.advanceTimersByTimeAsync(SHORT_MILLIS + 10 * LONGEST_MILLIS)
  expect(seen).toMatchObject({ asked: 11, looks: 0 })
  lookout.soon()
  await vi.advanceTimersByTimeAsync(SHORT_MILLIS)
  expect(seen.asked).toBe(12)
  lookout.close()
})

it('looks when the next item is due', async () => {
  const { seen, lookout } = watching(2000)
  await vi.advanceTimersByTimeAsync(SHORT_MILLIS + 1999)
  expect(seen).toMatchObject({ asked: 1, looks: 0 })
  seen.millis = 0
  await vi.advanceTimersByTimeAsync(1)
  expect(seen).toMatchObject({ asked: 2, looks: 1, passed: 0 })
  lookout.close()
})

it('tells others of work that it looked for and that is still due', async () => {
  const { seen, lookout } = watching(undefined)
  await vi.advanceTimersByTimeAsync(SHORT_MILLIS)
  seen.millis = 0
  lookout.hasLooked('work')
  await vi.advanceTimersByTimeAsync(SHORT_MILLIS)
  expect(seen).toMatchObject({ looks: 1, passed: 1 })
  await vi.advanceTimersByTimeAsync(SHORT_MILLIS)
  expect(seen).toMatchObject({ looks: 2, passed: 2 })
  lookout.close()
})

it('continues after the database was away, and ends when closed', async () => {
  const readDue = vi.fn(async () => Promise.reject(new Error('away')))
  const lookout = new Lookout({ readDue, look: vi.fn(), passOn: vi.fn() })
  await vi.advanceTimersByTimeAsync(SHORT_MILLIS + LONGEST_MILLIS)
  expect(readDue).toHaveBeenCalledTimes(2)
  lookout.close()
  await vi.advanceTimersByTimeAsync(10 * LONGEST_MILLIS)
  expect(readDue).toHaveBeenCalledTimes(2)
})
