import { type PointerEvent, type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import type { SourcePicture } from '../draft'

export type Point = { x: number; y: number }

/** In pixels of the source, so that zoom and screen do not matter. */
export type Stroke = { tool: 'brush' | 'eraser'; size: number; points: Point[] }

type Options = { source: SourcePicture; tool: Stroke['tool']; size: number }

/** The painted strokes, and the handlers for mouse, pen and touch. */
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

const PAINT = '#3b82f6'

/** Paints all strokes in order, so that an eraser removes only what was painted before. */
function paintStrokes(canvas: HTMLCanvasElement | null, strokes: readonly Stroke[], colour = PAINT): void {
  const context = canvas?.getContext('2d')
  if (!canvas || !context) return
  context.globalCompositeOperation = 'source-over'
  context.clearRect(0, 0, canvas.width, canvas.height)
  context.lineCap = 'round'
  context.lineJoin = 'round'
  context.strokeStyle = colour
  context.fillStyle = colour
  for (const { tool, size, points } of strokes) {
    const [first, ...rest] = points
    if (!first) continue
    context.globalCompositeOperation = tool === 'brush' ? 'source-over' : 'destination-out'
    // A canvas draws nothing for a line without length, so a dot needs a circle.
    context.beginPath()
    context.arc(first.x, first.y, size / 2, 0, 2 * Math.PI)
    context.fill()
    context.lineWidth = size
    context.beginPath()
    context.moveTo(first.x, first.y)
    for (const { x, y } of rest) context.lineTo(x, y)
    context.stroke()
  }
}

/** A PNG of the source's size, transparent where it is painted; null if nothing is painted. */
export async function exportMask(strokes: readonly Stroke[], source: SourcePicture): Promise<Blob | null> {
  if (strokes.length === 0) return null
  const painted = canvasOf(source)
  paintStrokes(painted, strokes, '#000000')
  if (!hasPaint(painted)) return null
  const mask = canvasOf(source)
  const context = mask.getContext('2d')
  if (!context) return null
  context.fillStyle = '#ffffff'
  context.fillRect(0, 0, mask.width, mask.height)
  context.globalCompositeOperation = 'destination-out'
  context.drawImage(painted, 0, 0)
  return new Promise((resolve) => mask.toBlob(resolve, 'image/png'))
}

function canvasOf({ width, height }: SourcePicture): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  return canvas
}

function hasPaint(canvas: HTMLCanvasElement): boolean {
  const pixels = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data
  return pixels?.some((value, index) => index % 4 === 3 && value > 0) ?? false
}
