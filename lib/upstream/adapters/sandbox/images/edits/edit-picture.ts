import type { OverlayOptions, Sharp } from 'sharp'
import { sharp } from '@/lib/platform/sharp'
import type { ImageQuality, SourceImage } from '@/lib/upstream/contract/image-model'
import { mixByMask } from '@/lib/upstream/mix-by-mask'
import { hashText } from '../../conversation/hash-text'
import { choosePalette } from '../compose/choose-palette'
import { chooseScene } from '../compose/choose-scene'
import type { PictureSize } from '../picture-size'
import { type Random, randomOf } from '../random-of'
import { applyStyle } from '../styles/apply-style'
import { isOpaque, open, type Raster } from '../styles/raster'
import { drawAdditions } from './draw-additions'
import { fillHole } from './fill-hole'
import { grade } from './grade'
import { maskArea } from './mask-area'
import { type Edit, readEdit } from './read-edit'
import { readMask, readSource } from './read-source'
import { reposition } from './reposition'

export type EditOptions = {
  source: SourceImage
  mask: SourceImage | null
  prompt: string
  seed: number | null
  index: number
  size: PictureSize
  quality: ImageQuality
  background: 'auto' | 'opaque' | 'transparent'
}

/**
 * The source, changed as the words ask for: its light, its manner, what stands in it, its setting. With a mask only
 * where that is transparent; every other pixel stays as it was. Equal options give an equal picture.
 */
export async function editPicture(options: EditOptions): Promise<Sharp> {
  const { size, mask } = options
  const edit = readEdit(options.prompt)
  const random = randomOf(hashText(`${options.prompt}\n${options.seed ?? ''}\n${options.index}`))
  const source = await readSource(options.source, size)
  const gate = mask === null ? null : await readMask(mask, size)
  const edited = await change({ options, edit, source, gate, random })
  const pixels =
    gate === null ? edited.pixels : mixByMask({ source: source.pixels, edited: edited.pixels, kept: gate })
  return withBackground({ ...size, pixels }, options)
}

type Change = { options: EditOptions; edit: Edit; source: Raster; gate: Buffer | null; random: Random }

async function change({ options, edit, source, gate, random }: Change): Promise<Raster> {
  const { brief } = edit
  const { size, quality } = options
  const isScenery = brief.scene !== null && (gate !== null || edit.replacesScene)
  const scene = isScenery ? brief.scene : null
  const home = brief.scene ?? chooseScene(brief, random.fork('scene'))
  const { palette, hour } = choosePalette(brief, home, random.fork('palette'))
  const isAdded = brief.subjects.length > 0 || brief.weather !== null || scene !== null
  const isTouched = isAdded || (edit.removes && gate !== null) || asksForTreatment(edit)
  // Where something new is to stand, or something to go, the mask's inside is made empty first.
  const isCleared = edit.removes || (isAdded && scene === null)
  const cleared = gate !== null && isCleared ? await fillHole(source, gate) : source
  const isLit = !isTouched || options.index > 0
  const graded = await grade(await reposition(cleared, edit), edit, palette, isLit)
  const inks = { dark: palette.ink, light: palette.paper }
  const styled = brief.style === null ? graded : await applyStyle(graded, brief.style, inks)
  const isMood = brief.hour !== null || brief.palette !== null || brief.colours.length > 0
  const area = gate === null ? { left: 0, top: 0, ...size } : maskArea(gate, size)
  const look = { palette, hour, random, quality, isTold: !isTouched && !isMood }
  const layers = [{ input: Buffer.from(drawAdditions({ edit, size, area, scene, ...look })) }]
  // A new setting for the whole picture leaves its middle, where the subject most likely is.
  const middle = gate === null && scene !== null ? [await heart(styled)] : []
  const pixels = await open(styled)
    .composite([...layers, ...middle])
    .raw()
    .toBuffer()
  return { ...size, pixels }
}

/** Whether the words ask for something to be done to what is there. */
function asksForTreatment(edit: Edit): boolean {
  const isTempered = edit.brightness !== 1 || edit.saturation !== 1 || edit.warmth !== 1
  const isMoved = edit.mirrors || edit.turnsDegrees !== 0
  return isTempered || isMoved || edit.vignette || edit.border || edit.brief.style !== null
}

/** The middle of a picture, its edge fading out. */
async function heart(raster: Raster): Promise<OverlayOptions> {
  const { width, height } = raster
  const shape = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><defs><radialGradient id="h" r=".5"><stop offset=".74" stop-color="#fff"/><stop offset="1" stop-color="#fff" stop-opacity="0"/></radialGradient></defs><ellipse cx="50%" cy="55%" rx="34%" ry="42%" fill="url(#h)"/></svg>`
  const input = await open(raster)
    .composite([{ input: Buffer.from(shape), blend: 'dest-in' }])
    .raw()
    .toBuffer()
  return { input, raw: { width, height, channels: 4 } }
}

/** `auto` keeps what the source has. */
function withBackground(raster: Raster, { background, mask }: EditOptions): Sharp {
  const isWhole = isOpaque(raster)
  if (background === 'opaque') return open(raster).flatten({ background: '#ffffff' }).removeAlpha()
  if (background === 'transparent' && isWhole && mask === null) return cutOut(raster)
  return isWhole ? open(raster).removeAlpha() : open(raster)
}

/** The sandbox cannot tell a subject from its ground: it cuts the middle out, as one does with scissors. */
function cutOut({ width, height, pixels }: Raster): Sharp {
  const shape = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><ellipse cx="50%" cy="50%" rx="46%" ry="46%" fill="#fff"/></svg>`
  return sharp(pixels, { raw: { width, height, channels: 4 } }).composite([
    { input: Buffer.from(shape), blend: 'dest-in' },
  ])
}
