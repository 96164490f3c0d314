import { isLight } from '../colour/is-light'
import { mixColours } from '../colour/oklch'
import { heightAt, type Line, ridgePath, softRidge } from '../drawing/ridge'
import type { Stage } from '../drawing/stage'
import { round, svg } from '../drawing/svg'
import { drawSky } from './draw-sky'
import type { DrawScene } from './scene'

/** Rolling hills in strips of fields, round trees, flowers in front. */
export const meadow: DrawScene = (stage, { hour, hasSubject }) => {
  const { width, height, random, palette } = stage
  const horizon = height * random.between(0.48, 0.56)
  const tones = [0.06, 0.24, 0.42, 0.58].slice(0, stage.detail + 1)
  const lines = tones.map((_, rank) =>
    softRidge(random, {
      width,
      y: horizon + height * rank * 0.085,
      amplitude: height * (0.06 - rank * 0.008),
      roughness: 0.1,
    }),
  )
  const foot = softRidge(random, { width, y: height * 0.88, amplitude: height * 0.025, roughness: 0.1 })
  const x = width * random.pick([0.38, 0.5, 0.62] as const)
  const last = lines.at(-1) ?? foot
  return {
    back:
      drawSky(stage, { hour, horizon }) +
      lines
        .map(
          (line, rank) =>
            hill(stage, line, tones[rank] ?? 0.5) + trees(stage, line, rank, hasSubject ? x : null),
        )
        .join(''),
    front:
      svg.path(ridgePath(foot, height, true), mixColours(stage.layer(0.86), palette.near, 0.3)) +
      flowers(stage, foot),
    spot: { x, y: heightAt(last, x) + height * 0.11, height: 340 },
    calmAbove: horizon * 0.6,
    inkAbove: isLight(palette.sky[0]),
    inkBelow: false,
  }
}

/** Furrows follow the hill and end in the mist. */
function hill(stage: Stage, line: Line, tone: number): string {
  const { height, palette, width } = stage
  const colour = stage.layer(tone)
  const fill = stage.linear([
    [0, mixColours(colour, palette.light, 0.22)],
    [0.5, colour],
  ])
  const d = ridgePath(line, height, true)
  if (stage.detail === 1) return svg.path(d, fill)
  const vanishing = width * stage.random.between(0.2, 0.8)
  let furrows = ''
  for (let at = -9; at <= 9; at++) {
    const x = vanishing + at * width * 0.03
    furrows += `M${round(x)} ${round(heightAt(line, Math.min(width, Math.max(0, x))))}Q${round(vanishing + at * width * 0.08)} ${round(height * 0.75)} ${round(vanishing + at * width * 0.2)} ${round(height)}`
  }
  const strips = svg.line(furrows, mixColours(colour, palette.near, 0.35), 5, 0.3)
  return svg.path(d, fill) + stage.clip(`<path d="${d}"/>`, strips)
}

function trees(stage: Stage, line: Line, rank: number, free: number | null): string {
  const random = stage.random.fork(`trees ${rank}`)
  const { width } = stage
  const size = 26 + rank * 22
  const colour = stage.layer(0.4 + rank * 0.16)
  const lit = mixColours(colour, stage.palette.light, 0.28)
  let drawn = ''
  for (let at = 0; at < 3 + stage.detail * 2; at++) {
    const x = random.next() * width
    const radius = size * random.between(0.6, 1.1)
    if (free !== null && Math.abs(x - free) < width * 0.16) continue
    const y = heightAt(line, x) + 6
    drawn +=
      svg.rect(x - radius * 0.08, y - radius * 0.9, radius * 0.16, radius, colour) +
      svg.ellipse(x, y - radius * 1.35, radius * 0.72, radius, colour) +
      svg.ellipse(x - radius * 0.18, y - radius * 1.5, radius * 0.42, radius * 0.66, lit, 0.55)
  }
  return drawn
}

function flowers(stage: Stage, line: Line): string {
  const random = stage.random.fork('flowers')
  const { width, height, palette } = stage
  const colours = [palette.accent, palette.second, palette.paper, palette.light] as const
  let drawn = ''
  for (let at = 0; at < stage.detail * 26 * (width / 1000); at++) {
    const x = random.next() * width
    const y = heightAt(line, x) + random.next() ** 1.5 * (height * 0.12)
    const size = 4 + ((y / height) * 9 - 6) * 2.2
    const colour = random.pick(colours)
    drawn +=
      svg.line(
        `M${round(x)} ${round(y)}q${random.whole(-4, 4)} ${round(size * 2)} 0 ${round(size * 4)}`,
        stage.layer(0.7),
        2,
      ) +
      svg.circle(x, y, size, colour) +
      svg.circle(x, y, size * 0.4, mixColours(colour, palette.near, 0.4))
  }
  return drawn
}
