import { addAt, SAMPLE_RATE, type Track } from './track'

export type Tone = {
  /** Seconds. */
  at: number
  lasts: number
  /** Hertz at its beginning and its end. */
  from: number
  to: number
  level: number
  pan?: number
  /** 0–1 over its life; left out: struck, then fading. */
  shape?: (share: number) => number
  /** How much of the second and third overtone. */
  overtones?: number
}

const struck = (share: number) => Math.min(1, share * 60) * (1 - share) ** 2.6

export function playTone(
  track: Track,
  { at, lasts, from, to, level, pan = 0, shape = struck, overtones = 0 }: Tone,
): void {
  const first = Math.round(at * SAMPLE_RATE)
  const length = Math.round(lasts * SAMPLE_RATE)
  let phase = 0
  for (let step = 0; step < length; step++) {
    const share = step / length
    phase += (2 * Math.PI * (from + (to - from) * share)) / SAMPLE_RATE
    let wave = Math.sin(phase)
    if (overtones > 0) wave += overtones * (Math.sin(phase * 2) * 0.5 + Math.sin(phase * 3) * 0.25)
    addAt(track, first + step, wave * level * shape(share), pan)
  }
}
