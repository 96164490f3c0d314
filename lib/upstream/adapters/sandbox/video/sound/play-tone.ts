import { ENVELOPE_SAMPLES, SAMPLE_RATE, type Track } from './track'

export type Tone = {
  /** Seconds. */
  at: number
  lasts: number
  /** Hertz at its beginning and its end. */
  from: number
  to: number
  level: number
  /** -1 is left, 1 right. */
  pan?: number
  /** 0–1 over its life; left out: struck, then fading. */
  shape?: (share: number) => number
  /** How much of the second and third overtone. */
  overtones?: number
}

const struck = (share: number) => Math.min(1, share * 60) * (1 - share) ** 2.6

export function playTone({ left, right }: Track, tone: Tone): void {
  const { at, lasts, from, to, level, pan = 0, shape = struck, overtones = 0 } = tone
  const first = Math.round(at * SAMPLE_RATE)
  const length = Math.round(lasts * SAMPLE_RATE)
  const last = Math.min(length, left.length - first)
  const [toLeft, toRight] = [1 - Math.max(0, pan), 1 + Math.min(0, pan)]
  // A turning pointer, whose height is the wave: overtones follow from it without another sine.
  let [x, y] = [1, 0]
  let [turnX, turnY] = [1, 0]
  let gain = 0
  for (let step = 0; step < last; step++) {
    if (step % ENVELOPE_SAMPLES === 0) {
      const share = step / length
      gain = level * shape(share)
      const turn = (2 * Math.PI * (from + (to - from) * share)) / SAMPLE_RATE
      turnX = Math.cos(turn)
      turnY = Math.sin(turn)
      const size = Math.hypot(x, y)
      x /= size
      y /= size
    }
    const next = x * turnX - y * turnY
    y = x * turnY + y * turnX
    x = next
    const wave = (y + overtones * (y * x + 0.25 * (3 * y - 4 * y * y * y))) * gain
    left[first + step] = (left[first + step] ?? 0) + wave * toLeft
    right[first + step] = (right[first + step] ?? 0) + wave * toRight
  }
}
