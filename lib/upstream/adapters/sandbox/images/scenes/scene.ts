import type { Stage } from '../drawing/stage'

/** Where a subject stands: the middle of its foot, and how tall it may be. */
export type Spot = { x: number; y: number; height: number }

/** A setting in two halves, with room between them for what the prompt names. */
export type Scene = {
  back: string
  front: string
  spot: Spot
  /** Above this line is nothing but sky (or wall): a title fits there. */
  calmAbove: number
  /** Whether type on the upper and the lower part must be dark. */
  inkAbove: boolean
  inkBelow: boolean
}

export type Hour = 'dawn' | 'day' | 'sunset' | 'dusk' | 'night'

export type SceneOptions = {
  hour: Hour
  /** A subject will stand in it, so its middle stays free. */
  hasSubject: boolean
}

export type DrawScene = (stage: Stage, options: SceneOptions) => Scene
