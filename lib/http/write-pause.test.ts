import { performance } from 'node:perf_hooks'
import { expect, it, vi } from 'vitest'
import { writePause } from './write-pause'

it('is none while the process has time, and grows with how busy it is', () => {
  const measured = vi.spyOn(performance, 'eventLoopUtilization')
  const pauseAt = (utilization: number, now: number) => {
    measured.mockReturnValue({ utilization, idle: 0, active: 0 })
    return writePause(now)
  }
  expect(pauseAt(0, 1000)).toBe(0)
  expect(pauseAt(0.4, 2000)).toBe(0)
  expect(pauseAt(0.7, 3000)).toBe(50)
  expect(pauseAt(1, 4000)).toBe(100)
  // Measured ten times a second, not with every piece.
  expect(pauseAt(0, 4050)).toBe(100)
  expect(pauseAt(0, 4100)).toBe(0)
})
