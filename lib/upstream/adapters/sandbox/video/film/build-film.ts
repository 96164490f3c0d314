import { layCards } from '../cards/lay-cards'
import type { FilmOrder } from '../order/film-order'
import { stampCaption } from '../overlay/stamp-caption'
import { stampLabel } from '../overlay/stamp-label'
import { stampWatermark } from '../overlay/stamp-watermark'
import { buildPhoto } from '../photo/build-photo'
import { buildScene } from '../scenes/build-scene'
import { viewAt } from '../stage/camera'
import { chooseMove } from '../stage/choose-move'
import type { FilmSet } from '../stage/film-set'
import type { Prop } from '../stage/prop'
import type { Film } from './film'
import { type FilmMeasure, FPS } from './measure-film'
import type { Pictures } from './pictures'

/** From words alone, with references among them, or from a first picture. */
export async function buildFilm(
  order: FilmOrder,
  { width, height, frames }: FilmMeasure,
  set: FilmSet,
  pictures: Pictures,
): Promise<Film> {
  const move = chooseMove(set, order.prompt, order.isCameraFixed)
  const isPhoto = pictures.first !== null
  const props: Prop[] = isPhoto
    ? await buildPhoto(set, pictures, move)
    : [...(await buildScene(set)), ...(await layCards(set, pictures.cards)), ...(await stampCaption(set))]
  if (order.hasWatermark) props.push(await stampWatermark(set))
  props.push(await stampLabel(set, order.isDraft))
  return {
    width,
    height,
    frames,
    draw(frame, index) {
      const progress = frames === 1 ? 0 : index / (frames - 1)
      const moment = { seconds: index / FPS, progress, view: viewAt(move, progress) }
      for (const draw of props) draw(frame, moment)
    },
  }
}
