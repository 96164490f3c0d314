import { USUAL_FPS } from '../schema'
import type { StoredRequest } from './task-record'

/** A video's length as the interface tells it: what was made, else what was asked for, to the nearest second above none. */
export function wholeSeconds(
  { duration, frames }: Pick<StoredRequest, 'duration' | 'frames'>,
  madeSeconds?: number,
): number {
  const seconds = madeSeconds ?? (frames === null ? duration : frames / USUAL_FPS)
  return seconds === -1 ? -1 : Math.max(1, Math.round(seconds))
}
