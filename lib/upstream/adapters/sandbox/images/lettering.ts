import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { create, type Font } from 'fontkit'

const files = { text: 'geist-sans/Geist-SemiBold.ttf', mono: 'geist-mono/GeistMono-Medium.ttf' } as const
type Face = keyof typeof files

const opened = new Map<Face, Font>()

/** Geist, from its package and as outlines, so that images look the same on machines without fonts. */
function openFace(face: Face): Font {
  const known = opened.get(face)
  if (known !== undefined) return known
  const font = create(readFileSync(join(process.cwd(), 'node_modules/geist/dist/fonts', files[face])))
  if (!('glyphForCodePoint' in font)) throw new Error('the file holds several fonts')
  opened.set(face, font)
  return font
}

/** The text without characters that the face lacks (other scripts, emoji). */
function drawable(text: string, face: Face): string {
  const font = openFace(face)
  return [...text.normalize('NFC').replace(/\s+/g, ' ')]
    .filter((letter) => font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0))
    .join('')
    .replace(/ {2,}/g, ' ')
    .trim()
}

/** A line of text as one SVG path from its baseline's left end. */
function outline(text: string, face: Face, size: number, x: number, y: number): string {
  const font = openFace(face)
  const { glyphs, positions } = font.layout(text)
  const scale = size / font.unitsPerEm
  let pen = x
  return glyphs
    .map((glyph, at) => {
      const path = glyph.path.scale(scale, -scale).translate(pen, y).toSVG()
      pen += (positions[at]?.xAdvance ?? 0) * scale
      return path
    })
    .join('')
}

function widthOf(text: string, face: Face, size: number): number {
  const font = openFace(face)
  return (font.layout(text).advanceWidth * size) / font.unitsPerEm
}

const MOST_LINES = 2
const LONGEST_CAPTION = 300

/** Whole words in at most two lines; the rest is cut off. */
function breakLines(text: string, size: number, width: number): string[] {
  const lines = ['']
  for (const word of drawable(text.slice(0, LONGEST_CAPTION), 'text').split(' ')) {
    const longer = `${lines.at(-1)} ${word}`.trim()
    if (widthOf(`${longer}…`, 'text', size) <= width) lines.splice(-1, 1, longer)
    else if (lines.length < MOST_LINES) lines.push(word)
    else {
      lines.splice(-1, 1, `${lines.at(-1)}…`)
      break
    }
  }
  return lines.filter(Boolean)
}

type Sheet = { width: number; height: number }

/** Drawings as one SVG overlay of this size. */
export function sheetOf({ width, height }: Sheet, ...drawings: string[]): Buffer {
  const size = `width="${width}" height="${height}"`
  return Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" ${size}>${drawings.join('')}</svg>`)
}

/** Smaller images have no text. */
const LEAST_SIDE = 160
const LEADING = 1.22

/** The prompt in white on a gradient at the lower edge; empty if there is no text. */
export function drawCaption({ width, height }: Sheet, text: string): string {
  const short = Math.min(width, height)
  const [size, margin] = [short * 0.046, short * 0.055]
  const lines = short < LEAST_SIDE ? [] : breakLines(text, size, width - 2 * margin - short * 0.2)
  if (lines.length === 0) return ''
  const lead = size * LEADING
  const first = height - margin - (lines.length - 1) * lead
  const d = lines.map((line, at) => outline(line, 'text', size, margin, first + at * lead)).join('')
  const shade = Math.round(margin + lines.length * lead + size * 2.6)
  const stop = (offset: number, opacity: number) =>
    `<stop offset="${offset}" stop-color="#0b0d18" stop-opacity="${opacity}"/>`
  return `<defs><linearGradient id="s" x2="0" y2="1">${stop(0, 0)}${stop(0.55, 0.34)}${stop(1, 0.66)}</linearGradient></defs><rect y="${height - shade}" width="${width}" height="${shade}" fill="url(#s)"/><path d="${d}" fill="#fff" fill-opacity=".97"/>`
}

/** The label in the lower right corner that says that no real model made this. */
export function drawLabel({ width, height }: Sheet, words = 'sandbox', isAbove = false): string {
  const short = Math.min(width, height)
  const size = Math.min(short * 0.2, Math.max(9, short * 0.02))
  const [wide, high] = [widthOf(words, 'mono', size) + size * 1.4, size * 1.9]
  const gap = Math.min(short * 0.055, size * 2.6)
  const [x, y] = [width - wide - gap, isAbove ? gap : height - high - gap]
  const d = outline(words, 'mono', size, x + size * 0.7, y + high / 2 + size * 0.33)
  return `<rect x="${x}" y="${y}" width="${wide}" height="${high}" rx="${high / 2}" fill="#0b0d18" fill-opacity=".5"/><path d="${d}" fill="#fff" fill-opacity=".95"/>`
}
