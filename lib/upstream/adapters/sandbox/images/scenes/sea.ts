import { isLight } from '../colour/is-light'
import { mixColours } from '../colour/oklch'
import { ridgePath, softRidge } from '../drawing/ridge'
import type { Stage } from '../drawing/stage'
import { round, svg } from '../drawing/svg'
import { drawSky } from './draw-sky'
import type { DrawScene } from './scene'

/** Open water under a low sun: its road of light, a far coast, waves that come nearer. */
export const sea: DrawScene = (stage, { hour, hasSubject }) => {
  const { width, height, random, palette } = stage
  const horizon = height * random.between(0.5, 0.6)
  const radius = random.between(95, 150)
  const x = width * random.pick([0.34, 0.5, 0.66] as const)
  const isLow = hour !== 'day' && hour !== 'night'
  const disc = {
    x,
    y: isLow ? horizon - radius * 0.35 : horizon * 0.42,
    radius: isLow ? radius : radius * 0.7,
  }
  const water = stage.linear([
    [0, mixColours(palette.far, palette.sky[2], 0.35)],
    [0.25, stage.layer(0.2)],
    [1, stage.layer(0.85)],
  ])
  const back =
    drawSky(stage, { hour, horizon, disc }) +
    coast(stage, horizon) +
    svg.rect(0, horizon, width, height - horizon, water) +
    roadOfLight(stage, disc.x, horizon, disc.radius) +
    ripples(stage, horizon)
  return {
    back,
    front: waves(stage),
    spot: {
      x: hasSubject && x === width * 0.5 ? width * 0.56 : width - x,
      y: horizon + (height - horizon) * 0.36,
      height: 380,
    },
    calmAbove: horizon * 0.5,
    inkAbove: isLight(palette.sky[0]),
    inkBelow: false,
  }
}

function coast(stage: Stage, horizon: number): string {
  const { width, height, random } = stage
  return [0.02, 0.16]
    .map((tone) => {
      const line = softRidge(random, {
        width,
        y: horizon + 4,
        amplitude: height * random.between(0.03, 0.06),
        roughness: 0.9,
      })
      return svg.path(ridgePath(line, horizon + 30, true), stage.layer(tone), 0.85)
    })
    .join('')
}

/** Bars of light under the sun, wider and rarer as they come nearer. */
function roadOfLight(stage: Stage, x: number, horizon: number, radius: number): string {
  const { height, palette } = stage
  const random = stage.random.fork('glitter')
  const count = 9 + stage.detail * 9
  let drawn = ''
  for (let at = 0; at < count; at++) {
    const share = (at / count) ** 1.5
    const y = horizon + 6 + share * (height - horizon) * 0.8
    const wide = radius * (0.5 + share * 1.5) * random.between(0.35, 1)
    const shift = random.between(-0.5, 0.5) * radius * (0.3 + share)
    const thick = 3 + share * 9
    drawn += svg.rect(x - wide / 2 + shift, y, wide, thick, palette.light, 0.85 - share * 0.5, thick / 2)
  }
  return drawn
}

function ripples(stage: Stage, horizon: number): string {
  const { width, height, palette } = stage
  const random = stage.random.fork('ripples')
  let drawn = ''
  for (let at = 0; at < stage.detail * 14; at++) {
    const share = random.next()
    const y = horizon + 10 + share ** 1.3 * (height - horizon) * 0.85
    const wide = random.between(30, 90) * (0.4 + share * 1.6)
    const x = random.between(-0.05, 1) * width
    drawn += svg.rect(x, y, wide, 2.5 + share * 4, mixColours(palette.far, palette.paper, 0.4), 0.28, 2)
  }
  return drawn
}

/** Two or three swells in front, each with its light edge. */
function waves(stage: Stage): string {
  const { width, height, random, palette } = stage
  const count = stage.detail === 1 ? 2 : 3
  let drawn = ''
  for (let rank = 0; rank < count; rank++) {
    const share = (rank + 1) / count
    const y = height * (0.8 + 0.14 * share)
    const d = swell(width, y, random.between(90, 150) * (0.7 + share * 0.6), 10 + share * 14, random.next())
    drawn += svg.path(`${d}L${width} ${height}L0 ${height}Z`, stage.layer(0.6 + share * 0.4))
    if (stage.detail > 1) drawn += svg.line(d, mixColours(palette.far, palette.paper, 0.5), 2.5, 0.55)
  }
  return drawn
}

function swell(width: number, y: number, length: number, lift: number, phase: number): string {
  let x = -phase * length
  let d = `M${round(x)} ${round(y)}`
  for (; x < width; x += length) {
    d += `q${round(length * 0.28)} ${round(-lift)} ${round(length * 0.55)} ${round(-lift * 0.2)}t${round(length * 0.45)} ${round(lift * 0.2)}`
  }
  return d
}
