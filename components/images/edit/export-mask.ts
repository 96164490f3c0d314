import type { SourcePicture } from '../draft'
import { paintStrokes } from './paint-strokes'
import type { Stroke } from './stroke'

/** A PNG of the source's size, opaque but for what was painted; null when nothing is left painted. */
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
