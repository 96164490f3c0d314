import { ENVELOPE_SAMPLES, SAMPLE_RATE, type Track } from './track'

export type Bed = {
  /** Below this it is heard, in hertz; and above that. */
  below: number
  above: number
  level: number
  /** How it comes and goes: 0–1 at a moment. */
  shape: (seconds: number) => number
}

/** Rushing noise in a band: wind, waves, rain, a road. Each side has its own, so that it lies all around. */
export function playNoise(track: Track, bed: Bed): void {
  const seed = track.random.fork(`noise ${bed.below}`).whole(1, 2 ** 31 - 2)
  rush(track.left, bed, seed)
  rush(track.right, bed, seed ^ 0x5bd1e995)
}

function rush(side: Float32Array, { below, above, level, shape }: Bed, seed: number): void {
  const low = 1 - Math.exp((-2 * Math.PI * below) / SAMPLE_RATE)
  const high = 1 - Math.exp((-2 * Math.PI * above) / SAMPLE_RATE)
  let state = seed | 1
  let smooth = 0
  let slow = 0
  let gain = 0
  for (let at = 0; at < side.length; at++) {
    if (at % ENVELOPE_SAMPLES === 0) gain = level * shape(at / SAMPLE_RATE)
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    smooth += (state / 2147483648 - smooth) * low
    slow += (smooth - slow) * high
    side[at] = (side[at] ?? 0) + (smooth - slow) * gain
  }
}
