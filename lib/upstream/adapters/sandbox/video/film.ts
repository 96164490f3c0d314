import type { ReportProgress } from '@/lib/platform/child-tasks/serve-tasks'
import { sharp } from '@/lib/platform/sharp'
import { type FrameSize, nearestRatio, type VideoRatio, videoPixels } from '@/lib/upstream/video-pixels'
import { drawCaption, drawLabel, sheetOf } from '../images/lettering'
import { readLayers } from '../images/paint'
import { chooseScene } from '../images/scenes'
import { hashText, parseKnobs, randomOf } from '../knobs'
import { composeSound, encodeH264, muxFilm } from './encode'
import {
  drawLayer,
  type Frame,
  type Media,
  newFrame,
  openPixels,
  type Picture,
  readMedia,
  toLayer,
} from './layers'
import { type FilmOrder, FPS, type MadeFilm, type RenderJob } from './order'

/** Coarser where pixels are smaller. */
const quantizers = { '480p': 25, '720p': 27, '1080p': 29 } as const
const DRAFT_QUANTIZER = 34
const FRAMES_BETWEEN_REPORTS = 6
/** The cover shows the film under way, not its first moment. */
const COVER_AT = 0.45
const COVER_WIDTH = 320

/** Makes a film: draws each frame, encodes it at once, and puts the sound beside it. */
export async function renderFilm(job: RenderJob, report: ReportProgress): Promise<MadeFilm> {
  const { order } = job
  const media = await readMedia(job)
  const measure = measureFilm(order, media.first)
  const { ratio, frames, ...size } = measure
  const draw = await buildFilm(order, measure, media)
  const encoder = await encodeH264(size, order.isDraft ? DRAFT_QUANTIZER : quantizers[order.resolution])
  const frame = newFrame(size)
  const open = () => openPixels(frame).removeAlpha()
  let cover = new Uint8Array()
  for (let index = 0; index < frames; index++) {
    draw(frame, index)
    encoder.add(frame.pixels)
    if (index === Math.floor(frames * COVER_AT))
      cover = new Uint8Array(await open().resize(COVER_WIDTH).jpeg({ quality: 70 }).toBuffer())
    if (index % FRAMES_BETWEEN_REPORTS === 0) await report(index / frames)
  }
  const lastFrame = order.returnLastFrame ? new Uint8Array(await open().png().toBuffer()) : null
  const video = await muxFilm({
    pictures: encoder.finish(),
    sound: order.generateAudio ? composeSound(frames / FPS, order.seed) : null,
    title: parseKnobs(order.prompt).text.slice(0, 200),
    cover,
  })
  return { state: 'made', ratio, frames, video, lastFrame }
}

type FilmMeasure = FrameSize & { ratio: VideoRatio; frames: number }

/** How large and how long a film is; `adaptive` is as its first picture, where it has one. */
export function measureFilm(order: FilmOrder, first: FrameSize | null): FilmMeasure {
  const adapted = first === null ? '16:9' : nearestRatio(first)
  const ratio = order.ratio === 'adaptive' ? adapted : order.ratio
  return { ...videoPixels(order.resolution, ratio), ratio, frames: order.frames ?? order.seconds * FPS }
}

type Moment = {
  seconds: number
  /** 0 at the first frame, 1 at the last. */
  progress: number
}
type Prop = (frame: Frame, moment: Moment) => void

/** From words alone, with references among them, or from a first picture to where there is one a last. */
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
    // The first and the last pictures are left to the film: another may begin from them.
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

/** How much larger than the frame the layers are, so that none shows its edge. */
const MARGIN = 1.14
/** Of the frame's width: how far the nearest layer goes to either side. */
const PAN = 0.055
const ZOOM = 0.06

const FLOATING = /^(?:sailboat|balloon|astronaut|whale)$/

/** The layers of the scene, moved against each other: the nearer, the farther; the camera goes slowly into them. */
async function scenery({ width, height, seed, prompt, isStill }: Shot): Promise<Prop[]> {
  const { scene } = chooseScene(prompt, seed)
  const size = { width: even(width * MARGIN), height: even(height * MARGIN) }
  const layers = await Promise.all(
    (await readLayers(scene, size, seed)).map((one) => toLayer(openPixels(one))),
  )
  const direction = randomOf(seed ^ 0x77)() < 0.5 ? 1 : -1
  return layers.map((layer, rank) => {
    // What stands on a layer goes with it; what floats does so visibly.
    const floats = rank === scene.subject && FLOATING.test(scene.name)
    const near = rank === scene.subject && !floats ? rank - 1 : rank
    const depth = 0.15 + (0.85 * near) / Math.max(1, layers.length - 1)
    return (frame, { seconds, progress }) => {
      const way = isStill ? 0 : (progress * 2 - 1) * direction
      const scale = 1 + (isStill ? 0 : ZOOM * depth * progress)
      const bob = floats ? Math.sin(seconds * 1.6) * height * 0.006 : 0
      drawLayer(frame, layer, {
        x: (width - size.width * scale) / 2 + way * PAN * depth * width,
        y: (height - size.height * scale) / 2 + bob,
        scale,
      })
    }
  })
}

/** The first picture, exactly, with the camera going into it; the last comes through it and ends exactly. */
async function photo({ width, height, isStill }: Shot, first: Picture, last: Picture | null): Promise<Prop> {
  const fitted = (picture: Picture) => toLayer(openPixels(picture).resize(width, height, { fit: 'cover' }))
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

type Kind = {
  words: RegExp
  count: number
  /** Of the height, in a second. */
  fall: number
  slant: number
  /** Of the shorter side. */
  size: number
  /** In a box of ten. */
  shape: string
}

/** What falls or floats: the last where the words have none of the others. */
const kinds: readonly Kind[] = [
  { words: /\b(?:rain|storm|drizzle)/i, count: 90, fall: 1.5, slant: -0.2, size: 0.1, shape: streak() },
  {
    words: /\b(?:snow|winter|blizzard)/i,
    count: 90,
    fall: 0.16,
    slant: 0.25,
    size: 0.026,
    shape: dot('#fff'),
  },
  {
    words: /\b(?:star|night|space|aurora)/i,
    count: 50,
    fall: -0.006,
    slant: 0,
    size: 0.014,
    shape: dot('#fff7dc'),
  },
  { words: /(?:)/, count: 70, fall: -0.022, slant: 0.4, size: 0.014, shape: dot('#fff6dd') },
]

function streak(): string {
  return '<path d="M6 0L4 10" stroke="#dfe9ff" opacity=".55" stroke-width=".5"/>'
}

function dot(fill: string): string {
  return `<circle cx="5" cy="5" r="4" fill="${fill}" opacity=".8"/>`
}

async function particles({ width, height, seed, prompt }: Shot): Promise<Prop[]> {
  const kind = kinds.find(({ words }) => words.test(prompt))
  if (kind === undefined) return []
  const { count, fall, slant, size, shape } = kind
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
      const place = { x: inside(x + fallen * slant, width), y: inside(y + fallen, height) }
      drawLayer(frame, layer, { ...place, scale: near, opacity })
    }
  })
}

/** The prompt's references, as prints that come up one after the other and stay. */
async function cards({ width, height }: Shot, pictures: readonly Picture[]): Promise<Prop[]> {
  const columns = Math.min(pictures.length, width > height ? 5 : 3)
  const wide = even(Math.min((width * 0.84) / Math.max(1, columns), height * 0.34))
  const border = Math.max(2, even(wide * 0.03))
  const inner = wide - 2 * border
  return Promise.all(
    pictures.map(async (picture, at): Promise<Prop> => {
      const framed = openPixels(picture)
        .resize(inner, inner, { fit: 'cover' })
        .extend({ top: border, bottom: border, left: border, right: border, background: '#fbf8f1' })
      const layer = await toLayer(framed)
      const [column, row] = [at % columns, Math.floor(at / columns)]
      const inRow = Math.min(columns, pictures.length - row * columns)
      const x = width / 2 + (column - inRow / 2) * wide * 1.12
      return (frame, { seconds }) => {
        const come = ramp(seconds, 0.15 + at * 0.2, 0.7 + at * 0.2)
        const y = height * (0.19 - 0.05 * come + 0.006 * Math.sin(seconds + at)) + row * wide * 1.1
        drawLayer(frame, layer, { x, y, opacity: come })
      }
    }),
  )
}

/** 0 before, 1 after, softly between. */
function ramp(value: number, from: number, to: number): number {
  const share = Math.min(1, Math.max(0, (value - from) / (to - from)))
  return share * share * (3 - 2 * share)
}

function even(value: number): number {
  return Math.round(value / 2) * 2
}
