import { svg } from '../../images/drawing/svg'
import { breakLines } from '../../images/lettering/break-lines'
import { drawable } from '../../images/lettering/drawable'
import { measureText } from '../../images/lettering/measure-text'
import { outlineText } from '../../images/lettering/outline-text'
import type { FilmSet } from '../stage/film-set'
import type { Moment, Prop } from '../stage/prop'
import { stamp } from './stamp'

const LEADING = 1.08
const TRACKING = -0.02
/** The first and the last pictures are left to the film: another may begin from them. */
const COMES_AT = 0.35
const COMES_SECONDS = 0.6
const GOES_AT = 0.74
const GONE_AT = 0.9

/** White letters want a dark ground, wherever they come to stand. */
const scrim =
  '<defs><linearGradient id="s" x2="0" y2="1"><stop stop-color="#0a0a14" stop-opacity=".46"/><stop offset="1" stop-color="#0a0a14" stop-opacity="0"/></linearGradient></defs><rect width="100%" height="100%" fill="url(#s)"/>'

/** The prompt's words, set in type for as long as they are read. None where the face has no letters for them. */
export async function stampCaption(set: FilmSet): Promise<Prop[]> {
  const { width, height, unit, brief, palette } = set
  const title = drawable(brief.title, 'black')
  if (title.length < 2) return []
  const wide = Math.round(width * 0.86)
  const { lines, size } = breakLines(title, {
    width: wide * (width > height ? 0.66 : 0.96),
    height: unit * 0.16,
    face: 'black',
    mostLines: 2,
    largest: unit * 0.06,
    leading: LEADING,
    tracking: TRACKING,
  })
  const small = Math.max(9, unit * 0.0235)
  const bar = size * 0.16
  const prompt = cut(
    drawable(brief.caption, 'mono'),
    Math.floor((wide - bar * 4) / (measureText('n', 'mono') * small)),
  )
  const high = Math.ceil(lines.length * size * LEADING + small * 2.3)
  const setting = (at: number) => ({
    face: 'black' as const,
    size,
    x: bar * 3,
    y: size * 0.86 + at * size * LEADING,
    tracking: TRACKING,
  })
  const words = lines.map((line, at) => outlineText(line, setting(at))).join('')
  const line = outlineText(prompt, { face: 'mono', size: small, x: bar * 3, y: high - small * 0.5 })
  const shadow = (d: string, stroke: number) =>
    `<path d="${d}" fill="#000" fill-opacity=".3" stroke="#000" stroke-opacity=".16" stroke-width="${stroke}" stroke-linejoin="round"/>`
  const drawing =
    shadow(words, size * 0.12) +
    shadow(line, 0) +
    svg.rect(0, size * 0.08, bar, high - size * 0.14, palette.accent, 1, bar / 2) +
    svg.path(words, '#ffffff') +
    svg.path(line, '#ffffff', 0.94)
  const box = { x: Math.round(width * 0.055), y: Math.round(height * 0.065), width: wide, height: high }
  return [
    await stamp(scrim, { x: 0, y: 0, width, height: Math.round(box.y + high * 1.9) }, (moment) => ({
      opacity: appearance(moment, unit).opacity,
    })),
    await stamp(drawing, box, (moment) => appearance(moment, unit)),
  ]
}

function appearance({ seconds, progress }: Moment, unit: number): { opacity: number; dy: number } {
  const come = Math.min(1, Math.max(0, (seconds - COMES_AT) / COMES_SECONDS))
  const go = Math.min(1, Math.max(0, (progress - GOES_AT) / (GONE_AT - GOES_AT)))
  const eased = 1 - (1 - come) ** 3
  return { opacity: eased * (1 - go), dy: (1 - eased) * unit * 0.02 }
}

function cut(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, Math.max(0, most - 1)).trimEnd()}…` : text
}
