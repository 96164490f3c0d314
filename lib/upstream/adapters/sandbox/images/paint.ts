import { join } from 'node:path'
import type { Sharp } from 'sharp'
import { openPicture, sharp } from '@/lib/platform/sharp'
import type { SourceImage } from '@/lib/upstream/contract/image-model'
import { mixByMask } from '@/lib/upstream/mix-by-mask'
import { randomOf } from '../knobs'
import entries from '../scenes/scenes.json'
import { drawCaption, drawLabel, sheetOf } from './lettering'

export type PictureSize = { width: number; height: number }
/** RGBA, four bytes per pixel. */
export type Raster = PictureSize & { pixels: Buffer }

type Painting = {
  prompt: string
  size: PictureSize
  background: 'opaque' | 'transparent'
  /** Decides what the prompt does not. */
  seed: number
}

/** A scene by the words of the prompt, cropped to the size, toned by the seed, with the prompt as its caption. */
export async function paintPrompt({ prompt, size, background, seed }: Painting): Promise<Sharp> {
  const { scene } = chooseScene(prompt, seed)
  if (background === 'transparent')
    return openRaster(await cutOut(scene, size, seed)).composite([labelOf(size)])
  const flat = await flatten(await readLayers(scene, size, seed))
  const words = sheetOf(size, drawCaption(size, prompt), drawLabel(size))
  return tone(openRaster(flat), seed, 1)
    .composite([{ input: words }])
    .removeAlpha()
}

type Editing = Painting & {
  source: SourceImage
  mask: SourceImage | null
  wantsClear: 'auto' | 'opaque' | 'transparent'
}

/** Edits the source by the prompt: inside the mask's hole, or the whole image without a mask. */
export async function editPicture(editing: Editing): Promise<Sharp> {
  const source = await readSource(editing.source, editing.size)
  if (editing.mask === null) return withBackground(await editWhole(source, editing), editing.wantsClear)
  const kept = await readMask(editing.mask, editing.size)
  const edited = await fillHole(source, kept, editing)
  const pixels = mixByMask({ source: source.pixels, edited: edited.pixels, kept })
  return withBackground({ ...source, pixels }, editing.wantsClear === 'opaque' ? 'opaque' : 'auto')
}

const DARKENS = /\b(?:dark|darker|night|moody|dusk|storm)\b/i

/** Changes the light, and adds the subject that the prompt names. */
async function editWhole(source: Raster, { prompt, size, seed }: Editing): Promise<Raster> {
  const { scene, isNamed } = chooseScene(prompt, seed)
  const brightness = DARKENS.test(prompt) ? 0.6 : 1.08
  const graded = await readRaster(tone(openRaster(source), seed, 1.2).modulate({ brightness }))
  const added = isNamed && scene.subject !== null ? [await subjectIn(scene, size)] : []
  return readRaster(openRaster(graded).composite([...added, labelOf(size)]))
}

/** Draws the prompt's scene into the hole. */
async function fillHole(source: Raster, kept: Buffer, { prompt, size, seed }: Editing): Promise<Raster> {
  const { left, top, ...hole } = areaOf(kept, size)
  const scene = await flatten(await readLayers(chooseScene(prompt, seed).scene, hole, seed))
  const toned = await readRaster(tone(openRaster(scene), seed, 1).composite([labelOf(hole)]))
  return readRaster(openRaster(source).composite([{ ...layer(toned), left, top }]))
}

export type Variation = Omit<Painting, 'background' | 'prompt'> & { source: SourceImage; index: number }

/** Crops the source, changes its light, and mirrors every third variation. */
export async function varyPicture({ source, size, seed, index }: Variation): Promise<Sharp> {
  const whole = await readSource(source, await sourceSize(source))
  const random = randomOf(seed)
  const share = 0.75 + 0.15 * random()
  const [width, height] = [Math.ceil(whole.width * share), Math.ceil(whole.height * share)]
  const left = Math.floor((whole.width - width) * random())
  const top = Math.floor((whole.height - height) * random())
  const part = await readRaster(openRaster(whole).extract({ left, top, width, height }))
  const near = openRaster(part)
    .resize({ ...size, fit: 'cover' })
    .flop(index % 3 === 1)
  const made = await readRaster(tone(near, seed + index, 2.4))
  return withBackground(await readRaster(openRaster(made).composite([labelOf(size)])), 'auto')
}

/** The scene's layers, all cropped to the same window around the focus. */
export async function readLayers(scene: Scene, size: PictureSize, seed: number, from = 0): Promise<Raster[]> {
  const random = randomOf(seed ^ 0x5bd1e995)
  const { width: fullWidth, height: fullHeight } = SCENE_SIZE
  const ratio = size.width / size.height
  const width = Math.max(1, Math.floor(Math.min(fullWidth, fullHeight * ratio) * (0.9 + 0.1 * random())))
  const height = Math.max(1, Math.min(fullHeight, Math.round(width / ratio)))
  const offset = (focus: number, part: number, whole: number) =>
    Math.round(Math.min(whole - part, Math.max(0, focus * whole - part * (0.44 + 0.12 * random()))))
  const window = {
    left: offset(scene.focus.x, width, fullWidth),
    top: offset(scene.focus.y, height, fullHeight),
    width,
    height,
  }
  const isMirrored = random() < 0.5
  const [x, y] = [size.width / window.width, size.height / window.height]
  const whole = { width: Math.ceil(fullWidth * x), height: Math.ceil(fullHeight * y), fit: 'fill' } as const
  const part = { ...size, left: Math.floor(window.left * x), top: Math.floor(window.top * y) }
  const layers: Raster[] = []
  for (let index = from; index < scene.layers; index++) {
    // In this order the decoder itself scales the layer down.
    const cropped = sharp(layerFile(scene, index)).resize(whole).extract(part)
    layers.push(await readRaster(cropped.flop(isMirrored)))
  }
  return layers
}

async function flatten([first, ...rest]: Raster[]): Promise<Raster> {
  if (first === undefined) throw new Error('a scene has no layers')
  return readRaster(openRaster(first).composite(rest.map(layer)))
}

/** The scene's subject on a transparent background; for a place, everything before its sky. */
async function cutOut(scene: Scene, size: PictureSize, seed: number): Promise<Raster> {
  if (scene.subject === null) return flatten(await readLayers(scene, size, seed, 1))
  const clear = sharp({ create: { ...size, channels: 4, background: '#00000000' } })
  return readRaster(clear.composite([await subjectIn(scene, size, 0.84, 0.5)]))
}

/** The scene's subject as an overlay: `share` of the image, at `depth` between the upper (0) and lower edge (1). */
async function subjectIn(scene: Scene, { width, height }: PictureSize, share = 0.5, depth = 0.8) {
  const trimmed = sharp(layerFile(scene, scene.subject ?? 0)).trim()
  const most = (side: number) => Math.max(1, Math.floor(side * share))
  const fitted = trimmed.resize(most(width), most(height), { fit: 'inside' }).png()
  const { data, info } = await fitted.toBuffer({ resolveWithObject: true })
  const [left, top] = [(width - info.width) / 2, (height - info.height) * depth].map(Math.floor)
  return { input: data, left: left ?? 0, top: top ?? 0 }
}

/** Makes an image a little warmer or cooler, brighter or darker, by the seed. */
function tone(image: Sharp, seed: number, strength: number): Sharp {
  const random = randomOf(seed ^ 0x2545f491)
  const swing = () => 1 + (random() * 2 - 1) * strength * 0.07
  const [warmth, light] = [swing(), swing()]
  return image.linear([warmth * light, light, light / warmth, 1], [0, 0, 0, 0])
}

/** The bounding box of a mask's hole; the whole image if it has none. */
function areaOf(kept: Buffer, { width, height }: PictureSize) {
  let [left, right, top, bottom] = [width, -1, height, -1]
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      if ((kept[y * width + x] ?? 255) > 127) continue
      left = Math.min(left, x)
      right = Math.max(right, x)
      top = Math.min(top, y)
      bottom = y
    }
  if (right < 0) return { left: 0, top: 0, width, height }
  return { left, top, width: right + 1 - left, height: bottom + 1 - top }
}

const LONGEST_SIDE = 3840
const LONGEST_SHORT_SIDE = 2160

/** The source's own size, upright, times a factor, scaled down to the largest size of answers. */
export async function sourceSize({ bytes }: SourceImage, factor = 1): Promise<PictureSize> {
  const { autoOrient } = await (await openPicture(bytes)).metadata()
  const { width, height } = autoOrient
  const scale = Math.min(
    factor,
    LONGEST_SIDE / Math.max(width, height),
    LONGEST_SHORT_SIDE / Math.min(width, height),
  )
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

/** The source's pixels, scaled to a size. */
export async function readSource({ bytes }: SourceImage, size: PictureSize): Promise<Raster> {
  const upright = (await openPicture(bytes, { ignoreIcc: true })).autoOrient().toColourspace('srgb')
  return readRaster(upright.resize({ ...size, fit: 'cover' }).ensureAlpha())
}

/** The opacity of a mask, one byte per pixel. */
async function readMask({ bytes }: SourceImage, size: PictureSize): Promise<Buffer> {
  const fitted = (await openPicture(bytes)).autoOrient().resize({ ...size, fit: 'cover', kernel: 'nearest' })
  return fitted.ensureAlpha().extractChannel(3).raw({ depth: 'uchar' }).toBuffer()
}

/** `auto` keeps the source's background; an opaque image that should be transparent is cut to an ellipse. */
function withBackground(made: Raster, wanted: Editing['wantsClear']): Sharp {
  const isWhole = !made.pixels.some((value, at) => at % 4 === 3 && value < 255)
  if (wanted === 'opaque') return openRaster(made).flatten({ background: '#ffffff' }).removeAlpha()
  if (!isWhole) return openRaster(made)
  if (wanted !== 'transparent') return openRaster(made).removeAlpha()
  const { width, height } = made
  const shape = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><ellipse cx="50%" cy="50%" rx="46%" ry="46%" fill="#fff"/></svg>`
  return openRaster(made).composite([{ input: Buffer.from(shape), blend: 'dest-in' }])
}

export function labelOf(size: PictureSize) {
  return { input: sheetOf(size, drawLabel(size)) }
}

function layer({ pixels, width, height }: Raster) {
  return { input: pixels, raw: { width, height, channels: 4 as const } }
}

export function openRaster({ pixels, width, height }: Raster): Sharp {
  return sharp(pixels, { raw: { width, height, channels: 4 } })
}

export async function readRaster(image: Sharp): Promise<Raster> {
  const raw = image.ensureAlpha().raw({ depth: 'uchar' })
  const { data: pixels, info } = await raw.toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, pixels }
}

/**
 * An illustration in layers, from the farthest to the nearest (`scenes/<name>-<layer>.webp`), all of the same size and without
 * text; `scenes.json` describes what each shows.
 */
type Scene = {
  name: string
  layers: number
  /** The layer that only has the scene's subject; null if the scene is a place. */
  subject: number | null
  /** The point that crops keep visible, as shares of width and height. */
  focus: { x: number; y: number }
}

const SCENE_SIZE = { width: 1800, height: 1440 } as const

/** The path in the checkout. */
function layerFile({ name }: Scene, layer: number): string {
  return join(process.cwd(), 'lib/upstream/adapters/sandbox/scenes', `${name}-${layer}.webp`)
}

const THING = 3
const scenes = Object.entries(entries).map(([name, { things, places, ...scene }]) => ({
  scene: { name, ...scene } satisfies Scene,
  /** Scores of words: its subject counts more than the place around it. */
  words: new Map([
    ...places.split(' ').map((word) => [word, 1] as const),
    ...things.split(' ').map((word) => [word, THING] as const),
  ]),
}))

const LONGEST_READ = 2000

/** The scene with the best score for the prompt's words; the seed chooses between equals, and if no word is known. */
export function chooseScene(prompt: string, seed: number): { scene: Scene; isNamed: boolean } {
  const words = new Set(
    prompt
      .slice(0, LONGEST_READ)
      .toLowerCase()
      .match(/\p{L}+/gu),
  )
  const scored = scenes.map(({ scene, words: scores }) => ({
    scene,
    score: [...words].reduce(
      (sum, word) => sum + (scores.get(word) ?? scores.get(word.replace(/s$/, '')) ?? 0),
      0,
    ),
  }))
  const best = Math.max(...scored.map(({ score }) => score))
  const equals = scored.filter(({ score }) => score === best)
  const chosen = equals[Math.floor(randomOf(seed)() * equals.length)]
  if (chosen === undefined) throw new Error('there is no scene')
  return { scene: chosen.scene, isNamed: best >= THING }
}
