'use client'

import { type RefObject, useEffect, useState } from 'react'

/** This many are drawn without windowing. */
const WHOLE = 100

type VisibleRows = {
  /** Indexes from `first` up to, not including, `last` are drawn. */
  first: number
  last: number
  /** Pixels that stand for the rows before and after. */
  above: number
  below: number
}

/**
 * Which of many rows of one height are near the window, so that a list of any length is a screenful of elements.
 * A row carries `data-row`; its height is measured, because fingers and fonts change it.
 */
export function useVisibleRows(list: RefObject<HTMLElement | null>, count: number): VisibleRows {
  const [{ first, last, height }, setRange] = useState({ first: 0, last: 60, height: 40 })
  useEffect(() => {
    const update = () => {
      const box = list.current?.getBoundingClientRect()
      const row = list.current?.querySelector('[data-row]')?.getBoundingClientRect()
      if (!box || !row || row.height === 0) return // it is not on the screen
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

/** Which indexes of an endless list are near the viewport: from `first` up to, not including, `last`. */
export function visibleRange({ listTop, rowHeight, windowHeight }: Layout): { first: number; last: number } {
  const above = Math.floor((-listTop / rowHeight - SPARE) / STEP) * STEP
  const below = Math.ceil(((windowHeight - listTop) / rowHeight + SPARE) / STEP) * STEP
  return { first: Math.max(0, above), last: Math.max(0, below) }
}
