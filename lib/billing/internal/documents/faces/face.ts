/** A font as a document draws with it. */
export type Face = {
  path: string
  /** The font's name inside a file that holds several. */
  family?: string
  /** From the top of a line to where its letters stand, in parts of their size. */
  ascent: number
  has: (codePoint: number) => boolean
}
