import { expect, it } from 'vitest'
import { MAX_PIXELS, withPixels } from './read-picture'

/** Work that runs until it is told to end. */
function start(pixels: number) {
  const end = Promise.withResolvers<void>()
  const state = { isRunning: false }
  const done = withPixels(pixels, async () => {
    state.isRunning = true
    await end.promise.finally(() => {
      state.isRunning = false
    })
  })
  return { state, end: () => end.resolve(), fail: () => end.reject(new Error('broken')), done }
}

const settled = () => new Promise<void>((resolve) => setImmediate(resolve))

it('lets small pictures be decoded together and large ones alone, in the order they came', async () => {
  const [small, other, large, last] = [start(1000), start(1000), start(MAX_PIXELS), start(1000)]
  const running = () => [small, other, large, last].map(({ state }) => state.isRunning)
  await settled()
  expect(running()).toEqual([true, true, false, false])
  small.end()
  await settled()
  expect(running()).toEqual([false, true, false, false])
  other.fail()
  await expect(other.done).rejects.toThrow('broken')
  await settled()
  expect(running()).toEqual([false, false, true, false])
  large.end()
  await settled()
  expect(last.state.isRunning).toBe(true)
  last.end()
  await Promise.all([small.done, large.done, last.done])
})
