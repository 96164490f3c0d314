import type { Random } from '../../images/random'
import type { Sound } from './sound'

export const SAMPLE_RATE = 48_000

/** What instruments and weather play into. */
export type Track = Sound & { readonly seconds: number; readonly random: Random }

export function openTrack(seconds: number, random: Random): Track {
  const length = Math.round(seconds * SAMPLE_RATE)
  return {
    left: new Float32Array(length),
    right: new Float32Array(length),
    sampleRate: SAMPLE_RATE,
    seconds,
    random,
  }
}

/** Adds a sample to both sides; `pan` -1 is left, 1 right. */
export function addAt({ left, right }: Track, at: number, value: number, pan = 0): void {
  if (at < 0 || at >= left.length) return
  left[at] = (left[at] ?? 0) + value * (1 - Math.max(0, pan))
  right[at] = (right[at] ?? 0) + value * (1 + Math.min(0, pan))
}
