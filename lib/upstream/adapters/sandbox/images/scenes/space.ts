import { adjustColour } from '../colour/adjust-colour'
import { mixColours } from '../colour/oklch'
import type { Stage } from '../drawing/stage'
import { round, svg } from '../drawing/svg'
import type { DrawScene } from './scene'

/** Deep space: clouds of gas, stars, a great planet at the edge, small ones on their orbits. */
export const space: DrawScene = (stage, { hasSubject }) => {
  const { width, height, random, palette } = stage
  const deep = mixColours(palette.ink, '#05060f', 0.6)
  const ground = stage.linear([
    [0, deep],
    [0.6, mixColours(deep, palette.sky[0], 0.45)],
    [1, mixColours(deep, palette.far, 0.6)],
  ])
  const corner = random.pick([0.12, 0.86] as const)
  const big = { x: width * corner, y: height * random.between(0.84, 0.98), radius: random.between(300, 430) }
  const orbits = hasSubject ? '' : orbit(stage, width * (1 - corner), height * 0.36)
  return {
    back:
      svg.rect(0, 0, width, height, ground) +
      nebula(stage) +
      starfield(stage) +
      orbits +
      planet(stage, big, palette.accent, random.chance(0.5)) +
      planet(
        stage,
        { x: width * (corner < 0.5 ? 0.8 : 0.2), y: height * 0.22, radius: random.between(36, 66) },
        palette.second,
        false,
      ),
    front: '',
    spot: { x: width * (hasSubject ? 0.5 : 0.52), y: height * 0.74, height: 460 },
    calmAbove: height * 0.12,
    inkAbove: false,
    inkBelow: false,
  }
}

function nebula(stage: Stage): string {
  const { width, height, random, palette } = stage
  let drawn = ''
  for (let at = 0; at < 2 + stage.detail * 2; at++) {
    const colour = random.pick([palette.far, palette.accent, palette.second, palette.sky[1]] as const)
    const fill = stage.radial([
      [0, colour, 0.42],
      [0.5, colour, 0.14],
      [1, colour, 0],
    ])
    const rx = random.between(260, 560)
    drawn += svg.group(
      `rotate(-28 ${round(width / 2)} ${round(height / 2)})`,
      svg.ellipse(
        random.between(-0.1, 1.1) * width,
        height * random.between(0.3, 0.7),
        rx,
        rx * random.between(0.25, 0.5),
        fill,
      ),
    )
  }
  return drawn
}

function starfield(stage: Stage): string {
  const random = stage.random.fork('starfield')
  const { width, height, palette } = stage
  let drawn = ''
  for (let at = 0; at < stage.detail * 110 * (width / 1000) * (height / 1000); at++) {
    const [x, y] = [random.next() * width, random.next() * height]
    const radius = random.next() ** 4 * 3.6 + 0.7
    drawn += svg.circle(
      x,
      y,
      radius,
      random.chance(0.2) ? palette.second : palette.paper,
      random.between(0.35, 1),
    )
    if (radius > 3.2) drawn += sparkle(x, y, radius * 5, palette.paper)
  }
  return drawn
}

function sparkle(x: number, y: number, size: number, colour: string): string {
  const thin = size * 0.09
  const d = `M${round(x)} ${round(y - size)}Q${round(x + thin)} ${round(y - thin)} ${round(x + size)} ${round(y)}Q${round(x + thin)} ${round(y + thin)} ${round(x)} ${round(y + size)}Q${round(x - thin)} ${round(y + thin)} ${round(x - size)} ${round(y)}Q${round(x - thin)} ${round(y - thin)} ${round(x)} ${round(y - size)}Z`
  return svg.path(d, colour, 0.9)
}

function planet(
  stage: Stage,
  { x, y, radius }: { x: number; y: number; radius: number },
  colour: string,
  hasRing: boolean,
): string {
  const { random } = stage
  const dark = adjustColour(colour, { lighter: -0.3, turned: -12 })
  const body = stage.radial(
    [
      [0, adjustColour(colour, { lighter: 0.14 })],
      [0.55, colour],
      [1, dark],
    ],
    [0.34, 0.3],
  )
  let bands = ''
  for (let at = 0; at < stage.detail * 3; at++) {
    const at0 = y + radius * random.between(-0.95, 0.95)
    const shade = random.chance(0.5) ? dark : adjustColour(colour, { lighter: 0.12 })
    bands += svg.rect(
      x - radius,
      at0,
      radius * 2,
      radius * random.between(0.03, 0.13),
      shade,
      random.between(0.1, 0.35),
    )
  }
  const tilted = `rotate(-18 ${round(x)} ${round(y)})`
  const shadow = stage.linear(
    [
      [0.45, dark, 0],
      [1, '#02030a', 0.75],
    ],
    35,
  )
  const globe =
    svg.circle(x, y, radius, body) +
    stage.clip(`<circle cx="${round(x)}" cy="${round(y)}" r="${round(radius)}"/>`, svg.group(tilted, bands)) +
    svg.circle(x, y, radius, shadow)
  return hasRing ? globe + ring(stage, x, y, radius, tilted) : globe
}

/** The half that passes in front. */
function ring(stage: Stage, x: number, y: number, radius: number, tilted: string): string {
  const arc = (reach: number) =>
    `M${round(x - radius * reach)} ${round(y)}A${round(radius * reach)} ${round(radius * reach * 0.26)} 0 0 0 ${round(x + radius * reach)} ${round(y)}`
  return svg.group(
    tilted,
    svg.line(arc(1.5), stage.palette.paper, radius * 0.09, 0.75) +
      svg.line(arc(1.3), stage.palette.second, radius * 0.05, 0.7) +
      svg.line(arc(1.68), stage.palette.second, radius * 0.025, 0.6),
  )
}

function orbit(stage: Stage, x: number, y: number): string {
  const { palette, random } = stage
  let drawn = svg.circle(x, y, 46, palette.light)
  for (let at = 0; at < 2 + stage.detail; at++) {
    const radius = 100 + at * 68
    const angle = random.between(0, 2 * Math.PI)
    drawn +=
      svg.ring(x, y, radius, palette.paper, 1.6, 0.4) +
      svg.circle(
        x + radius * Math.cos(angle),
        y + radius * Math.sin(angle),
        random.between(9, 24),
        random.pick([palette.accent, palette.second, palette.paper, palette.far] as const),
      )
  }
  return drawn
}
