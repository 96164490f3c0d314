import { addAt, SAMPLE_RATE, type Track } from './track'

export type Bed = {
  /** Below this it is heard, in hertz; and above that. */
  below: number
  above: number
  level: number
  /** How it comes and goes: 0–1 at a moment. */
  shape: (seconds: number) => number
}

/** Rushing noise in a band: wind, waves, rain, a road. Each side has its own, so that it lies all around. */
export function playNoise(track: Track, { below, above, level, shape }: Bed): void {
  const low = 1 - Math.exp((-2 * Math.PI * below) / SAMPLE_RATE)
  const high = 1 - Math.exp((-2 * Math.PI * above) / SAMPLE_RATE)
  for (const side of [-1, 1]) {
    const random = track.random.fork(`noise ${below} ${side}`)
    let smooth = 0
    let slow = 0
    let gain = 0
    for (let at = 0; at < track.left.length; at++) {
      if (at % 64 === 0) gain = level * shape(at / SAMPLE_RATE)
      smooth += (random.next() * 2 - 1 - smooth) * low
      slow += (smooth - slow) * high
      addAt(track, at, (smooth - slow) * gain, side)
    }
  }
}
