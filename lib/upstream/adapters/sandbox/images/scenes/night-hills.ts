import { mixColours } from '../colour/oklch'
import { heightAt, ridgePath, softRidge } from '../drawing/ridge'
import type { Stage } from '../drawing/stage'
import { round, svg } from '../drawing/svg'
import { drawSky } from './draw-sky'
import { pines } from './pines'
import type { DrawScene } from './scene'

/** The night itself: a river of stars or northern lights over dark hills. */
export const nightHills: DrawScene = (stage) => {
  const { width, height, random } = stage
  const horizon = height * random.between(0.68, 0.74)
  const disc = {
    x: width * random.pick([0.22, 0.78] as const),
    y: height * random.between(0.16, 0.26),
    radius: random.between(46, 70),
  }
  const lights = random.chance(0.5) ? curtains(stage, horizon) : galaxy(stage)
  const hills = [0.25, 0.6].map((tone, rank) => {
    const line = softRidge(random, {
      width,
      y: horizon + height * rank * 0.07,
      amplitude: height * 0.05,
      roughness: 0.1,
    })
    return {
      line,
      drawn: svg.path(
        ridgePath(line, height, true),
        stage.linear([
          [0, stage.layer(tone)],
          [1, stage.layer(0.85)],
        ]),
      ),
    }
  })
  const foot = softRidge(random, { width, y: height * 0.9, amplitude: height * 0.02, roughness: 0.2 })
  const x = width * random.pick([0.4, 0.5, 0.6] as const)
  const near = hills.at(-1)?.line ?? foot
  return {
    back:
      drawSky(stage, { hour: 'night', horizon, disc }) + lights + hills.map(({ drawn }) => drawn).join(''),
    front:
      svg.path(ridgePath(foot, height, true), stage.layer(1)) +
      pines(stage, foot, { free: x, tall: 210, tone: 1, clearing: 0.24 }),
    spot: { x, y: heightAt(near, x) + height * 0.06, height: 280 },
    calmAbove: height * 0.12,
    inkAbove: false,
    inkBelow: false,
  }
}

function curtains(stage: Stage, horizon: number): string {
  const { width, palette, random } = stage
  let drawn = ''
  for (let at = 0; at < 1 + stage.detail; at++) {
    const colour = at % 2 === 0 ? palette.accent : palette.second
    const fill = stage.linear([
      [0, colour, 0],
      [0.7, colour, 0.28],
      [1, colour, 0],
    ])
    const y = horizon * random.between(0.45, 0.8)
    const reach = random.between(160, 300)
    let lower = ''
    let upper = ''
    let height = y
    for (let x = -60; x <= width + 100; x += 120) {
      const next = y + random.between(-70, 70)
      lower += `C${x + 40} ${round(height)} ${x + 80} ${round(next)} ${x + 120} ${round(next)}`
      upper = `C${x + 80} ${round(next - reach)} ${x + 40} ${round(height - reach)} ${x} ${round(height - reach)}${upper}`
      height = next
    }
    const right = Math.ceil((width + 160) / 120) * 120 - 60
    drawn += svg.path(`M-60 ${round(y)}${lower}L${right} ${round(height - reach)}${upper}Z`, fill)
  }
  return drawn
}

function galaxy(stage: Stage): string {
  const { width, height, palette } = stage
  const random = stage.random.fork('galaxy')
  const haze = [palette.sky[2], palette.second, palette.accent].map((colour, at) => {
    const fill = stage.radial([
      [0, colour, 0.34 - at * 0.08],
      [1, colour, 0],
    ])
    return svg.ellipse(width * 0.5, height * 0.36 + at * 12, width * (0.7 - at * 0.16), 150 - at * 34, fill)
  })
  let dust = ''
  for (let at = 0; at < stage.detail * 130; at++) {
    const spread = (random.next() + random.next() + random.next() - 1.5) * 150
    dust += svg.circle(
      random.next() * width,
      height * 0.36 + spread,
      random.next() ** 3 * 2.4 + 0.5,
      mixColours(palette.paper, palette.second, random.next() * 0.4),
      random.between(0.4, 1),
    )
  }
  return svg.group(`rotate(-32 ${round(width / 2)} ${round(height * 0.36)})`, haze.join('') + dust)
}
