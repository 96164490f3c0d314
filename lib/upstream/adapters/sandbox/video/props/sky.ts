import { paintGlow } from '../paint/paint-glow'
import { paintMoon } from '../paint/paint-moon'
import { paintSky } from '../paint/paint-sky'
import { rgbOf } from '../paint/ramp'
import { drawImage } from '../picture/draw-image'
import { toPlaneImage } from '../picture/to-plane-image'
import { backdrop, marginOf } from '../stage/backdrop'
import { seenAt } from '../stage/camera'
import { type FilmSet, isDark } from '../stage/film-set'
import type { Prop } from '../stage/prop'

export type SkyPlan = {
  /** Where the air meets the land or the water. */
  horizon: number
  /** How far down the sky is painted; the land covers the rest. */
  floor: number
  light: { x: number; y: number }
}

const SKY_DEPTH = 0.05
const LIGHT_DEPTH = 0.06

/** Where sun or moon stand over a horizon, by the hour. */
export function placeLight(set: FilmSet, horizon: number): SkyPlan['light'] {
  const { width, hour, random } = set
  const x = width * random.pick([0.27, 0.34, 0.66, 0.73] as const)
  if (hour === 'sunset' || hour === 'dawn') return { x, y: horizon - set.unit * random.between(0.07, 0.15) }
  return { x, y: Math.max(set.unit * 0.16, horizon * random.between(0.3, 0.42)) }
}

/** The air and its light: sun or moon, which move on. */
export function hangSky(set: FilmSet, { horizon, floor, light }: SkyPlan): Prop[] {
  const { width, unit, palette, hour } = set
  const margin = marginOf(width, SKY_DEPTH)
  const strength = hour === 'day' ? 0.5 : hour === 'night' ? 0.28 : 0.8
  const air = toPlaneImage(
    paintSky(width + 2 * margin, floor + margin, horizon + margin, palette, {
      x: light.x + margin,
      y: light.y + margin,
      reach: width * (hour === 'night' ? 0.4 : 0.6),
      strength,
    }),
  )
  return [
    backdrop(air, { left: -margin, top: -margin, depth: SKY_DEPTH }),
    isDark(set) ? moon(set, light) : sun(set, light, unit),
  ]
}

/** It sinks or climbs by its own width in a quarter of a minute: enough to be seen. */
function sun({ palette, hour }: FilmSet, light: SkyPlan['light'], unit: number): Prop {
  const radius = unit * (hour === 'day' ? 0.05 : 0.085)
  const disc = toPlaneImage(paintGlow(radius * 1.04, rgbOf(palette.light), 0.08))
  const halo = toPlaneImage(paintGlow(radius * 3.2, rgbOf(palette.light), 2.2))
  const drift = (hour === 'dawn' ? -1 : 1) * unit * 0.009
  return (frame, { view, seconds }) => {
    const place = seenAt(view, frame, LIGHT_DEPTH, light.x, light.y + drift * seconds)
    const glow = 0.34 + 0.04 * Math.sin(seconds * 1.7)
    const side = (half: number) => ({
      x: place.x - half * place.scale,
      y: place.y - half * place.scale,
      scale: place.scale,
    })
    drawImage(frame, halo, { ...side(radius * 3.2), mode: 'light', opacity: glow })
    drawImage(frame, disc, side(radius * 1.04))
  }
}

function moon({ palette, unit }: FilmSet, light: SkyPlan['light']): Prop {
  const radius = unit * 0.06
  const disc = toPlaneImage(paintMoon(radius, palette))
  const halo = toPlaneImage(paintGlow(radius * 4, rgbOf(palette.light), 3))
  return (frame, { view, seconds }) => {
    const place = seenAt(
      view,
      frame,
      LIGHT_DEPTH,
      light.x + seconds * unit * 0.003,
      light.y - seconds * unit * 0.002,
    )
    const side = (half: number) => ({
      x: place.x - half * place.scale,
      y: place.y - half * place.scale,
      scale: place.scale,
    })
    drawImage(frame, halo, { ...side(radius * 4), mode: 'light', opacity: 0.3 })
    drawImage(frame, disc, side(disc.luma.width / 2))
  }
}
