import type { Stroke } from './stroke'

const PAINT = '#3b82f6'

/** All strokes anew, in order: an eraser takes away what was there before it. */
export function paintStrokes(
  canvas: HTMLCanvasElement | null,
  strokes: readonly Stroke[],
  colour = PAINT,
): void {
  const context = canvas?.getContext('2d')
  if (!canvas || !context) return
  context.globalCompositeOperation = 'source-over'
  context.clearRect(0, 0, canvas.width, canvas.height)
  context.lineCap = 'round'
  context.lineJoin = 'round'
  context.strokeStyle = colour
  for (const { tool, size, points } of strokes) {
    const [first, ...rest] = points
    if (!first) continue
    context.globalCompositeOperation = tool === 'brush' ? 'source-over' : 'destination-out'
    context.lineWidth = size
    context.beginPath()
    context.moveTo(first.x, first.y)
    context.lineTo(first.x, first.y)
    for (const { x, y } of rest) context.lineTo(x, y)
    context.stroke()
  }
}
