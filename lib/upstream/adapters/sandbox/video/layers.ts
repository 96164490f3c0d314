import { ALL_FORMATS, BufferSource, Input } from 'mediabunny'
import type { Sharp } from 'sharp'
import { NoRasterPicture, openPicture, sharp } from '@/lib/platform/sharp'
import { UpstreamError } from '@/lib/upstream/contract/upstream-error'
import type { FrameSize } from '@/lib/upstream/video-pixels'
import { type Raster, readRaster } from '../images/paint'
import type { RenderJob } from './order'

/** An image to draw on, whose pixels are accessible as bytes and as 32-bit words. */
export type Frame = Raster & { words: Int32Array }

export function newFrame({ width, height }: FrameSize): Frame {
  const words = new Int32Array(width * height)
  return { width, height, words, pixels: Buffer.from(words.buffer) }
}

/** An image to draw: premultiplied colors, and the visible range of each row. */
export type Layer = Frame & { from: Int32Array; to: Int32Array }

export async function toLayer(image: Sharp): Promise<Layer> {
  const read = await readRaster(image)
  const { width, height, pixels, words } = newFrame(read)
  const [from, to] = [new Int32Array(height).fill(width), new Int32Array(height)]
  for (let at = 0; at < pixels.length; at += 4) {
    const alpha = read.pixels[at + 3] ?? 0
    if (alpha === 0) continue
    for (let part = 0; part < 3; part++)
      pixels[at + part] = Math.round(((read.pixels[at + part] ?? 0) * alpha) / 255)
    pixels[at + 3] = alpha
    const row = Math.floor(at / 4 / width)
    const column = at / 4 - row * width
    from[row] = Math.min(from[row] ?? 0, column)
    to[row] = column + 1
  }
  return { width, height, pixels, words, from, to }
}

type Placement = {
  /** The position of the upper left corner in pixels of the frame, also fractional. */
  x: number
  y: number
  scale?: number
  opacity?: number
}

/** Two of a pixel's four bytes, each with a spare byte above it, so that both are computed at once. */
const TWO = 0x00ff00ff
const times = (pixel: number, share: number) => Math.imul(pixel & TWO, share)
/** Divides by 256 and rounds. */
const part = (products: number) => ((products + 0x00800080) >>> 8) & TWO

/** Draws a layer with bilinear filtering, in fixed-point numbers of 1/256. */
export function drawLayer(frame: Frame, layer: Layer, { x, y, scale = 1, opacity = 1 }: Placement): void {
  const { width, height, words, from, to } = layer
  const level = Math.round(opacity * 256)
  const bottom = Math.min(frame.height, Math.floor(y + height * scale + 0.5))
  for (let row = Math.max(0, Math.ceil(y - 0.5)); row < bottom && level > 0; row++) {
    const source = clamp((row + 0.5 - y) / scale - 0.5, height - 1)
    const upper = Math.floor(source)
    const lower = Math.min(upper + 1, height - 1)
    const first = Math.min(from[upper] ?? 0, from[lower] ?? 0)
    const last = Math.max(to[upper] ?? 0, to[lower] ?? 0)
    const left = Math.max(0, Math.ceil(x - 0.5), Math.floor(x + (first - 1) * scale))
    const right = Math.min(
      frame.width,
      Math.floor(x + width * scale + 0.5),
      Math.ceil(x + (last + 1) * scale),
    )
    const below = Math.round((source - upper) * level)
    for (let column = left; column < right; column++) {
      const across = Math.round(clamp((column + 0.5 - x) / scale - 0.5, width - 1) * 256)
      const west = across >> 8
      const east = Math.min(west + 1, width - 1)
      const d = (below * (across & 255)) >> 8
      const c = below - d
      const b = ((level - below) * (across & 255)) >> 8
      const a = level - below - b
      const pa = words[upper * width + west] ?? 0
      const pb = words[upper * width + east] ?? 0
      const pc = words[lower * width + west] ?? 0
      const pd = words[lower * width + east] ?? 0
      const redBlue = part(times(pa, a) + times(pb, b) + times(pc, c) + times(pd, d))
      const rest = part(times(pa >>> 8, a) + times(pb >>> 8, b) + times(pc >>> 8, c) + times(pd >>> 8, d))
      const alpha = rest >>> 16
      if (alpha === 0) continue
      const cover = 256 - alpha - (alpha >> 7)
      const at = row * frame.width + column
      const under = frame.words[at] ?? 0
      frame.words[at] =
        (redBlue + part(times(under, cover))) | ((rest + part(times(under >>> 8, cover))) << 8)
    }
  }
}

function clamp(value: number, most: number): number {
  return Math.min(most, Math.max(0, value))
}

/** The media of an order, decoded. */
export type Media = { first: Raster | null; last: Raster | null; shown: Raster[] }

/** Rejects with `invalid_input` if any cannot be read. */
export async function readMedia({ media }: RenderJob): Promise<Media> {
  const read: Media = { first: null, last: null, shown: [] }
  for (const { role, bytes } of media) {
    if (role === 'first_frame') read.first = await decodePicture(bytes)
    else if (role === 'last_frame') read.last = await decodePicture(bytes)
    else if (role === 'reference_image') read.shown.push(await decodePicture(bytes))
    else if (role === 'reference_video') read.shown.push(await decodeCover(bytes))
    else await checkSound(bytes)
  }
  return read
}

const MOST_SIDE = 2400

async function decodePicture(bytes: Uint8Array): Promise<Raster> {
  try {
    const upright = (await openPicture(bytes)).autoOrient()
    const fitted = upright.resize(MOST_SIDE, MOST_SIDE, { fit: 'inside', withoutEnlargement: true })
    return await readRaster(fitted.flatten({ background: '#ffffff' }).toColourspace('srgb'))
  } catch (cause) {
    const why = `${cause instanceof Error ? cause.message : ''}; PNG, JPEG, WebP, AVIF and GIF are supported`
    throw unreadable('A picture', cause, cause instanceof NoRasterPicture ? why : undefined)
  }
}

/** Videos cannot be decoded here, so this returns the embedded cover (the sandbox's videos have one), else a dark card. */
async function decodeCover(bytes: Uint8Array): Promise<Raster> {
  try {
    const input = openMedia(bytes)
    if ((await input.getPrimaryVideoTrack()) === null) throw new Error('no video track')
    const cover = (await input.getMetadataTags()).images?.[0]?.data
    if (cover !== undefined) return await decodePicture(cover)
    return await readRaster(
      sharp({ create: { width: 320, height: 180, channels: 4, background: '#23232e' } }),
    )
  } catch (cause) {
    throw unreadable('A video', cause)
  }
}

/** Audio is validated and ignored. */
async function checkSound(bytes: Uint8Array): Promise<void> {
  const track = await openMedia(bytes)
    .getPrimaryAudioTrack()
    .catch(() => null)
  if (track === null) throw unreadable('A sound')
}

function openMedia(bytes: Uint8Array): Input {
  return new Input({ source: new BufferSource(new Uint8Array(bytes)), formats: ALL_FORMATS })
}

function unreadable(what: string, cause?: unknown, why?: string): UpstreamError {
  const message = `${what} in the content cannot be read${why === undefined ? '' : `: ${why}`}.`
  return new UpstreamError('rejected', { code: 'invalid_input', param: 'content', message, cause })
}
