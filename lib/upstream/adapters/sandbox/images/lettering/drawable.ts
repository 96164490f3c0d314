import { type Face, openFace } from './open-face'

/** The text without what the face cannot show (other scripts, pictographs). */
export function drawable(text: string, face: Face): string {
  const font = openFace(face)
  return [...text.normalize('NFC')]
    .filter((letter) => font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0))
    .join('')
    .replace(/ {2,}/g, ' ')
    .trim()
}
