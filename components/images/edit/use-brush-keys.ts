import { type KeyboardEvent, useState } from 'react'
import type { SourcePicture } from '../draft'
import type { Point, Stroke } from './stroke'

type Options = {
  source: SourcePicture
  tool: Stroke['tool']
  /** Of the brush, in pixels of the source. */
  size: number
  add: (stroke: Stroke) => void
  undo: () => void
}

const directions: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}

const within = (value: number, most: number) => Math.min(Math.max(value, 0), most)

/**
 * The brush by keyboard: arrows move it by a third of its width, with Shift they paint on the way; space and Enter dab.
 * `place` is where it is, null while it is not shown.
 */
export function useBrushKeys({ source, tool, size, add, undo }: Options) {
  const [place, setPlace] = useState<Point | null>(null)
  const middle = { x: source.width / 2, y: source.height / 2 }

  function move(direction: Point, isPainting: boolean) {
    const from = place ?? middle
    const step = size / 3
    const to = {
      x: within(from.x + direction.x * step, source.width),
      y: within(from.y + direction.y * step, source.height),
    }
    setPlace(to)
    if (isPainting) add({ tool, size, points: [from, to] })
  }
  function onKeyDown(event: KeyboardEvent) {
    const direction = directions[event.key]
    if (direction) move(direction, event.shiftKey)
    else if (event.key === ' ' || event.key === 'Enter') add({ tool, size, points: [place ?? middle] })
    else if (event.key === 'z' && (event.ctrlKey || event.metaKey)) undo()
    else return
    event.preventDefault()
  }
  return {
    place,
    keyHandlers: {
      onKeyDown,
      onFocus: () => setPlace((before) => before ?? middle),
      onBlur: () => setPlace(null),
    },
  }
}
