import type { RenderJob } from '../desk/render-job'
import { readSound } from '../sound/read-sound'
import { decodePicture } from './decode-picture'
import type { Pictures } from './pictures'
import { readFilm } from './read-film'

/** The media of a job, decoded. Rejects with `invalid_input` where one cannot be read. */
export async function readPictures({ media }: RenderJob): Promise<Pictures> {
  const pictures: Pictures = { first: null, last: null, cards: [], sounds: [] }
  for (const { role, bytes } of media) {
    if (role === 'first_frame') pictures.first = await decodePicture(bytes)
    else if (role === 'last_frame') pictures.last = await decodePicture(bytes)
    else if (role === 'reference_image')
      pictures.cards.push({ picture: await decodePicture(bytes), note: null })
    else if (role === 'reference_video') pictures.cards.push(await readFilm(bytes))
    else pictures.sounds.push(...(await readSound(bytes)))
  }
  return pictures
}
