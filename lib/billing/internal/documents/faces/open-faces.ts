import { readFile } from 'node:fs/promises'
import { create, type Font } from 'fontkit'
import type { Face } from './face'

/** The fonts of a file; one, unless it is a collection. */
export async function openFaces(path: string): Promise<Face[]> {
  const file = create(await readFile(path))
  if (file.fonts !== undefined) return file.fonts.map((font) => faceOf(path, font, font.postscriptName))
  return [faceOf(path, file)]
}

function faceOf(path: string, font: Font, family?: string): Face {
  return {
    path,
    ...(family !== undefined && { family }),
    ascent: font.ascent / font.unitsPerEm,
    has: (codePoint) => font.hasGlyphForCodePoint(codePoint),
  }
}
