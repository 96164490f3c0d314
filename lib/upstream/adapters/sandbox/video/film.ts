import type { ReportProgress } from '@/lib/platform/child-tasks/serve-tasks'
import { cutText } from '@/lib/platform/escape'
import { sharp } from '@/lib/platform/sharp'
import { type FrameSize, nearestRatio, type VideoRatio, videoPixels } from '@/lib/upstream/video-pixels'
import { drawCaption, drawLabel, sheetOf } from '../images/lettering'
import { chooseScene, openRaster, type Raster, readLayers } from '../images/paint'
import { hashText, parseKnobs, randomOf } from '../knobs'
import { composeSound, encodeH264, muxFilm } from './encode'
import { drawLayer, type Frame, type Media, newFrame, readMedia, toLayer } from './layers'
import { type FilmOrder, FPS, type MadeFilm, type RenderJob } from './order'

/** Coarser for higher resolutions. */
const quantizers = { '480p': 25, '720p': 27, '1080p': 29 } as const
const DRAFT_QUANTIZER = 34
const FRAMES_BETWEEN_REPORTS = 6
/** The position of the cover's frame in the film. */
const COVER_AT = 0.45
const COVER_WIDTH = 320

/** Renders a film: draws each frame, encodes it at once, and adds the sound. */
export async function renderFilm(job: RenderJob, report: ReportProgress): Promise<MadeFilm> {
  const { order } = job
  const media = await readMedia(job)
  const measure = measureFilm(order, media.first)
  const { ratio, frames, ...size } = measure
  const draw = await buildFilm(order, measure, media)
  const encoder = await encodeH264(size, order.isDraft ? DRAFT_QUANTIZER : quantizers[order.resolution])
  const frame = newFrame(size)
  const picture = () => openRaster(frame).removeAlpha()
  let cover = new Uint8Array()
  for (let index = 0; index < frames; index++) {
    draw(frame, index)
    encoder.add(frame.pixels)
    if (index === Math.floor(frames * COVER_AT))
      cover = new Uint8Array(await picture().resize(COVER_WIDTH).jpeg({ quality: 70 }).toBuffer())
    if (index % FRAMES_BETWEEN_REPORTS === 0) await report(index / frames)
  }
  const lastFrame = order.returnLastFrame ? new Uint8Array(await picture().png().toBuffer()) : null
  const video = await muxFilm({
    pictures: encoder.finish(),
    sound: order.generateAudio ? composeSound(frames / FPS, order.seed) : null,
    title: cutText(parseKnobs(order.prompt).text, 200),
    cover,
  })
  return { state: 'made', ratio, frames, video, lastFrame }
}

type FilmMeasure = FrameSize & { ratio: VideoRatio; frames: number }

/** The size and length of a film; `adaptive` is the ratio of its first frame, if it has one. */
export function measureFilm(order: FilmOrder, first: FrameSize | null): FilmMeasure {
  const adapted = first === null ? '16:9' : nearestRatio(first)
  const ratio = order.ratio === 'adaptive' ? adapted : order.ratio
  return { ...videoPixels(order.resolution, ratio), ratio, frames: order.frames ?? order.seconds * FPS }
}

/** `progress`: 0 at the first frame, 1 at the last. */
type Prop = (frame: Frame, moment: { seconds: number; progress: number }) => void

/** From text, with the references as cards, or from a first frame to an optional last frame. */
export async function buildFilm(order: FilmOrder, measure: FilmMeasure, media: Media) {
  const { text, knobs } = parseKnobs(order.prompt)
  const seed = (hashText(text) ^ Math.imul(order.seed, 0x9e3779b1)) >>> 0
  const set = { ...measure, seed, prompt: text, isStill: order.cameraFixed }
  const props: Prop[] =
    media.first !== null
      ? [await photo(set, media.first, media.last)]
      : [...(await scenery(set)), ...(await particles(set)), ...(await cards(set, media.shown))]
  const caption = media.first === null ? drawCaption(measure, knobs.say ?? text) : ''
  if (caption !== '') {
    const layer = await toLayer(sharp(sheetOf(measure, caption)))
    // The first and last frames have no caption, because another film may begin with them.
    props.push((frame, { seconds, progress }) => {
      const opacity = Math.min(ramp(seconds, 0.3, 0.9), 1 - ramp(progress, 0.8, 0.95))
      drawLayer(frame, layer, { x: 0, y: 0, opacity })
    })
  }
  const label = drawLabel(measure, order.isDraft ? 'sandbox draft' : 'sandbox')
  const watermark = order.watermark ? drawLabel(measure, 'AI generated', true) : ''
  const marks = await toLayer(sharp(sheetOf(measure, label, watermark)))
  props.push((frame) => drawLayer(frame, marks, { x: 0, y: 0 }))
  return (frame: Frame, index: number) => {
    const moment = { seconds: index / FPS, progress: measure.frames === 1 ? 0 : index / (measure.frames - 1) }
    for (const prop of props) prop(frame, moment)
  }
}

type Shot = FrameSize & { seed: number; prompt: string; isStill: boolean }

/** How much larger than the frame the layers are, so that their edges are never visible. */
const MARGIN = 1.14
/** How far the nearest layer moves to either side, as a share of the frame's width. */
const PAN = 0.055
const ZOOM = 0.06

/** The layers of the scene with parallax: near layers move farther, and the camera zooms in slowly. */
async function scenery({ width, height, seed, prompt, isStill }: Shot): Promise<Prop[]> {
  const { scene } = chooseScene(prompt, seed)
  const size = { width: Math.round(width * MARGIN), height: Math.round(height * MARGIN) }
  const drawn = await readLayers(scene, size, seed)
  const layers = await Promise.all(drawn.map((one) => toLayer(openRaster(one))))
  const direction = randomOf(seed ^ 0x77)() < 0.5 ? 1 : -1
  return layers.map((layer, rank) => {
    // The subject moves with the layer that it stands on.
    const near = rank === scene.subject ? rank - 1 : rank
    const depth = 0.15 + (0.85 * near) / Math.max(1, layers.length - 1)
    return (frame, { progress }) => {
      const way = isStill ? 0 : (progress * 2 - 1) * direction
      const scale = 1 + (isStill ? 0 : ZOOM * depth * progress)
      const x = (width - size.width * scale) / 2 + way * PAN * depth * width
      drawLayer(frame, layer, { x, y: (height - size.height * scale) / 2, scale })
    }
  })
}

/** Begins with exactly the first frame, zooms in, and fades to exactly the last frame. */
async function photo({ width, height, isStill }: Shot, first: Raster, last: Raster | null): Promise<Prop> {
  const fitted = (picture: Raster) => toLayer(openRaster(picture).resize(width, height, { fit: 'cover' }))
  const [from, to] = [await fitted(first), last === null ? null : await fitted(last)]
  const closer = (by: number) => {
    const scale = 1 + (isStill ? 0 : 0.1 * by)
    return { x: (width * (1 - scale)) / 2, y: (height * (1 - scale)) / 2, scale }
  }
  return (frame, { progress }) => {
    drawLayer(frame, from, closer(progress))
    if (to !== null) drawLayer(frame, to, { ...closer(1 - progress), opacity: ramp(progress, 0.25, 0.85) })
  }
}

/** Particles: `fall` as a share of the height per second, `size` as a share of the shorter side, `shape` in a box of ten. */
const RAIN = {
  count: 90,
  fall: 1.5,
  size: 0.1,
  shape: '<path d="M6 0L4 10" stroke="#dfe9ff" stroke-width=".3"/>',
}
const SNOW = { count: 90, fall: 0.16, size: 0.026, shape: '<circle cx="5" cy="5" r="4" fill="#fff"/>' }
const DUST = { count: 60, fall: -0.015, size: 0.014, shape: '<circle cx="5" cy="5" r="4" fill="#fff6dd"/>' }
const SLANT = 0.2

async function particles({ width, height, seed, prompt }: Shot): Promise<Prop[]> {
  const isWet = /\b(?:rain|storm|drizzle)/i.test(prompt)
  const isCold = /\b(?:snow|winter|blizzard)/i.test(prompt)
  const { count, fall, size, shape } = isWet ? RAIN : isCold ? SNOW : DUST
  const side = Math.max(4, Math.round(Math.min(width, height) * size))
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}" viewBox="0 0 10 10">${shape}</svg>`
  const layer = await toLayer(sharp(Buffer.from(drawing)))
  const random = randomOf(seed ^ 0x3c6e)
  const inside = (share: number, whole: number) => (share - Math.floor(share)) * (whole + side) - side
  return Array.from({ length: count }, () => {
    const [x, y, near] = [random(), random(), 0.4 + 0.6 * random()]
    return (frame, { seconds }) => {
      const fallen = fall * near * seconds
      const opacity = fall < 0 ? 0.55 + 0.45 * Math.sin(seconds * 2 + x * 40) : near
      const position = { x: inside(x - fallen * SLANT, width), y: inside(y + fallen, height) }
      drawLayer(frame, layer, { ...position, scale: near, opacity })
    }
  })
}

/** The prompt's reference images as a row of cards that appear one after the other. */
async function cards({ width, height }: Shot, pictures: readonly Raster[]): Promise<Prop[]> {
  const index = (width * 0.92) / Math.max(3, pictures.length)
  const border = Math.max(2, Math.round(index * 0.03))
  const inner = Math.round(Math.min(index * 0.9, height * 0.34)) - 2 * border
  return Promise.all(
    pictures.map(async (picture, at): Promise<Prop> => {
      const fitted = openRaster(picture).resize(inner, inner, { fit: 'cover' })
      const edges = { top: border, bottom: border, left: border, right: border }
      const layer = await toLayer(fitted.extend({ ...edges, background: '#fbf8f1' }))
      const x = width / 2 + (at + 0.5 - pictures.length / 2) * index - layer.width / 2
      return (frame, { seconds }) => {
        const opacity = ramp(seconds, 0.15 + at * 0.2, 0.7 + at * 0.2)
        drawLayer(frame, layer, { x, y: height * (0.19 - 0.05 * opacity), opacity })
      }
    }),
  )
}

/** 0 below `from`, 1 above `to`, smooth in between. */
function ramp(value: number, from: number, to: number): number {
  const share = Math.min(1, Math.max(0, (value - from) / (to - from)))
  return share * share * (3 - 2 * share)
}
