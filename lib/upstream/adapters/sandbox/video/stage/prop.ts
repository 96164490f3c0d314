import type { Frame } from '../picture/create-frame'
import type { View } from './camera'

export type Moment = {
  seconds: number
  /** 0 at the first frame, 1 at the last. */
  progress: number
  view: View
}

/** One thing on the set, which draws itself at a moment. Props are drawn from the farthest to the nearest. */
export type Prop = (frame: Frame, moment: Moment) => void
