import { availableParallelism } from 'node:os'
import { expect, it } from 'vitest'
import { atEasel } from './at-easel'

const PLACES = Math.max(1, availableParallelism() - 1)

/** A painter who goes on until told. */
function painter() {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  let hasBegun = false
  const paint = () => {
    hasBegun = true
    return promise
  }
  return {
    paint,
    end: () => resolve('a picture'),
    fail: () => reject(new Error('spilt')),
    hasBegun: () => hasBegun,
  }
}
const turns = async () => {
  for (let turn = 0; turn < 10; turn++) await Promise.resolve()
}
const never = new AbortController().signal

it('leaves a core to the others, and calls who waits in turn, whatever became of the one before', async () => {
  const painters = Array.from({ length: PLACES + 3 }, painter)
  const [first, second] = painters
  const stop = new AbortController()
  const ends = painters.map(({ paint }, index) => atEasel(index === PLACES ? stop.signal : never, paint))
  const settled = Promise.allSettled(ends)
  await turns()
  expect(painters.filter(({ hasBegun }) => hasBegun()).length).toBe(PLACES)

  stop.abort(new Error('gone home'))
  await expect(ends[PLACES]).rejects.toThrow('gone home')
  first?.fail()
  await turns()
  expect(painters.map(({ hasBegun }) => hasBegun()).slice(PLACES)).toEqual([false, true, false])

  second?.end()
  for (const one of painters) one.end()
  const outcomes = (await settled).map(({ status }) => status)
  expect(outcomes.filter((status) => status === 'rejected').length).toBe(2)
  expect(await atEasel(never, async () => 'one more')).toBe('one more')
})
