import { SHORT_SIDE, Stage } from '../../images/drawing/stage'
import { type SceneName, scenes } from '../../images/scenes/scenes'
import { enter } from '../actors/enter'
import { rasterise } from '../paint/rasterise'
import { toPlaneImage } from '../picture/to-plane-image'
import { floatMotes } from '../props/float-motes'
import { riseSteam } from '../props/rise-steam'
import { backdrop, marginOf } from '../stage/backdrop'
import type { FilmSet } from '../stage/film-set'
import { held } from '../stage/held'
import type { Prop } from '../stage/prop'

const BACK_DEPTH = 0.45
const FRONT_DEPTH = 1.25

/** Motifs that have their own place in a setting's drawing. */
const hot: readonly string[] = ['cup', 'bowl', 'teapot', 'bread', 'pizza']

/** A still picture's setting as a stage of cardboard: its back, the prompt's subjects, its front, with air between. */
export async function buildDiorama(set: FilmSet, name: SceneName): Promise<Prop[]> {
  const { width, height, unit, palette, hour, brief } = set
  const margin = marginOf(width, FRONT_DEPTH)
  const toUnits = SHORT_SIDE / (unit + 2 * margin)
  const wide = width + 2 * margin
  const high = height + 2 * margin
  const stage = new Stage(wide * toUnits, high * toUnits, palette, set.random.fork('diorama'), 3)
  const subjects =
    name === 'portrait' ? brief.subjects.filter(({ motif }) => motif !== 'figure') : brief.subjects
  const scene = scenes[name](stage, { hour, hasSubject: subjects.length > 0 })
  const layer = async (drawing: string) =>
    toPlaneImage(await rasterise(stage.defs + drawing, [stage.width, stage.height], wide, high))
  const hang = async (drawing: string, depth: number) =>
    backdrop(await layer(drawing), { left: -margin, top: -margin, depth })
  const spot = {
    x: scene.spot.x / toUnits - margin,
    y: scene.spot.y / toUnits - margin,
    tall: scene.spot.height / toUnits,
  }
  const first = subjects[0]
  return [
    held([await hang(scene.back, BACK_DEPTH)]),
    ...(await enter(set, subjects, {
      x: spot.x,
      footAt: () => spot.y,
      depth: 0.85,
      tall: spot.tall,
      hasShadow: name !== 'portrait',
      stays: true,
    })),
    ...(first !== undefined && hot.includes(first.motif)
      ? [riseSteam(set, { x: spot.x, y: spot.y - spot.tall * 0.62, depth: 0.86 })]
      : []),
    ...(scene.front === '' ? [] : [await hang(scene.front, FRONT_DEPTH)]),
    floatMotes(set, {
      count: 46,
      size: 0.006,
      colour: palette.light,
      rise: 0.01,
      from: 0,
      to: 1,
      twinkle: 0.85,
    }),
  ]
}
