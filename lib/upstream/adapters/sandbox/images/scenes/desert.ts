import { isLight } from '../colour/is-light'
import { mixColours } from '../colour/oklch'
import { heightAt, type Line, ridgePath, softRidge } from '../drawing/ridge'
import type { Stage } from '../drawing/stage'
import { round, svg } from '../drawing/svg'
import { drawSky } from './draw-sky'
import type { DrawScene } from './scene'

/** Table mountains, dunes with a lit and a shady flank, a cactus or two. */
export const desert: DrawScene = (stage, { hour, hasSubject }) => {
  const { width, height, random, palette } = stage
  const horizon = height * random.between(0.52, 0.6)
  const dunes = [0.2, 0.48, 0.75].slice(0, stage.detail + 1)
  const lines = dunes.map((_, rank) =>
    softRidge(random, {
      width,
      y: horizon + height * (0.06 + rank * 0.11),
      amplitude: height * 0.045,
      roughness: 0,
    }),
  )
  const foot = softRidge(random, { width, y: height * 0.9, amplitude: height * 0.03, roughness: 0.05 })
  const x = width * random.pick([0.36, 0.5, 0.64] as const)
  const last = lines.at(-1) ?? foot
  const side = x > width / 2 ? 0.16 : 0.84
  return {
    back:
      drawSky(stage, { hour, horizon }) +
      mesas(stage, horizon) +
      lines.map((line, rank) => dune(stage, line, dunes[rank] ?? 0.5)).join('') +
      (hasSubject ? '' : cactusAt(stage, x, heightAt(last, x) + 40, 190)) +
      cactusAt(stage, width * side, heightAt(last, width * side) + 20, 110),
    front: dune(stage, foot, 0.98),
    spot: { x, y: heightAt(last, x) + height * 0.1, height: 330 },
    calmAbove: horizon * 0.55,
    inkAbove: isLight(palette.sky[0]),
    inkBelow: false,
  }
}

function mesas(stage: Stage, horizon: number): string {
  const random = stage.random.fork('mesas')
  const { width, height, palette } = stage
  let drawn = ''
  for (let at = 0; at < 1 + stage.detail; at++) {
    const x = random.between(-0.1, 0.95) * width
    const wide = random.between(110, 340)
    const high = height * random.between(0.06, 0.17)
    const y = horizon + height * 0.09
    const tone = stage.layer(random.between(0.04, 0.28))
    const fill = stage.linear([
      [0, tone],
      [1, mixColours(tone, palette.sky[2], 0.5)],
    ])
    const d = `M${round(x)} ${round(y)}l${round(wide * 0.1)} ${round(-high * 0.45)}l${round(wide * 0.06)} 0l${round(wide * 0.03)} ${round(-high * 0.55)}h${round(wide * 0.32)}l${round(wide * 0.02)} ${round(high * 0.12)}h${round(wide * 0.22)}l${round(wide * 0.05)} ${round(high * 0.4)}h${round(wide * 0.05)}l${round(wide * 0.15)} ${round(high * 0.48)}Z`
    drawn += svg.path(d, fill)
  }
  return drawn
}

/** The flank away from the sun falls from the crest in one curve. */
function dune(stage: Stage, line: Line, tone: number): string {
  const { height, palette, random, width } = stage
  const colour = stage.layer(tone)
  const fill = stage.linear([
    [0, mixColours(colour, palette.light, 0.2)],
    [0.6, colour],
  ])
  const x = random.between(0.15, 0.75) * width
  const y = heightAt(line, x)
  const shade = `M${round(x)} ${round(y)}C${round(x + 90)} ${round(y + 50)} ${round(x - 60)} ${round(y + 140)} ${round(x + 60)} ${round(height)}H${round(x + width * 0.6)}V${round(heightAt(line, x + width * 0.55) + 60)}C${round(x + width * 0.3)} ${round(y + 70)} ${round(x + width * 0.15)} ${round(y + 30)} ${round(x)} ${round(y)}Z`
  const flank = stage.clip(
    `<path d="${ridgePath(line, height, true)}"/>`,
    svg.path(shade, stage.layer(Math.min(1, tone + 0.25)), 0.45),
  )
  return svg.path(ridgePath(line, height, true), fill) + (stage.detail > 1 ? flank : '')
}

function cactusAt(stage: Stage, x: number, y: number, high: number): string {
  const colour = mixColours(stage.palette.second, stage.palette.near, 0.35)
  const lit = mixColours(colour, stage.palette.light, 0.25)
  const d = 'M0 0V-100M0 -34H-20Q-27 -34 -27 -42V-66M0 -46H18Q25 -46 25 -54V-80'
  const scale = high / 100
  return svg.group(
    `translate(${round(x)} ${round(y)}) scale(${round(scale * 10) / 10})`,
    svg.line(d, colour, 15) + svg.line('M-3 -4V-98M-28 -50V-66M22 -58V-80', lit, 3, 0.7),
  )
}
