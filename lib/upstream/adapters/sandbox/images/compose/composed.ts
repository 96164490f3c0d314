import type { Palette } from '../colour/palette'

/** A picture before it is put on a sheet: what a style may treat, and the letters, which stay sharp. */
export type Composed = { art: string; letters: string; palette: Palette }
