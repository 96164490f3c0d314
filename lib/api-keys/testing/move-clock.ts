import { vi } from 'vitest'
import { clock } from '@/lib/platform/clock'

/** Until mocks are restored it is this much later. */
export function moveClock(millis: number): void {
  const now = Date.now() + millis
  vi.spyOn(clock, 'now').mockImplementation(() => new Date(now))
}
