import { type PointerEvent, type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import type { SourcePicture } from '../draft'
import { paintStrokes } from './paint-strokes'
import type { Point, Stroke } from './stroke'

type Options = { source: SourcePicture; tool: Stroke['tool']; size: number }

/** What a mouse, a pen or a finger has painted. */
export function useStrokes(canvas: RefObject<HTMLCanvasElement | null>, { source, tool, size }: Options) {
  const [strokes, setStrokes] = useState<Stroke[]>([])
  const drawing = useRef<Stroke | null>(null)
  useEffect(() => paintStrokes(canvas.current, strokes), [canvas, strokes])

  const pointOf = (event: PointerEvent<HTMLCanvasElement>): Point => {
    const box = event.currentTarget.getBoundingClientRect()
    return {
      x: ((event.clientX - box.left) / box.width) * source.width,
      y: ((event.clientY - box.top) / box.height) * source.height,
    }
  }
  const show = () => drawing.current && paintStrokes(canvas.current, [...strokes, drawing.current])
  const finish = () => {
    const stroke = drawing.current
    drawing.current = null
    if (stroke) setStrokes((before) => [...before, stroke])
  }
  return {
    strokes,
    undo: useCallback(() => setStrokes((before) => before.slice(0, -1)), []),
    clear: useCallback(() => setStrokes([]), []),
    add: useCallback((stroke: Stroke) => setStrokes((before) => [...before, stroke]), []),
    handlers: {
      onPointerDown(event: PointerEvent<HTMLCanvasElement>) {
        event.currentTarget.setPointerCapture(event.pointerId)
        const scale = source.width / event.currentTarget.getBoundingClientRect().width
        drawing.current = { tool, size: (size / 2) * scale, points: [pointOf(event)] }
        show()
      },
      onPointerMove(event: PointerEvent<HTMLCanvasElement>) {
        if (!drawing.current) return
        drawing.current.points.push(pointOf(event))
        show()
      },
      onPointerUp: finish,
      onPointerCancel: finish,
    },
  }
}
