import { mixColours } from '../colour/oklch'
import type { Stage } from '../drawing/stage'
import { round, svg } from '../drawing/svg'
import type { Hour } from './scene'

type Sky = {
  hour: Hour
  /** Where the land or the sea begins. */
  horizon: number
  /** Where sun or moon stand; left out: the sky chooses. */
  disc?: { x: number; y: number; radius: number }
  clouds?: boolean
}

/** The sky with its sun or moon, its stars or clouds. */
export function drawSky(stage: Stage, sky: Sky): string {
  const { width, height, palette } = stage
  const [zenith, middle, low] = palette.sky
  const reach = Math.min(1, sky.horizon / height + 0.08)
  const air = stage.linear([
    [0, zenith],
    [reach * 0.55, middle],
    [reach, low],
  ])
  const disc = sky.disc ?? placeDisc(stage, sky)
  const parts = [svg.rect(0, 0, width, height, air)]
  if (sky.hour === 'night' || sky.hour === 'dusk') parts.push(stars(stage, sky))
  parts.push(glow(stage, disc), sky.hour === 'night' ? moon(stage, disc) : sun(stage, disc))
  if (sky.clouds !== false && sky.hour !== 'night') parts.push(clouds(stage, sky.horizon))
  return parts.join('')
}

function placeDisc({ width, random }: Stage, { hour, horizon }: Sky) {
  const x = width * random.pick([0.28, 0.36, 0.64, 0.72] as const)
  const radius = random.between(75, 125)
  if (hour === 'sunset' || hour === 'dawn') return { x, y: horizon - radius * random.between(0.1, 1), radius }
  return { x, y: horizon * random.between(0.34, 0.52), radius: radius * (hour === 'night' ? 0.7 : 0.85) }
}

function glow(stage: Stage, { x, y, radius }: { x: number; y: number; radius: number }): string {
  const { light } = stage.palette
  const fill = stage.radial([
    [0, light, 0.7],
    [0.25, light, 0.3],
    [0.55, light, 0.09],
    [1, light, 0],
  ])
  return svg.circle(x, y, radius * 4.6, fill)
}

function sun(stage: Stage, { x, y, radius }: { x: number; y: number; radius: number }): string {
  const fill = stage.linear([
    [0, stage.palette.light],
    [1, mixColours(stage.palette.light, stage.palette.accent, 0.5)],
  ])
  return svg.circle(x, y, radius, fill)
}

function moon(stage: Stage, { x, y, radius }: { x: number; y: number; radius: number }): string {
  const { light, sky } = stage.palette
  const shade = mixColours(light, sky[1], 0.22)
  const craters = [
    [-0.3, -0.2, 0.22],
    [0.28, 0.18, 0.3],
    [-0.12, 0.45, 0.14],
    [0.32, -0.42, 0.12],
  ] as const
  const marks = craters.map(([cx, cy, r]) => svg.circle(x + cx * radius, y + cy * radius, r * radius, shade))
  return svg.circle(x, y, radius, light) + (stage.detail > 1 ? marks.join('') : '')
}

function stars(stage: Stage, { hour, horizon }: Sky): string {
  const random = stage.random.fork('stars')
  const share = hour === 'night' ? 1 : 0.45
  const count = Math.round(share * (stage.detail * 60) * (stage.width / 1000))
  let drawn = ''
  for (let at = 0; at < count; at++) {
    const y = horizon * random.next() ** 1.4
    const radius = random.chance(0.08) ? random.between(2.6, 4) : random.between(0.8, 2)
    drawn += svg.circle(
      random.between(0, stage.width),
      y,
      radius,
      stage.palette.light,
      random.between(0.4, 1),
    )
  }
  return drawn
}

/** Long flat ones, as on a travel poster. */
function clouds(stage: Stage, horizon: number): string {
  const random = stage.random.fork('clouds')
  const colour = mixColours(stage.palette.sky[2], stage.palette.paper, 0.6)
  let drawn = ''
  for (let at = 0; at < stage.detail + 2; at++) {
    const x = random.between(-0.05, 0.95) * stage.width
    const y = horizon * random.between(0.12, 0.8)
    drawn += cloudAt(x, y, random.between(0.5, 1.15), colour, random.between(0.35, 0.8))
  }
  return drawn
}

function cloudAt(x: number, y: number, scale: number, colour: string, opacity: number): string {
  const bars =
    svg.rect(0, 0, 210, 26, colour, 1, 13) +
    svg.rect(44, -22, 130, 30, colour, 1, 15) +
    svg.rect(-46, 20, 150, 20, colour, 1, 10) +
    svg.rect(130, 18, 140, 18, colour, 1, 9)
  return svg.group(`translate(${round(x)} ${round(y)}) scale(${round(scale * 10) / 10})`, bars, opacity)
}
