import type { RenderJob } from '../desk/render-job'
import { buildFilm } from '../film/build-film'
import { measureFilm } from '../film/measure-film'
import { openOrder } from '../film/open-order'
import { readPictures } from '../film/read-pictures'
import { createFrame, type Frame } from '../picture/create-frame'

/** The frames of a film, as they go to the encoder. */
export async function drawFilm({ order, media }: RenderJob, indices: readonly number[]): Promise<Frame[]> {
  const pictures = await readPictures({ order, media })
  const measure = measureFilm(order, pictures.first)
  const set = openOrder(order, measure)
  const film = await buildFilm(order, measure, set, pictures)
  return indices.map((index) => {
    const frame = createFrame(film.width, film.height)
    film.draw(frame, index)
    return frame
  })
}
