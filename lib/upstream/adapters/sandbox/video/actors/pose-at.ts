import type { Manner } from './manner'

/** Where a motif is at a moment, beside where it was put: lengths in its own heights. */
export type Pose = {
  along: number
  up: number
  stretch: number
  /** How far its head leans to the right. */
  lean: number
}

const rest: Pose = { along: 0, up: 0, stretch: 1, lean: 0 }

/** `phase` keeps two of a kind from moving as one; `progress` is that of the film. */
export function poseAt(manner: Manner, seconds: number, progress: number, phase: number): Pose {
  const t = seconds + phase
  switch (manner) {
    case 'still':
      return rest
    case 'breathe':
      return { ...rest, stretch: 1 + 0.018 * Math.sin(t * 2.6), lean: 0.018 * Math.sin(t * 1.3) }
    case 'stroll':
      return {
        along: seconds * 0.16,
        up: 0.022 * Math.abs(Math.sin(t * 4.2)),
        stretch: 1,
        lean: 0.03 * Math.sin(t * 4.2),
      }
    case 'drive':
      return {
        along: seconds * 0.42,
        up: 0.012 * Math.abs(Math.sin(t * 11)),
        stretch: 1,
        lean: 0.008 * Math.sin(t * 7),
      }
    case 'sway':
      return { ...rest, lean: 0.055 * Math.sin(t * 1.7) + 0.02 * Math.sin(t * 3.9) }
    case 'sail':
      return {
        along: seconds * 0.1,
        up: 0.03 * Math.sin(t * 1.6),
        stretch: 1,
        lean: 0.05 * Math.sin(t * 1.6 + 1),
      }
    case 'swim':
      return {
        along: seconds * 0.22,
        up: 0.12 * Math.sin(t * 1.3),
        stretch: 1 + 0.03 * Math.sin(t * 6),
        lean: 0.03 * Math.sin(t * 3),
      }
    case 'fly':
      return {
        along: seconds * 0.34,
        up: 0.1 * Math.sin(t * 1.2) + seconds * 0.02,
        stretch: 1,
        lean: 0.02 * Math.sin(t * 1.2),
      }
    case 'flutter':
      return {
        along: seconds * 0.16 + 0.2 * Math.sin(t * 1.9),
        up: 0.22 * Math.sin(t * 2.7),
        stretch: 0.42 + 0.58 * Math.abs(Math.cos(t * 8)),
        lean: 0.06 * Math.sin(t * 2.7),
      }
    case 'float':
      return {
        along: 0.1 * Math.sin(t * 0.7),
        up: 0.1 * Math.sin(t * 1.1) + seconds * 0.012,
        stretch: 1,
        lean: 0.04 * Math.sin(t * 0.9),
      }
    case 'launch':
      return {
        along: 0,
        up: 1.25 * progress ** 1.8 - 0.35 + 0.008 * Math.sin(t * 40),
        stretch: 1 + 0.01 * Math.sin(t * 37),
        lean: 0.012 * Math.sin(t * 23),
      }
    case 'turn':
      return {
        along: 0,
        up: 0.03 * Math.sin(t * 1.4),
        stretch: Math.max(0.08, Math.abs(Math.cos(t * 0.9))),
        lean: 0,
      }
  }
}
