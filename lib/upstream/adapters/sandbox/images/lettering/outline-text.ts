import { round } from '../drawing/svg'
import { drawable } from './drawable'
import { runWidth } from './measure-text'
import { type Face, openFace } from './open-face'

type Setting = {
  face: Face
  /** Of the em, in drawing units. */
  size: number
  x: number
  /** Of the baseline. */
  y: number
  anchor?: 'start' | 'middle' | 'end'
  /** Added after every letter, in ems. */
  tracking?: number
}

/** A line of text as one SVG path. What the face has no glyph for is left out. */
export function outlineText(text: string, setting: Setting): string {
  const { face, size, x, y, anchor = 'start', tracking = 0 } = setting
  const font = openFace(face)
  const run = font.layout(drawable(text, face))
  const scale = size / font.unitsPerEm
  const width = runWidth(run, tracking * font.unitsPerEm) * scale
  let pen = x - (anchor === 'middle' ? width / 2 : anchor === 'end' ? width : 0)
  let d = ''
  for (const [at, glyph] of run.glyphs.entries()) {
    for (const { command, args } of glyph.path.commands) d += segment(command, args, pen, y, scale)
    pen += ((run.positions[at]?.xAdvance ?? 0) + tracking * font.unitsPerEm) * scale
  }
  return d
}

const letters = {
  moveTo: 'M',
  lineTo: 'L',
  quadraticCurveTo: 'Q',
  bezierCurveTo: 'C',
  closePath: 'Z',
} as const

function segment(command: keyof typeof letters, args: number[], x: number, y: number, scale: number): string {
  const points = args.map((value, at) => round(at % 2 === 0 ? x + value * scale : y - value * scale))
  return letters[command] + points.join(' ')
}
