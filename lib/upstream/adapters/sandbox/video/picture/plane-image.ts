import type { Samples } from './create-samples'

/**
 * A picture as video wants it: brightness at full size, the two colours at half (BT.709, studio range), multiplied by
 * its opacity. Frames are the same without opacity.
 */
export type PlaneImage = {
  readonly luma: Plane
  readonly blue: Plane
  readonly red: Plane
}

/** Rows of samples with spare ones to the right and a spare row below, so that neighbours may always be read. */
export type Plane = {
  readonly width: number
  readonly height: number
  readonly stride: number
  readonly samples: Samples
  /** Null: opaque everywhere. */
  readonly opacity: Samples | null
  readonly runs: Runs
}

/**
 * What each row has to show, seen together with the row below and each column with the next, as they are read: runs of
 * columns that are opaque or half so. Between them is nothing, which is never looked at.
 */
export type Runs = {
  /** For each run: the first column, the one after its last, and 1 where it is opaque. */
  readonly columns: Int32Array
  /** For each row, where its runs begin in `columns`; one entry more than rows. */
  readonly starts: Int32Array
}
