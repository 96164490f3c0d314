import type { Subject } from '../../images/brief/brief'
import { mixColours } from '../../images/colour/oklch'
import { paintOf } from '../../images/compose/place-subjects'
import type { Paint } from '../../images/motifs/motif'
import { paintGlow } from '../paint/paint-glow'
import { rasterise } from '../paint/rasterise'
import type { Frame } from '../picture/create-frame'
import { drawImage } from '../picture/draw-image'
import type { PlaneImage } from '../picture/plane-image'
import { toPlaneImage } from '../picture/to-plane-image'
import { seenAt } from '../stage/camera'
import type { FilmSet } from '../stage/film-set'
import type { Moment, Prop } from '../stage/prop'
import { motifOf } from './cast'
import { facesLeft, mannerOf } from './manner'
import { poseAt } from './pose-at'

export type Entrance = {
  /** The middle of the group, in pixels of the set. */
  x: number
  /** The foot, by the place along the set. */
  footAt: (x: number) => number
  depth: number
  /** In pixels, of a motif whose scale is 1. */
  tall: number
  /** 0–1: how much of its colours the hour takes. */
  dim?: number
  hasShadow?: boolean
  /** Where it stays although it would move, as a car does that the camera goes with. */
  stays?: boolean
}

/** A motif's drawing reaches above its box (a rocket's tip, smoke) and a little below. */
const VIEW = { above: 165, below: 22, aside: 14 }

/** Of the frame's width: how wide an actor may be, and how far it may go. */
const WIDEST = 0.6
const LONGEST_WALK = 0.4

type Actor = { image: PlaneImage; x: number; tall: number; phase: number; pixelsPerUnit: number }

/** Puts subjects on the set, side by side, each moving in its manner. */
export async function enter(set: FilmSet, subjects: readonly Subject[], entrance: Entrance): Promise<Prop[]> {
  const props: Prop[] = []
  let offset = 0
  for (const [order, subject] of subjects.entries()) {
    const x = entrance.x + (order % 2 === 0 ? offset : -offset)
    props.push(await group(set, subject, order, { ...entrance, x }))
    offset += entrance.tall * motifOf(subject).scale * 0.011 * motifOf(subject).width + entrance.tall * 0.2
  }
  return props
}

async function group(set: FilmSet, subject: Subject, rank: number, entrance: Entrance): Promise<Prop> {
  const motif = motifOf(subject)
  const random = set.random.fork(`actor ${subject.motif}`)
  const tall = Math.min(entrance.tall * motif.scale, (WIDEST * set.width * 100) / motif.width)
  const image = await imageOf(set, subject, rank, tall, entrance.dim ?? 0)
  const manner = mannerOf(subject.motif, motif.stance)
  const walk = entrance.stays
    ? { start: entrance.x, pace: 0 }
    : walkOf(set, entrance.x, (tall * motif.width) / 100, poseAt(manner, set.seconds, 1, 0).along * tall)
  const spread = Math.max(tall * motif.width * 0.0105, tall * 0.5)
  const actors: Actor[] = Array.from({ length: subject.count }, (_, at) => ({
    image,
    x: walk.start + (at - (subject.count - 1) / 2) * spread * random.between(0.9, 1.15),
    tall: tall * (at === 0 ? 1 : random.between(0.78, 0.98)),
    phase: at === 0 ? 0 : random.between(0.3, 5),
    pixelsPerUnit: tall / 100,
  }))
  const shadow = entrance.hasShadow ? toPlaneImage(paintGlow(24, [0, 0, 0], 1.2)) : null
  return (frame, moment) => {
    for (const actor of actors) {
      const pose = poseAt(manner, moment.seconds, moment.progress, actor.phase)
      drawActor(frame, moment, entrance, actor, { ...pose, along: pose.along * walk.pace }, shadow)
    }
  }
}

/** Where it sets out, and how much slower than it would it goes, so that it is all in the picture from end to end. */
function walkOf(
  { width }: FilmSet,
  middle: number,
  wide: number,
  way: number,
): { start: number; pace: number } {
  const pace = Math.min(1, (width * LONGEST_WALK) / Math.max(1, way))
  const [least, most] = [wide * 0.55, width - wide * 0.55 - way * pace]
  return { start: Math.max(least, Math.min(most, middle - (way * pace) / 2)), pace }
}

async function imageOf(
  { palette }: FilmSet,
  subject: Subject,
  rank: number,
  tall: number,
  dim: number,
): Promise<PlaneImage> {
  const motif = motifOf(subject)
  const drawing = motif.draw(dimmed(paintOf(subject, palette, rank, motif), palette.near, dim))
  const wide = motif.width + 2 * VIEW.aside
  const high = VIEW.above + VIEW.below
  const turned = facesLeft(subject.motif) ? `<g transform="scale(-1 1)">${drawing}</g>` : drawing
  const svg = `<g transform="translate(${wide / 2} ${VIEW.above})">${turned}</g>`
  return toPlaneImage(await rasterise(svg, [wide, high], (wide * tall) / 100, (high * tall) / 100))
}

function drawActor(
  frame: Frame,
  { view }: Moment,
  { footAt, depth }: Entrance,
  actor: Actor,
  pose: ReturnType<typeof poseAt>,
  shadow: PlaneImage | null,
): void {
  const { image, tall, pixelsPerUnit } = actor
  const x = actor.x + pose.along * tall
  const foot = footAt(x)
  const place = seenAt(view, frame, depth, x, foot - pose.up * tall)
  const scale = (place.scale * tall) / (100 * pixelsPerUnit)
  const { width, height } = image.luma
  const footShare = VIEW.above / (VIEW.above + VIEW.below)
  if (shadow !== null) {
    const ground = seenAt(view, frame, depth, x, foot)
    const wide = (width * scale * 0.8) / 48
    drawImage(frame, shadow, {
      x: ground.x - 24 * 0.16 * wide,
      y: ground.y - 24 * 0.16 * wide,
      scale: wide * 0.16,
      stretch: 6,
      opacity: 0.4,
    })
  }
  drawImage(frame, image, {
    x: place.x - (width * scale) / 2,
    y: place.y - height * scale * footShare,
    scale,
    stretch: pose.stretch,
    ...(pose.lean !== 0 && { sway: (row) => (footShare - row) * pose.lean * height * scale }),
  })
}

/** What the hour takes away of a motif's colours. */
function dimmed(paint: Paint, dark: string, dim: number): Paint {
  const lit = (colour: string) => mixColours(colour, dark, dim)
  const { body, shade, light, accent, second, leaf, ink, paper } = paint
  return {
    body: lit(body),
    shade: lit(shade),
    light: lit(light),
    accent: lit(accent),
    second: lit(second),
    leaf: lit(leaf),
    ink: lit(ink),
    paper: lit(paper),
  }
}
