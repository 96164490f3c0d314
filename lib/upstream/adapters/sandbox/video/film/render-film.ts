import type { ReportProgress } from '@/lib/platform/child-tasks/serve-tasks'
import { sharp } from '@/lib/platform/sharp'
import type { RenderedFilm, RenderJob } from '../desk/render-job'
import { encodeH264 } from '../encode/encode-h264'
import { muxFilm } from '../encode/mux-film'
import { createFrame, type Frame } from '../picture/create-frame'
import { toPixels } from '../picture/to-pixels'
import { composeSound } from '../sound/compose-sound'
import { buildFilm } from './build-film'
import { FPS, measureFilm } from './measure-film'
import { openOrder } from './open-order'
import { readPictures } from './read-pictures'

/** Coarser where pixels are smaller. */
const quantizers = { '480p': 25, '720p': 27, '1080p': 29 } as const
const DRAFT_QUANTIZER = 34
const FRAMES_BETWEEN_REPORTS = 6
/** The cover shows the film under way, not its first moment. */
const COVER_AT = 0.45
const COVER_WIDTH = 320

/** Makes a film: draws each frame, encodes it at once, and puts the sound beside it. */
export async function renderFilm(job: RenderJob, report: ReportProgress): Promise<RenderedFilm> {
  const { order } = job
  const pictures = await readPictures(job)
  const measure = measureFilm(order, pictures.first)
  const set = openOrder(order, measure)
  const film = await buildFilm(order, measure, set, pictures)
  const { width, height, frames } = film
  const encoder = await encodeH264({
    width,
    height,
    fps: FPS,
    quantizer: order.isDraft ? DRAFT_QUANTIZER : quantizers[order.resolution],
  })
  const frame = createFrame(width, height)
  let cover = new Uint8Array()
  for (let index = 0; index < frames; index++) {
    film.draw(frame, index)
    encoder.add(frame.bytes)
    if (index === Math.floor(frames * COVER_AT)) cover = await toCover(frame)
    if (index % FRAMES_BETWEEN_REPORTS === 0) await report(index / frames)
  }
  const lastFrame = order.wantsLastFrame ? await toPng(frame) : null
  const sound = order.hasSound ? composeSound(set, pictures.sounds) : null
  const video = await muxFilm({
    pictures: encoder.finish(),
    fps: FPS,
    sound,
    title: set.brief.caption,
    comment: 'Made by the sandbox of Portico',
    cover,
  })
  const { ratio } = measure
  const hasLastFrame = lastFrame !== null
  return {
    ending: {
      state: 'made',
      ratio,
      resolution: order.resolution,
      width,
      height,
      frames,
      fps: FPS,
      hasLastFrame,
    },
    video,
    lastFrame,
  }
}

async function toCover(frame: Frame): Promise<Uint8Array<ArrayBuffer>> {
  const { width, height } = frame
  const picture = sharp(toPixels(frame), { raw: { width, height, channels: 3 } })
  return new Uint8Array(await picture.resize(COVER_WIDTH).jpeg({ quality: 70 }).toBuffer())
}

async function toPng(frame: Frame): Promise<Uint8Array<ArrayBuffer>> {
  const { width, height } = frame
  const picture = sharp(toPixels(frame), { raw: { width, height, channels: 3 } })
  return new Uint8Array(await picture.png({ compressionLevel: 6 }).toBuffer())
}
