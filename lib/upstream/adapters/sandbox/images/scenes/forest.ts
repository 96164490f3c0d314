import { isLight } from '../colour/is-light'
import { mixColours } from '../colour/oklch'
import { heightAt, ridgePath, softRidge } from '../drawing/ridge'
import type { Stage } from '../drawing/stage'
import { round, svg } from '../drawing/svg'
import { drawSky } from './draw-sky'
import { pines } from './pines'
import type { DrawScene } from './scene'

/** Trunks behind trunks in the mist, beams of light between them, fern at the feet. */
export const forest: DrawScene = (stage, { hour }) => {
  const { width, height, random, palette } = stage
  const disc = {
    x: width * random.pick([0.4, 0.5, 0.6] as const),
    y: height * random.between(0.3, 0.42),
    radius: random.between(80, 120),
  }
  const haze = svg.rect(0, 0, width, height, mixColours(palette.sky[1], palette.far, 0.35), 0.35)
  const depths = [0.08, 0.3, 0.55].slice(0, stage.detail)
  const ground = softRidge(random, { width, y: height * 0.8, amplitude: height * 0.02, roughness: 0.3 })
  const front = softRidge(random, { width, y: height * 0.92, amplitude: height * 0.018, roughness: 0.4 })
  const floor = stage.linear([
    [0, stage.layer(0.62)],
    [1, stage.layer(0.95)],
  ])
  const x = width * random.pick([0.42, 0.5, 0.58] as const)
  return {
    back:
      drawSky(stage, { hour, horizon: height * 0.8, disc, clouds: false }) +
      haze +
      depths.map((tone, rank) => trunks(stage, tone, rank, x)).join('') +
      (stage.detail > 1 && hour !== 'night' ? beams(stage, disc.x) : '') +
      pines(stage, ground, { free: x, tall: 210, tone: 0.6, clearing: 0.2 }) +
      svg.path(ridgePath(ground, height, true), floor),
    front:
      trunks(stage, 1, 9, x) + svg.path(ridgePath(front, height, true), stage.layer(1)) + ferns(stage, front),
    spot: { x, y: heightAt(ground, x) + height * 0.07, height: 340 },
    calmAbove: height * 0.1,
    inkAbove: isLight(palette.sky[1]),
    inkBelow: false,
  }
}

function trunks(stage: Stage, tone: number, rank: number, free: number): string {
  const { width, height } = stage
  const random = stage.random.fork(`trunks ${rank}`)
  const isFront = tone === 1
  const colour = stage.layer(tone)
  const thick = isFront ? 62 : 14 + tone * 44
  let drawn = ''
  for (
    let x = random.between(-20, 60);
    x < width;
    x += thick * (isFront ? random.between(3, 5) : random.between(1.8, 4.6))
  ) {
    if (Math.abs(x - free) < width * (isFront ? 0.3 : 0.04 + tone * 0.2)) continue
    drawn += trunk(x, thick * random.between(0.6, 1.1), height, colour, random.between(-14, 14))
  }
  return drawn
}

function trunk(x: number, thick: number, height: number, colour: string, lean: number): string {
  const half = thick / 2
  const body = `M${round(x - half * 1.5)} ${round(height)}C${round(x - half)} ${round(height * 0.8)} ${round(x - half + lean)} ${round(height * 0.4)} ${round(x - half * 0.7 + lean)} -20H${round(x + half * 0.7 + lean)}C${round(x + half + lean)} ${round(height * 0.4)} ${round(x + half)} ${round(height * 0.8)} ${round(x + half * 1.6)} ${round(height)}Z`
  const y = height * (0.16 + ((x * 7) % 31) / 100)
  const branch = `M${round(x + lean * 0.7)} ${round(y)}q${round(thick)} ${round(-thick * 0.4)} ${round(thick * 1.5)} ${round(-thick * 1.5)}M${round(x + lean * 0.6)} ${round(y + thick * 1.6)}q${round(-thick)} ${round(-thick * 0.3)} ${round(-thick * 1.3)} ${round(-thick * 1.3)}`
  return svg.path(body, colour) + svg.line(branch, colour, thick * 0.16)
}

function beams(stage: Stage, x: number): string {
  const { height, palette, random } = stage
  let drawn = ''
  for (let at = 0; at < 4; at++) {
    const top = x + random.between(-120, 120)
    const foot = top + random.between(-420, 420)
    const wide = random.between(40, 120)
    const fill = stage.linear([
      [0, palette.light, 0.34],
      [1, palette.light, 0],
    ])
    drawn += svg.polygon(
      [
        [top, -10],
        [top + wide * 0.3, -10],
        [foot + wide, height * 0.86],
        [foot, height * 0.86],
      ],
      fill,
    )
  }
  return drawn
}

function ferns(stage: Stage, line: ReturnType<typeof softRidge>): string {
  const random = stage.random.fork('ferns')
  let d = ''
  for (let x = 0; x < stage.width; x += random.between(16, 46)) {
    const y = heightAt(line, x) + 8
    const high = random.between(20, 62)
    for (const lean of [-0.7, -0.25, 0.3, 0.75])
      d += `M${round(x)} ${round(y)}q${round(lean * high * 0.3)} ${round(-high * 0.7)} ${round(lean * high)} ${round(-high)}q${round(-lean * high * 0.2)} ${round(high * 0.6)} ${round(-lean * high + 5)} ${round(high)}z`
  }
  return svg.path(d, stage.layer(1))
}
