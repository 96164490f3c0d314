import type { StatsWindow } from '../stats-schema'

const MINUTE = 60
const HOUR = 3600
const DAY = 86_400

/** How long a window is, to what its beginning is rounded down, and how long the stretches of its series are. */
const windows: Record<StatsWindow, { seconds: number; alignSeconds: number; stepSeconds: number }> = {
  '1h': { seconds: HOUR, alignSeconds: 5 * MINUTE, stepSeconds: 5 * MINUTE },
  '24h': { seconds: DAY, alignSeconds: 5 * MINUTE, stepSeconds: HOUR },
  '7d': { seconds: 7 * DAY, alignSeconds: HOUR, stepSeconds: 6 * HOUR },
  '30d': { seconds: 30 * DAY, alignSeconds: HOUR, stepSeconds: DAY },
}

/** A window ends now and is as long as its name says, or a few minutes longer: rollups begin at whole ones. */
export function windowStart(window: StatsWindow, now: Date): Date {
  const { seconds, alignSeconds } = windows[window]
  return floorTo(now.getTime() - seconds * 1000, alignSeconds)
}

export function windowStep(window: StatsWindow): number {
  return windows[window].stepSeconds
}

/** Where the stretches of the series begin (UTC): the one that the window's beginning falls into, and all up to now. */
export function windowStretches(window: StatsWindow, now: Date): Date[] {
  const { stepSeconds } = windows[window]
  const first = floorTo(windowStart(window, now).getTime(), stepSeconds).getTime()
  const count = Math.floor((now.getTime() - first) / (stepSeconds * 1000)) + 1
  return Array.from({ length: count }, (_, index) => new Date(first + index * stepSeconds * 1000))
}

function floorTo(millis: number, seconds: number): Date {
  return new Date(Math.floor(millis / (seconds * 1000)) * seconds * 1000)
}
