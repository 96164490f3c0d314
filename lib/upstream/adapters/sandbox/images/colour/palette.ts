/** The colours of one picture, as hex. */
export type Palette = {
  /** From the zenith to the horizon. */
  sky: readonly [string, string, string]
  /** The layers of a scene go from the one to the other. */
  far: string
  near: string
  /** Sun, moon, windows. */
  light: string
  accent: string
  second: string
  /** The lightest and the darkest: paper and type. */
  paper: string
  ink: string
}
