import type { Pictures } from '../film/pictures'
import { createFrame } from '../picture/create-frame'
import { drawImage } from '../picture/draw-image'
import { fitPicture } from '../picture/fit-picture'
import { floatMotes } from '../props/float-motes'
import { hangWeather } from '../props/hang-weather'
import type { CameraMove } from '../stage/camera'
import type { FilmSet } from '../stage/film-set'
import type { Moment, Prop } from '../stage/prop'
import { dissolve } from './dissolve'
import { photoPlace } from './photo-place'
import { ripple } from './ripple'

/**
 * A film that begins as the first picture and, where there is one, ends as the last: the camera moves into the one and
 * comes to rest on the other, and what the prompt says of the weather falls in between.
 */
export async function buildPhoto(set: FilmSet, pictures: Pictures, move: CameraMove): Promise<Prop[]> {
  const { first, last } = pictures
  if (first === null) throw new Error('a photo film needs its first picture')
  const from = await fitPicture(first, set)
  const to = last === null ? null : await fitPicture(last, set)
  const sway = ripple(set)
  const under = createFrame(set.width, set.height)
  const mask = to === null ? null : dissolve(set)
  const photo: Prop = (frame, { seconds, progress }) => {
    const strength = to === null ? rise(progress) : Math.sin(Math.PI * progress) ** 2
    drawImage(frame, from, { ...photoPlace(set, move, progress), ...sway(seconds, strength) })
    if (to === null || mask === null || progress < 0.3) return
    drawImage(under, to, { ...photoPlace(set, move, 1 - progress), ...sway(seconds, strength) })
    mask(frame, under, Math.min(1, (progress - 0.3) / 0.48))
  }
  const around = [
    ...(await hangWeather(set)),
    floatMotes(set, { count: 34, size: 0.007, colour: '#fff6dd', rise: 0.012, from: 0, to: 1, twinkle: 0.9 }),
  ]
  return [photo, fading(around, set, to !== null)]
}

/** From nothing, for the film begins as the picture itself. */
function rise(progress: number): number {
  return Math.min(1, progress * 5)
}

/** Props that come in after the first picture, and are gone before the last where that one is given. */
function fading(props: readonly Prop[], set: FilmSet, goes: boolean): Prop {
  const before = createFrame(set.width, set.height)
  return (frame, moment: Moment) => {
    const come = Math.min(1, moment.progress * 6)
    const share = goes ? Math.min(come, Math.min(1, (1 - moment.progress) * 6)) : come
    if (share <= 0) return
    if (share < 1) before.bytes.set(frame.bytes)
    for (const draw of props) draw(frame, moment)
    if (share < 1) blendBack(frame.bytes, before.bytes, Math.round(share * 256))
  }
}

function blendBack(bytes: Uint8Array, before: Uint8Array, share: number): void {
  const rest = 256 - share
  for (let at = 0; at < bytes.length; at++)
    bytes[at] = ((bytes[at] ?? 0) * share + (before[at] ?? 0) * rest + 128) >> 8
}
