import { isLight } from '../colour/is-light'
import { mixColours } from '../colour/oklch'
import { heightAt, jaggedRidge, ridgePath, softRidge } from '../drawing/ridge'
import type { Stage } from '../drawing/stage'
import { svg } from '../drawing/svg'
import { drawSky } from './draw-sky'
import { pines } from './pines'
import type { DrawScene } from './scene'
import { snowPeak } from './snow-peak'

/** Ranges behind ranges, mist between them, a peak that catches the light, pines in front. */
export const mountains: DrawScene = (stage, { hour, hasSubject }) => {
  const { width, height, random, palette } = stage
  const horizon = height * random.between(0.5, 0.58)
  const ranges = stage.detail + 2
  const sky = drawSky(stage, { hour, horizon })
  const peak = random.chance(0.65) ? snowPeak(stage, horizon + height * 0.14) : ''
  const back = Array.from({ length: ranges }, (_, rank) => range(stage, horizon, rank, ranges))
  const meadow = softRidge(random, { width, y: height * 0.82, amplitude: height * 0.025, roughness: 0.1 })
  const ground = svg.path(ridgePath(meadow, height, true), groundFill(stage))
  const foot = softRidge(random, { width, y: height * 0.93, amplitude: height * 0.02, roughness: 0.2 })
  const x = width * random.pick([0.38, 0.5, 0.62] as const)
  const wood = pines(stage, meadow, { free: hasSubject ? x : null, tall: 130, tone: 0.72 })
  const corners = pines(stage, foot, { free: width / 2, tall: 300, tone: 1, clearing: 0.33 })
  return {
    back: sky + peak + back.join('') + wood + ground,
    front: svg.path(ridgePath(foot, height, true), stage.layer(1)) + corners,
    spot: { x, y: heightAt(meadow, x) + height * 0.055, height: 330 },
    calmAbove: horizon * 0.5,
    inkAbove: isLight(palette.sky[0]),
    inkBelow: false,
  }
}

function range(stage: Stage, horizon: number, rank: number, ranges: number): string {
  const { width, height, palette, random } = stage
  const share = rank / Math.max(1, ranges - 1)
  const line = jaggedRidge(random, {
    width,
    y: horizon + (height * 0.8 - horizon) * share * 0.82,
    amplitude: height * (0.15 - 0.08 * share),
    roughness: 0.35,
  })
  const tone = stage.layer(0.02 + share * 0.6)
  const fill = stage.linear([
    [0, tone],
    [0.9, mixColours(tone, palette.sky[2], 0.42)],
  ])
  return svg.path(ridgePath(line, height, false), fill)
}

function groundFill(stage: Stage): string {
  return stage.linear([
    [0, stage.layer(0.7)],
    [1, stage.layer(0.95)],
  ])
}
