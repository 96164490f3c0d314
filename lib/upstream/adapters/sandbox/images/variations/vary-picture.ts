import type { OverlayOptions, Sharp } from 'sharp'
import { sharp } from '@/lib/platform/sharp'
import type { ImageQuality, SourceImage } from '@/lib/upstream/contract/image-model'
import { hashText } from '../../conversation/hash-text'
import { palettes } from '../colour/palettes'
import { SHORT_SIDE } from '../drawing/stage'
import { readSource, sourceSize } from '../edits/read-source'
import { grain } from '../finish/grain'
import { sandboxLabel } from '../lettering/sandbox-label'
import type { PictureSize } from '../picture-size'
import { type Random, randomOf } from '../random-of'
import { isOpaque, open, type Raster, withAlphaOf } from '../styles/raster'

export type Variation = {
  source: SourceImage
  seed: number | null
  index: number
  size: PictureSize
  quality: ImageQuality
}

/** The hours that a source can be seen at again: what lies over it, and how. */
const lights = [
  {
    colours: ['#ffe3b0', '#ff8f5a'],
    blend: 'soft-light',
    strength: 0.75,
    brightness: 1.03,
    saturation: 1.15,
  },
  { colours: ['#bcd8ff', '#3f62a8'], blend: 'soft-light', strength: 0.8, brightness: 0.98, saturation: 0.9 },
  { colours: ['#fff7e6', '#8a5a3c'], blend: 'overlay', strength: 0.38, brightness: 1.05, saturation: 0.85 },
  {
    colours: ['#e6d4ff', '#5a3f8f'],
    blend: 'soft-light',
    strength: 0.75,
    brightness: 1.02,
    saturation: 1.08,
  },
  { colours: ['#d9f3e2', '#1f6f62'], blend: 'soft-light', strength: 0.75, brightness: 1.02, saturation: 1.1 },
] as const

/**
 * The source seen again: from nearer, from the other side, at another hour. No two of one call are alike, since each
 * takes its own light and turn; the same source, seed and index give the same one.
 */
export async function varyPicture({ source, seed, index, size, quality }: Variation): Promise<Sharp> {
  const random = randomOf(hashText(`${seed ?? ''}\n${hashText(source.bytes.toString('latin1', 0, 4096))}`))
  const first = random.whole(0, lights.length - 1)
  const light = lights[(first + index) % lights.length] ?? lights[0]
  const own = random.fork(`variation ${index}`)
  const near = await moved(source, size, own, index)
  const isWhole = isOpaque(near)
  const { width, height } = size
  const tempered = open(near).modulate({
    brightness: light.brightness,
    saturation: light.saturation * own.between(0.94, 1.06),
    hue: own.whole(-9, 9),
  })
  const { pixels } = await withAlphaOf(tempered, near)
  const layers: OverlayOptions[] = [
    { input: Buffer.from(shine(size, light.colours, light.strength, own)), blend: light.blend },
  ]
  if (quality !== 'low' && isWhole) layers.push(grain(quality === 'high' ? 30 : 20, size))
  layers.push({ input: Buffer.from(label(size)) })
  const lit = sharp(pixels, { raw: { width, height, channels: 4 } }).composite(layers)
  return isWhole
    ? lit.removeAlpha()
    : lit.composite([
        ...layers,
        { input: near.pixels, raw: { width, height, channels: 4 }, blend: 'dest-in' },
      ])
}

/** A window onto the source, a little closer each time, and from the other side every other time. */
async function moved(source: SourceImage, size: PictureSize, random: Random, index: number): Promise<Raster> {
  const whole = await readSource(source, await sourceSize(source))
  const ratio = size.width / size.height
  const fit = Math.min(whole.width, whole.height * ratio)
  const share = random.between(0.8, 0.93)
  const width = Math.max(1, Math.floor(fit * share))
  const height = Math.max(1, Math.min(whole.height, Math.floor((fit * share) / ratio)))
  const left = Math.floor((whole.width - width) * random.between(0.2, 0.8))
  const top = Math.floor((whole.height - height) * random.between(0.2, 0.8))
  const pixels = await open(whole)
    .extract({ left, top, width, height })
    .resize({ ...size, fit: 'fill' })
    .flop(index % 3 === 1)
    .raw()
    .toBuffer()
  return { ...size, pixels }
}

function shine(
  { width, height }: PictureSize,
  [from, to]: readonly [string, string],
  strength: number,
  random: Random,
): string {
  const angle = random.between(0.6, 2.4)
  const [x, y] = [Math.cos(angle) / 2, Math.sin(angle) / 2]
  const ends = `x1="${(0.5 - x).toFixed(3)}" y1="${(0.5 - y).toFixed(3)}" x2="${(0.5 + x).toFixed(3)}" y2="${(0.5 + y).toFixed(3)}"`
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><defs><linearGradient id="l" ${ends}><stop offset="0" stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient></defs><rect width="100%" height="100%" fill="url(#l)" fill-opacity="${strength}"/></svg>`
}

function label({ width, height }: PictureSize): string {
  const scale = SHORT_SIDE / Math.min(width, height)
  const sheet = { width: width * scale, height: height * scale, pixelsPerUnit: 1 / scale }
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${sheet.width.toFixed(1)} ${sheet.height.toFixed(1)}">${sandboxLabel(sheet, palettes.nordic)}</svg>`
}
