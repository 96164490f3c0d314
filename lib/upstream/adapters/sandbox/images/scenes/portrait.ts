import { adjustColour } from '../colour/adjust-colour'
import { mixColours } from '../colour/oklch'
import type { Stage } from '../drawing/stage'
import { round, svg } from '../drawing/svg'
import { drawBust } from './draw-bust'
import type { DrawScene } from './scene'

/** Somebody, head and shoulders, before a halo; flat as a screen print. */
export const portrait: DrawScene = (stage) => {
  const { width, height, random, palette } = stage
  const ground = random.pick([
    palette.second,
    palette.far,
    mixColours(palette.accent, palette.paper, 0.45),
    mixColours(palette.sky[1], palette.paper, 0.2),
  ] as const)
  const x = width / 2
  const y = height * 0.5
  const scale = Math.min(1.12, height / 1000)
  return {
    back:
      svg.rect(
        0,
        0,
        width,
        height,
        stage.linear([
          [0, adjustColour(ground, { lighter: 0.04 })],
          [1, adjustColour(ground, { lighter: -0.06 })],
        ]),
      ) +
      halo(stage, x, y - 60) +
      svg.group(
        `translate(${round(x)} ${round(height + 4)}) scale(${round(scale * 100) / 100})`,
        drawBust(stage),
      ),
    front: '',
    spot: { x: width * 0.8, y: height * 0.96, height: 220 },
    calmAbove: height * 0.1,
    inkAbove: true,
    inkBelow: false,
  }
}

function halo(stage: Stage, x: number, y: number): string {
  const { palette, random } = stage
  const colour = stage.linear([
    [0, palette.light],
    [1, mixColours(palette.light, palette.accent, 0.55)],
  ])
  const disc = svg.circle(x, y, 340, colour)
  if (stage.detail === 1) return disc
  const kind = random.whole(0, 2)
  if (kind === 0)
    return svg.ring(x, y, 376, palette.light, 6, 0.8) + svg.ring(x, y, 404, palette.light, 2.5, 0.8) + disc
  if (kind === 1) {
    const petals = Array.from({ length: 20 }, (_, at) =>
      svg.group(
        `rotate(${at * 18} ${round(x)} ${round(y)})`,
        svg.ellipse(x, y - 370, 34, 74, at % 2 ? palette.accent : palette.near, 0.9),
      ),
    )
    return petals.join('') + disc
  }
  const rays = Array.from({ length: 36 }, (_, at) =>
    svg.group(
      `rotate(${at * 10} ${round(x)} ${round(y)})`,
      svg.rect(x - 3, y - 460, 6, at % 2 ? 80 : 50, palette.light),
    ),
  )
  return rays.join('') + disc
}
