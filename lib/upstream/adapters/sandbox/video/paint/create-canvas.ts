/** Something to paint on: RGBA, not multiplied. Both sides even. */
export type Canvas = { readonly width: number; readonly height: number; readonly data: Uint8ClampedArray }

/** Sides are rounded up to even numbers, as video halves them. */
export function createCanvas(width: number, height: number): Canvas {
  const evenWidth = Math.max(2, Math.ceil(width / 2) * 2)
  const evenHeight = Math.max(2, Math.ceil(height / 2) * 2)
  return { width: evenWidth, height: evenHeight, data: new Uint8ClampedArray(evenWidth * evenHeight * 4) }
}
