import type { GlyphRun } from 'fontkit'
import { drawable } from './drawable'
import { type Face, openFace } from './open-face'

/** How wide a line comes out at a size of 1; `tracking` in ems after every letter. */
export function measureText(text: string, face: Face, tracking = 0): number {
  const font = openFace(face)
  return runWidth(font.layout(drawable(text, face)), tracking * font.unitsPerEm) / font.unitsPerEm
}

/** In the font's own units. */
export function runWidth(run: GlyphRun, tracking: number): number {
  return run.advanceWidth + tracking * Math.max(0, run.glyphs.length - 1)
}
