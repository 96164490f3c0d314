import { mixColours } from '../colour/oklch'
import { heightAt, ridgePath, softRidge } from '../drawing/ridge'
import type { Stage } from '../drawing/stage'
import { round, svg } from '../drawing/svg'
import type { DrawScene } from './scene'

/** Below the surface: light from above, rock and weed from below, bubbles between. */
export const underwater: DrawScene = (stage) => {
  const { width, height, random, palette } = stage
  const top = mixColours(palette.sky[1], palette.far, 0.45)
  const water = stage.linear([
    [0, mixColours(top, palette.light, 0.35)],
    [0.3, top],
    [1, mixColours(palette.near, palette.far, 0.12)],
  ])
  const bottoms = [0.45, 0.7, 0.95].slice(3 - stage.detail)
  const floor = bottoms.map((tone, rank) => {
    const y = height * (0.8 + (rank / bottoms.length) * 0.13)
    return { tone, line: softRidge(random, { width, y, amplitude: height * 0.04, roughness: 0.5 }) }
  })
  return {
    back:
      svg.rect(0, 0, width, height, water) +
      rays(stage) +
      floor
        .slice(0, -1)
        .map(
          ({ tone, line }) =>
            weeds(stage, line, tone) + svg.path(ridgePath(line, height, true), stage.layer(tone)),
        )
        .join('') +
      shoal(stage) +
      bubbles(stage),
    front: floor
      .slice(-1)
      .map(
        ({ tone, line }) =>
          weeds(stage, line, tone) + svg.path(ridgePath(line, height, true), stage.layer(tone)),
      )
      .join(''),
    spot: { x: width * random.between(0.45, 0.55), y: height * 0.68, height: 340 },
    calmAbove: height * 0.1,
    inkAbove: true,
    inkBelow: false,
  }
}

function rays(stage: Stage): string {
  const { width, height, palette, random } = stage
  let drawn = ''
  for (let at = 0; at < 3 + stage.detail; at++) {
    const top = random.between(-0.1, 1) * width
    const wide = random.between(40, 130)
    const drift = width * random.between(-0.28, -0.1)
    const fill = stage.linear([
      [0, palette.paper, 0.4],
      [1, palette.paper, 0],
    ])
    drawn += svg.polygon(
      [
        [top, -5],
        [top + wide, -5],
        [top + wide * 2 + drift, height * 0.75],
        [top + drift, height * 0.75],
      ],
      fill,
    )
  }
  return drawn
}

function weeds(stage: Stage, line: ReturnType<typeof softRidge>, tone: number): string {
  const random = stage.random.fork(`weeds ${tone}`)
  const { width, palette } = stage
  const colours = [
    stage.layer(tone),
    stage.layer(tone),
    mixColours(stage.layer(tone), palette.accent, 0.55),
    mixColours(stage.layer(tone), palette.second, 0.55),
  ] as const
  let drawn = ''
  for (let x = random.between(0, 60); x < width; x += random.between(50, 150) / (0.6 + stage.detail * 0.2)) {
    const y = heightAt(line, x) + 16
    const high = random.between(90, 260) * (0.5 + tone * 0.6)
    const colour = random.pick(colours)
    drawn += random.chance(0.6)
      ? kelp(x, y, high, colour, random.chance(0.5) ? 1 : -1)
      : coral(x, y, high * 0.6, colour)
  }
  return drawn
}

function kelp(x: number, y: number, high: number, colour: string, side: number): string {
  const sway = side * high * 0.16
  const at = (share: number) => round(y - high * share)
  const d = `M${round(x)} ${round(y)}C${round(x + sway)} ${at(0.25)} ${round(x - sway)} ${at(0.5)} ${round(x + sway * 0.6)} ${at(0.75)}S${round(x)} ${at(0.95)} ${round(x + sway)} ${at(1)}`
  return svg.line(d, colour, 7 + high * 0.05)
}

function coral(x: number, y: number, high: number, colour: string): string {
  const part = (dx: number, dy: number) => `${round(x + dx * high)} ${round(y - dy * high)}`
  const d = `M${part(0, 0)}L${part(0, 0.9)}M${part(0, 0.3)}Q${part(-0.35, 0.35)} ${part(-0.34, 0.75)}M${part(0, 0.5)}Q${part(0.36, 0.5)} ${part(0.36, 0.95)}M${part(-0.3, 0.5)}L${part(-0.5, 0.72)}M${part(0.34, 0.7)}L${part(0.54, 0.8)}`
  return svg.line(d, colour, high * 0.13)
}

function shoal(stage: Stage): string {
  const random = stage.random.fork('shoal')
  const { width, height } = stage
  const [x, y] = [width * random.pick([0.2, 0.76] as const), height * random.between(0.2, 0.4)]
  let d = ''
  for (let at = 0; at < stage.detail * 5; at++) {
    const size = random.between(9, 20)
    const [fx, fy] = [x + random.between(-150, 150), y + random.between(-80, 80)]
    d += `M${round(fx)} ${round(fy)}q${round(size)} ${round(-size * 0.7)} ${round(size * 2)} 0l${round(size * 0.8)} ${round(-size * 0.5)}v${round(size)}l${round(-size * 0.8)} ${round(-size * 0.5)}q${round(-size)} ${round(size * 0.7)} ${round(-size * 2)} 0z`
  }
  return svg.path(d, stage.layer(0.55), 0.75)
}

function bubbles(stage: Stage): string {
  const random = stage.random.fork('bubbles')
  const { width, height, palette } = stage
  let drawn = ''
  for (let at = 0; at < stage.detail * 14; at++) {
    const [x, y, radius] = [
      random.next() * width,
      random.between(0.1, 0.9) * height,
      random.next() ** 2 * 15 + 3,
    ]
    drawn +=
      svg.ring(x, y, radius, palette.paper, 1.8, 0.6) +
      svg.circle(x - radius * 0.35, y - radius * 0.35, radius * 0.22, palette.paper, 0.7)
  }
  return drawn
}
