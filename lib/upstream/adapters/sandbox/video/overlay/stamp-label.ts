import type { FrameSize } from '@/lib/upstream/video-pixels'
import { svg } from '../../images/drawing/svg'
import { measureText } from '../../images/lettering/measure-text'
import { outlineText } from '../../images/lettering/outline-text'
import type { Prop } from '../stage/prop'
import { stamp } from './stamp'

/** The word in the corner that nobody may miss: no real model made this. */
export async function stampLabel({ width, height }: FrameSize, isDraft: boolean): Promise<Prop> {
  const words = isDraft ? 'sandbox draft' : 'sandbox'
  const size = Math.max(11, Math.min(width, height) * 0.021)
  const wide = Math.ceil((measureText(words, 'mono') * size + size * 1.4) / 2) * 2
  const high = Math.ceil((size * 1.8) / 2) * 2
  const text = outlineText(words, {
    face: 'mono',
    size,
    x: wide / 2,
    y: high / 2 + size * 0.33,
    anchor: 'middle',
  })
  const drawing = svg.rect(0, 0, wide, high, '#101018', 0.55, high / 2) + svg.path(text, '#ffffff', 0.9)
  const gap = Math.round(size * 1.3)
  return stamp(drawing, { x: width - wide - gap, y: height - high - gap, width: wide, height: high })
}
