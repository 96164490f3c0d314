import { availableParallelism } from 'node:os'
import { expect, it } from 'vitest'
import { inDrawingSlot } from './in-drawing-slot'

const SLOTS = Math.max(1, availableParallelism() - 1)

/** A drawing that ends when it is told to. */
function drawing() {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  let hasBegun = false
  const draw = () => {
    hasBegun = true
    return promise
  }
  return {
    draw,
    end: () => resolve('a picture'),
    fail: () => reject(new Error('failed')),
    hasBegun: () => hasBegun,
  }
}
const turns = async () => {
  for (let turn = 0; turn < 10; turn++) await Promise.resolve()
}
const never = new AbortController().signal

it('leaves a core free, and begins what waits in turn, however the one before ended', async () => {
  const drawings = Array.from({ length: SLOTS + 3 }, drawing)
  const [first, second] = drawings
  const stop = new AbortController()
  const ends = drawings.map(({ draw }, index) => inDrawingSlot(index === SLOTS ? stop.signal : never, draw))
  const settled = Promise.allSettled(ends)
  await turns()
  expect(drawings.filter(({ hasBegun }) => hasBegun()).length).toBe(SLOTS)

  stop.abort(new Error('cancelled'))
  await expect(ends[SLOTS]).rejects.toThrow('cancelled')
  first?.fail()
  await turns()
  expect(drawings.map(({ hasBegun }) => hasBegun()).slice(SLOTS)).toEqual([false, true, false])

  second?.end()
  for (const one of drawings) one.end()
  const outcomes = (await settled).map(({ status }) => status)
  expect(outcomes.filter((status) => status === 'rejected').length).toBe(2)
  expect(await inDrawingSlot(never, async () => 'one more')).toBe('one more')
})
