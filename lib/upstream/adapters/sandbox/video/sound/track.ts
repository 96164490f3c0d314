import type { Random } from '../../images/random-of'
import type { Sound } from './sound'

export const SAMPLE_RATE = 48_000

/** So many samples share one step of an envelope: it is heard as smooth. */
export const ENVELOPE_SAMPLES = 32

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
