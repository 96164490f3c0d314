import { afterEach, expect, it, vi } from 'vitest'
import { whenTold } from './stop.mjs'

const before = { SIGINT: process.listeners('SIGINT'), SIGTERM: process.listeners('SIGTERM') }
const told = vi.fn()
const forced = vi.fn()

afterEach(() => {
  vi.useRealTimers()
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    for (const listener of process.listeners(signal))
      if (!before[signal].includes(listener)) process.off(signal, listener)
})

it('a signal is told once, however often it arrives; a second order does not wait', () => {
  vi.useFakeTimers({ now: 1_000_000 })
  whenTold(told, forced)
  process.emit('SIGINT') // from the terminal
  vi.advanceTimersByTime(300)
  process.emit('SIGTERM') // the same order, passed on by npm
  expect([told.mock.calls.length, forced.mock.calls.length]).toEqual([1, 0])
  vi.advanceTimersByTime(5000)
  process.emit('SIGINT')
  expect([told.mock.calls.length, forced.mock.calls.length]).toEqual([1, 1])
})
