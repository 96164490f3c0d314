import { mixColours } from '../../images/colour/oklch'
import { createCanvas } from '../paint/create-canvas'
import { paintGlow } from '../paint/paint-glow'
import { paintSkyline } from '../paint/paint-skyline'
import { rampOf, rgbOf } from '../paint/ramp'
import { drawImage } from '../picture/draw-image'
import { toPlaneImage } from '../picture/to-plane-image'
import { backdrop, marginOf } from '../stage/backdrop'
import { seenAt } from '../stage/camera'
import { type FilmSet, isDark } from '../stage/film-set'
import type { Prop } from '../stage/prop'

export type SkylinePlan = {
  depth: number
  foot: number
  height: number
  tone: number
  haze: number
  least: number
  widest: number
}

/** A row of houses. Here and there somebody turns the light on; masts blink. */
export function buildSkyline(set: FilmSet, plan: SkylinePlan): Prop[] {
  const { palette } = set
  const random = set.random.fork(`skyline ${plan.depth}`)
  const margin = marginOf(set.width, plan.depth)
  const dark = isDark(set)
  const colour = mixColours(palette.far, palette.near, plan.tone)
  const glow = dark ? palette.light : mixColours(palette.light, colour, 0.35)
  const skyline = paintSkyline(random, set.width + 2 * margin, plan.height, {
    body: rampOf([
      [0, colour],
      [1, mixColours(colour, palette.sky[2], plan.haze)],
    ]),
    lit: rgbOf(mixColours(palette.light, palette.accent, 0.3)),
    window: rgbOf(mixColours(glow, colour, plan.haze * 0.7)),
    glowing: dark ? 0.42 : set.hour === 'sunset' ? 0.26 : 0.12,
    least: plan.least,
    widest: plan.widest,
  })
  const top = plan.foot - skyline.canvas.height
  const at = { left: -margin, top, depth: plan.depth }
  return [
    backdrop(toPlaneImage(skyline.canvas), at),
    switchLights(set, skyline.dark, at, mixColours(glow, colour, plan.haze * 0.5)),
    ...(dark ? [blink(set, skyline.masts, at)] : []),
  ]
}

type Place = { left: number; top: number; depth: number }

function switchLights(
  set: FilmSet,
  windows: ReturnType<typeof paintSkyline>['dark'],
  { left, top, depth }: Place,
  colour: string,
): Prop {
  const random = set.random.fork(`lights ${depth}`)
  const [first] = windows
  if (first === undefined) return () => undefined
  const pane = createCanvas(first.width, first.height)
  const [red, green, blue] = rgbOf(colour)
  for (let at = 0; at < pane.data.length; at += 4) pane.data.set([red, green, blue, 255], at)
  const image = toPlaneImage(pane)
  const lamps = windows
    .slice(0, 90)
    .map((window) => ({ ...window, from: random.between(-3, set.seconds), lasts: random.between(1.5, 6) }))
  return (frame, { view, seconds }) => {
    for (const { x, y, from, lasts } of lamps) {
      if (seconds < from || seconds > from + lasts) continue
      drawImage(frame, image, seenAt(view, frame, depth, left + x, top + y))
    }
  }
}

function blink(set: FilmSet, masts: { x: number; y: number }[], { left, top, depth }: Place): Prop {
  const radius = Math.max(3, Math.round(set.unit * 0.009))
  const image = toPlaneImage(paintGlow(radius, [255, 84, 74], 1.4))
  return (frame, { view, seconds }) => {
    for (const [order, { x, y }] of masts.entries()) {
      const opacity = Math.max(0, Math.sin(seconds * 3 + order * 1.9)) ** 3
      const place = seenAt(view, frame, depth, left + x, top + y)
      drawImage(frame, image, { x: place.x - radius, y: place.y - radius, mode: 'light', opacity })
    }
  }
}
