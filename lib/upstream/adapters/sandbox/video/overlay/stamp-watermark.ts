import type { FrameSize } from '@/lib/upstream/video-pixels'
import { svg } from '../../images/drawing/svg'
import { measureText } from '../../images/lettering/measure-text'
import { outlineText } from '../../images/lettering/outline-text'
import type { Prop } from '../stage/prop'
import { stamp } from './stamp'

const WORDS = 'AI generated'

/** The mark that was asked for, in the upper right corner. */
export async function stampWatermark({ width, height }: FrameSize): Promise<Prop> {
  const size = Math.max(14, Math.min(width, height) * 0.036)
  const wide = Math.ceil(measureText(WORDS, 'text') * size + size * 2.2)
  const high = Math.ceil(size * 1.6)
  const middle = high / 2
  const ringX = wide - measureText(WORDS, 'text') * size - size * 0.85
  const text = outlineText(WORDS, { face: 'text', size, x: wide, y: middle + size * 0.35, anchor: 'end' })
  const ring = (colour: string, opacity: number, shift: number) =>
    svg.ring(ringX + shift, middle + shift, size * 0.42, colour, size * 0.12, opacity) +
    svg.circle(ringX + shift, middle + shift, size * 0.16, colour, opacity)
  const shadow = `<g transform="translate(1 1)">${svg.path(text, '#000000', 0.4)}</g>${ring('#000000', 0.4, 1)}`
  const drawing = shadow + svg.path(text, '#ffffff', 0.78) + ring('#ffffff', 0.78, 0)
  return stamp(drawing, { x: width - wide - size, y: size * 0.8, width: wide + 2, height: high + 2 })
}
