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
  context.fillStyle = colour
  for (const { tool, size, points } of strokes) {
    const [first, ...rest] = points
    if (!first) continue
    context.globalCompositeOperation = tool === 'brush' ? 'source-over' : 'destination-out'
    // A canvas draws nothing of a line of no length, which is what a dab would be.
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
