import type { Brief } from '../brief/brief'
import type { Palette } from '../colour/palette'
import type { Stage } from '../drawing/stage'
import type { Sheet } from '../lettering/sheet'
import type { Scene, Spot } from '../scenes/scene'

/** Where on the sheet the picture is. */
export type Frame = { x: number; y: number; width: number; height: number }

/** How a poster divides its sheet between the picture and the words. */
export type Layout = {
  frame: (sheet: Sheet) => Frame
  /** Drawn on the sheet before the picture. */
  under: (sheet: Sheet, palette: Palette) => string
  /** Drawn over all. */
  letters: (sheet: Sheet, given: Given) => string
  /** Where the subjects stand instead, clear of the words. */
  spot?: (spot: Spot, frame: Frame) => Spot
  /** Drawn in the picture between its ground and its subject. */
  behind?: (given: Given) => string
}

export type Given = { stage: Stage; scene: Scene; brief: Brief }

export const MARGIN = 62
