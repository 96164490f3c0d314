import { sharp } from '@/lib/platform/sharp'
import { type Canvas, createCanvas } from './create-canvas'

/** Shapes in SVG as pixels. `body` is drawn in a box of `viewWidth` x `viewHeight`. */
export async function rasterise(
  body: string,
  [viewWidth, viewHeight]: readonly [number, number],
  width: number,
  height: number,
): Promise<Canvas> {
  const canvas = createCanvas(width, height)
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${canvas.width}" height="${canvas.height}" viewBox="0 0 ${viewWidth} ${viewHeight}" preserveAspectRatio="none">${body}</svg>`
  const pixels = await sharp(Buffer.from(svg)).ensureAlpha().raw().toBuffer()
  canvas.data.set(pixels.subarray(0, canvas.data.length))
  return canvas
}
