import { isLight } from '../colour/is-light'
import { mixColours } from '../colour/oklch'
import type { Stage } from '../drawing/stage'
import { round, svg } from '../drawing/svg'
import { drawSky } from './draw-sky'
import type { DrawScene } from './scene'

/** Nothing but air: banks of cloud below, more of them behind. */
export const highSky: DrawScene = (stage, { hour }) => {
  const { width, height, random, palette } = stage
  const banks = Array.from({ length: stage.detail + 1 }, (_, rank) => {
    const share = rank / (stage.detail + 1)
    return bank(stage, height * (0.62 + share * 0.3), share, rank)
  })
  return {
    back: drawSky(stage, { hour, horizon: height * 0.9 }) + banks.slice(0, -1).join(''),
    front: banks.at(-1) ?? '',
    spot: { x: width * random.between(0.42, 0.58), y: height * 0.62, height: 380 },
    calmAbove: height * 0.16,
    inkAbove: isLight(palette.sky[0]),
    inkBelow: true,
  }
}

function bank(stage: Stage, y: number, share: number, rank: number): string {
  const random = stage.random.fork(`bank ${rank}`)
  const { width, height, palette } = stage
  const colour = mixColours(mixColours(palette.sky[1], palette.far, 0.3), palette.paper, 0.15 + share * 0.85)
  const fill = stage.linear([
    [0, mixColours(colour, palette.light, 0.55)],
    [0.5, colour],
    [1, mixColours(colour, palette.far, 0.6)],
  ])
  let d = `M-40 ${round(height + 10)}V${round(y)}`
  for (let x = -40; x < width + 60; ) {
    const step = random.between(80, 190)
    d += `a${round(step * 0.52)} ${round(step * random.between(0.36, 0.62))} 0 0 1 ${round(step)} ${random.whole(-16, 16)}`
    x += step
  }
  return svg.path(`${d}V${round(height + 10)}Z`, fill)
}
