import { isLight } from '../colour/is-light'
import { mixColours } from '../colour/oklch'
import { jaggedRidge, ridgePath, softRidge } from '../drawing/ridge'
import type { Stage } from '../drawing/stage'
import { round, svg } from '../drawing/svg'
import { drawSky } from './draw-sky'
import type { DrawScene } from './scene'

/** A road that runs level through the country: hills behind, poles beside it. */
export const road: DrawScene = (stage, { hour }) => {
  const { width, height, random, palette } = stage
  const horizon = height * random.between(0.52, 0.58)
  const kerb = height * 0.76
  const asphalt = stage.linear([
    [0, mixColours(palette.near, palette.far, 0.18)],
    [1, palette.near],
  ])
  return {
    back:
      drawSky(stage, { hour, horizon }) +
      country(stage, horizon) +
      svg.rect(0, kerb - 24, width, 30, stage.layer(0.62)) +
      poles(stage, kerb) +
      svg.rect(0, kerb, width, height - kerb, asphalt) +
      svg.rect(0, kerb, width, 6, palette.paper, 0.5) +
      dashes(stage, kerb + (height * 0.93 - kerb) * 0.52),
    front: verge(stage),
    spot: { x: width * random.between(0.44, 0.56), y: kerb + (height - kerb) * 0.26, height: 300 },
    calmAbove: horizon * 0.55,
    inkAbove: isLight(palette.sky[0]),
    inkBelow: false,
  }
}

/** A far range, and the hills before it. */
function country(stage: Stage, horizon: number): string {
  const { width, height, random, palette } = stage
  const range = jaggedRidge(random, { width, y: horizon, amplitude: height * 0.11, roughness: 0.25 })
  const haze = stage.linear([
    [0, stage.layer(0.08)],
    [0.8, mixColours(stage.layer(0.08), palette.sky[2], 0.5)],
  ])
  const hills = [0.25, 0.45].slice(0, Math.max(1, stage.detail - 1)).map((tone, rank) => {
    const y = horizon + height * (0.08 + rank * 0.06)
    const line = softRidge(random, { width, y, amplitude: height * 0.04, roughness: 0.1 })
    const fill = stage.linear([
      [0, stage.layer(tone)],
      [0.6, mixColours(stage.layer(tone), palette.light, 0.2)],
    ])
    return svg.path(ridgePath(line, height, true), fill)
  })
  return svg.path(ridgePath(range, height, false), haze) + hills.join('')
}

function poles(stage: Stage, kerb: number): string {
  if (stage.detail === 1) return ''
  const { width } = stage
  const colour = stage.layer(0.75)
  const gap = 330
  let drawn = ''
  let wire = ''
  for (let x = -gap * 0.4; x < width + gap; x += gap) {
    drawn += svg.rect(x - 4, kerb - 240, 8, 230, colour) + svg.rect(x - 34, kerb - 226, 68, 6, colour)
    for (const dx of [-30, 30]) wire += `M${round(x + dx)} ${round(kerb - 228)}q${gap / 2} 46 ${gap} 0`
  }
  return svg.line(wire, colour, 1.8, 0.8) + drawn
}

function dashes(stage: Stage, y: number): string {
  let drawn = ''
  for (let x = -30; x < stage.width; x += 150) drawn += svg.rect(x, y, 86, 9, stage.palette.paper, 0.85, 2)
  return drawn
}

function verge(stage: Stage): string {
  const random = stage.random.fork('verge')
  const { width, height } = stage
  let grass = ''
  for (let x = 0; x < width; x += random.between(9, 30)) {
    const high = random.between(14, 52)
    const lean = random.between(-16, 16)
    grass += `M${round(x)} ${round(height * 0.94)}q${round(lean * 0.2)} ${round(-high * 0.6)} ${round(lean)} ${round(-high)}l9 ${round(high)}z`
  }
  return (
    svg.rect(0, height * 0.935, width, height * 0.07, stage.layer(1)) +
    (stage.detail > 1 ? svg.path(grass, stage.layer(1)) : '')
  )
}
