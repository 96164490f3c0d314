import type { ImageQuality } from '@/lib/upstream/contract/image-model'
import type { Palette } from '../colour/palette'
import { drawWeather } from '../compose/draw-weather'
import { placeSubjects } from '../compose/place-subjects'
import { SHORT_SIDE, Stage } from '../drawing/stage'
import { round, svg } from '../drawing/svg'
import { sandboxLabel } from '../lettering/sandbox-label'
import { titleBlock } from '../lettering/title-block'
import { motifs } from '../motifs/motifs'
import type { PictureSize } from '../picture-size'
import type { Random } from '../random-of'
import type { Hour, Spot } from '../scenes/scene'
import { type SceneName, scenes } from '../scenes/scenes'
import type { Area } from './mask-area'
import type { Edit } from './read-edit'

type Addition = {
  edit: Edit
  size: PictureSize
  /** Where the additions go. */
  area: Area
  /** The setting to draw there first; null: what is there stays. */
  scene: SceneName | null
  palette: Palette
  hour: Hour
  random: Random
  quality: ImageQuality
  /** Say in type what was asked, since nothing of it could be drawn. */
  isTold: boolean
}

const details = { low: 1, medium: 2, high: 3 } as const

/** Everything that an edit draws into a picture, as one drawing of the picture's size. */
export function drawAdditions({
  edit,
  size,
  area,
  scene,
  palette,
  hour,
  random,
  quality,
  isTold,
}: Addition): string {
  const short = Math.min(area.width, area.height)
  const scale = SHORT_SIDE / short
  const room = { width: area.width * scale, height: area.height * scale, pixelsPerUnit: short / SHORT_SIDE }
  const stage = new Stage(room.width, room.height, palette, random.fork('edit'), details[quality])
  const setting =
    scene === null ? null : scenes[scene](stage, { hour, hasSubject: edit.brief.subjects.length > 0 })
  const spot = setting?.spot ?? freeSpot(edit, room, area.width < size.width)
  const told = isTold || edit.brief.isQuote ? telling(stage, edit) : ''
  const inside =
    (setting?.back ?? '') +
    placeSubjects(stage, edit.brief.subjects, spot, scene ?? 'space') +
    (setting?.front ?? '') +
    (edit.brief.weather === null ? '' : drawWeather(stage, edit.brief.weather)) +
    (edit.vignette ? vignette(stage) : '') +
    (edit.border ? border(stage) : '') +
    told +
    sandboxLabel(room, palette)
  const placed = `<svg x="${area.left}" y="${area.top}" width="${area.width}" height="${area.height}" viewBox="0 0 ${round(room.width)} ${round(room.height)}" preserveAspectRatio="none">${stage.defs}${inside}</svg>`
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}">${placed}</svg>`
}

/** Inside a mask in the middle of it; else beside the middle, things of the air above it. */
function freeSpot({ brief }: Edit, room: { width: number; height: number }, isMasked: boolean): Spot {
  const [first] = brief.subjects
  const isAlone = first === undefined || (first.count === 1 && brief.subjects.length === 1)
  if (isMasked) return { x: room.width * 0.5, y: room.height * 0.88, height: room.height * 0.74 }
  const flies = first !== undefined && motifs[first.motif].stance === 'air'
  return {
    x: room.width * (isAlone ? 0.7 : 0.5),
    y: room.height * (flies ? 0.52 : 0.9),
    height: room.height * (flies ? 0.4 : 0.5),
  }
}

/** The words of the prompt on a slip of paper. */
function telling(stage: Stage, { brief }: Edit): string {
  const { ink, paper } = stage.palette
  const block = {
    text: brief.isQuote ? brief.title : brief.caption.slice(0, 60),
    width: stage.width * 0.62,
    height: 150,
    face: 'black' as const,
    largest: 62,
    mostLines: 3,
  }
  const title = titleBlock({ ...block, x: 90, y: stage.height - 110, from: 'bottom', colour: ink })
  if (title.drawn === '') return ''
  return (
    svg.rect(56, stage.height - 144 - title.height, block.width + 68, title.height + 72, paper, 0.95, 6) +
    svg.rect(56, stage.height - 144 - title.height, 10, title.height + 72, stage.palette.accent) +
    title.drawn
  )
}

function vignette(stage: Stage): string {
  const fill = stage.radial([
    [0.55, stage.palette.ink, 0],
    [1, stage.palette.ink, 0.72],
  ])
  const [x, y] = [stage.width / 2, stage.height / 2]
  return `<g transform="translate(${round(x)} ${round(y)}) scale(${round(stage.width / 100) / 10} ${round(stage.height / 100) / 10})">${svg.circle(0, 0, 760, fill)}</g>`
}

function border({ width, height, palette }: Stage): string {
  const edge = 46
  return svg.path(
    `M0 0H${round(width)}V${round(height)}H0ZM${edge} ${edge}V${round(height - edge)}H${round(width - edge)}V${edge}Z`,
    palette.paper,
  )
}
