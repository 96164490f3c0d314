/** Rows drawn beyond the window's edges, so that scrolling does not uncover a gap. */
const SPARE = 20
/** The range moves in steps, or every pixel would draw the list anew. */
const STEP = 10

type Layout = {
  /** Where the list begins, in pixels from the window's upper edge; below zero once it is scrolled past it. */
  listTop: number
  rowHeight: number
  windowHeight: number
}

/** Which places of an endless list are near the window: from `first` up to, not including, `last`. */
export function visibleRange({ listTop, rowHeight, windowHeight }: Layout): { first: number; last: number } {
  const above = Math.floor((-listTop / rowHeight - SPARE) / STEP) * STEP
  const below = Math.ceil(((windowHeight - listTop) / rowHeight + SPARE) / STEP) * STEP
  return { first: Math.max(0, above), last: Math.max(0, below) }
}
