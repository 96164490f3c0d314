import type { ImageQuality } from '@/lib/upstream/contract/image-model'
import { hashText } from '../../conversation/hash-text'
import type { Brief } from '../brief/brief'
import { readBrief } from '../brief/read-brief'
import type { Palette } from '../colour/palette'
import { SHORT_SIDE, Stage } from '../drawing/stage'
import { round } from '../drawing/svg'
import { chooseLayout } from '../layouts/choose-layout'
import { sandboxLabel } from '../lettering/sandbox-label'
import type { Sheet } from '../lettering/sheet'
import type { MotifName } from '../motifs/motifs'
import type { PictureSize } from '../picture-size'
import { type Random, randomOf } from '../random-of'
import { type SceneName, scenes } from '../scenes/scenes'
import { choosePalette } from './choose-palette'
import { chooseScene } from './choose-scene'
import type { Composed } from './composed'
import { drawSticker } from './draw-sticker'
import { drawWeather } from './draw-weather'
import { placeSubjects } from './place-subjects'

export type PictureOptions = {
  prompt: string
  seed: number | null
  /** Which of the pictures of one call. */
  index: number
  size: PictureSize
  quality: ImageQuality
  background: 'opaque' | 'transparent'
}

/** The picture as two drawings of one size, so that a style can treat the one and leave the letters sharp. */
export type Drawing = { art: string; letters: string; brief: Brief; palette: Palette }

/** What a setting has of itself. */
const inherent: Partial<Record<SceneName, readonly MotifName[]>> = {
  portrait: ['figure'],
  beach: ['palm'],
  forest: ['tree', 'pine', 'branch'],
  desert: ['cactus'],
  botanical: ['branch', 'flower'],
  city: ['house'],
}

const details = { low: 1, medium: 2, high: 3 } as const

export function drawPicture(options: PictureOptions): Drawing {
  const { prompt, seed, index, size, quality } = options
  const brief = readBrief(prompt)
  const random = randomOf(
    hashText(`${prompt.toLowerCase().replace(/\s+/g, ' ').trim()}\n${seed ?? ''}\n${index}`),
  )
  const short = Math.min(size.width, size.height)
  const sheet = {
    width: (size.width / short) * SHORT_SIDE,
    height: (size.height / short) * SHORT_SIDE,
    pixelsPerUnit: short / SHORT_SIDE,
  }
  const detail = details[quality]
  const { art, letters, palette } =
    options.background === 'transparent'
      ? drawSticker(brief, sheet, random, detail)
      : drawPoster(brief, sheet, random, detail)
  return { art: sheetOf(sheet, size, art), letters: sheetOf(sheet, size, letters), brief, palette }
}

function drawPoster(brief: Brief, sheet: Sheet, random: Random, detail: 1 | 2 | 3): Composed {
  const name = chooseScene(brief, random.fork('scene choice'))
  const { palette, hour } = choosePalette(brief, name, random.fork('palette'))
  const layout = chooseLayout(brief, name, sheet, random.fork('layout'))
  const frame = layout.frame(sheet)
  const stage = new Stage(frame.width, frame.height, palette, random.fork('scene'), detail)
  const subjects = brief.subjects.filter(({ motif }) => !inherent[name]?.includes(motif))
  const scene = scenes[name](stage, { hour, hasSubject: subjects.length > 0 })
  const picture =
    scene.back +
    (layout.behind?.({ stage, scene, brief }) ?? '') +
    placeSubjects(stage, subjects, layout.spot?.(scene.spot, frame) ?? scene.spot, name) +
    scene.front +
    (brief.weather === null || name === 'space' ? '' : drawWeather(stage, brief.weather))
  const inside = `<svg x="${round(frame.x)}" y="${round(frame.y)}" width="${round(frame.width)}" height="${round(frame.height)}" viewBox="0 0 ${round(frame.width)} ${round(frame.height)}" overflow="hidden">${picture}</svg>`
  const letters = layout.letters(sheet, { stage, scene, brief }) + sandboxLabel(sheet, palette)
  return { art: stage.defs + layout.under(sheet, palette) + inside, letters: stage.defs + letters, palette }
}

function sheetOf({ width, height }: Sheet, size: PictureSize, content: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}" viewBox="0 0 ${Math.round(width * 100) / 100} ${Math.round(height * 100) / 100}" preserveAspectRatio="none">${content}</svg>`
}
