'use client'

import { type RefObject, useEffect, useState } from 'react'

/** Up to this many rows are rendered without windowing. */
const WHOLE = 100

type VisibleRows = {
  /** Rows from `first` up to, not including, `last` are rendered. */
  first: number
  last: number
  /** Pixels in place of the rows before and after. */
  above: number
  below: number
}

/**
 * Which rows of equal height are near the window, so that a list of any length renders few elements. Rows have `data-row`;
 * their height is measured, because touch screens and fonts change it.
 */
export function useVisibleRows(list: RefObject<HTMLElement | null>, count: number): VisibleRows {
  const [{ first, last, height }, setRange] = useState({ first: 0, last: 60, height: 40 })
  useEffect(() => {
    const update = () => {
      const box = list.current?.getBoundingClientRect()
      const row = list.current?.querySelector('[data-row]')?.getBoundingClientRect()
      if (!box || !row || row.height === 0) return // not displayed
      const layout = { listTop: box.top, rowHeight: row.height, windowHeight: window.innerHeight }
      const next = { ...visibleRange(layout), height: row.height }
      setRange((now) =>
        now.first === next.first && now.last === next.last && now.height === next.height ? now : next,
      )
    }
    update()
    const options = { passive: true }
    window.addEventListener('scroll', update, options)
    window.addEventListener('resize', update, options)
    return () => {
      window.removeEventListener('scroll', update)
      window.removeEventListener('resize', update)
    }
  }, [list])
  if (count <= WHOLE) return { first: 0, last: count, above: 0, below: 0 }
  const start = Math.min(first, count)
  const end = Math.min(Math.max(last, start), count)
  return { first: start, last: end, above: start * height, below: (count - end) * height }
}

/** Rows rendered beyond the window's edges, so that scrolling shows no gap. */
const SPARE = 20
/** The range moves in steps, or every pixel would rerender the list. */
const STEP = 10

type Layout = {
  /** The top of the list in pixels from the top of the window; negative once it is scrolled past. */
  listTop: number
  rowHeight: number
  windowHeight: number
}

/** The rows of an endless list near the viewport: from `first` up to, not including, `last`. */
export function visibleRange({ listTop, rowHeight, windowHeight }: Layout): { first: number; last: number } {
  const above = Math.floor((-listTop / rowHeight - SPARE) / STEP) * STEP
  const below = Math.ceil(((windowHeight - listTop) / rowHeight + SPARE) / STEP) * STEP
  return { first: Math.max(0, above), last: Math.max(0, below) }
}
