import { adjustColour } from '../colour/adjust-colour'
import { leafOf } from '../colour/leaf-of'
import { mixColours } from '../colour/oklch'
import type { Stage } from '../drawing/stage'
import { round, svg } from '../drawing/svg'
import type { DrawScene, Hour } from './scene'

/** A room: a window with its weather, a lamp, a plant, a rug to stand on. */
export const room: DrawScene = (stage, { hour }) => {
  const { width, height, random, palette } = stage
  const floor = height * 0.74
  const isDark = hour === 'night' || hour === 'dusk'
  const wall = isDark
    ? mixColours(palette.near, palette.far, 0.45)
    : mixColours(palette.sky[2], palette.far, 0.32)
  const boards = mixColours(palette.near, palette.accent, 0.28)
  const side = random.chance(0.5) ? 1 : -1
  const x = width / 2 + side * width * 0.04
  return {
    back:
      svg.rect(
        0,
        0,
        width,
        floor,
        stage.linear([
          [0, wall],
          [1, adjustColour(wall, { lighter: -0.05 })],
        ]),
      ) +
      panels(stage, floor, wall) +
      window(stage, hour, width / 2 - side * width * 0.2, floor) +
      svg.rect(
        0,
        floor,
        width,
        height - floor,
        stage.linear([
          [0, boards],
          [1, mixColours(boards, palette.ink, 0.5)],
        ]),
      ) +
      floorBoards(stage, floor, boards) +
      svg.ellipse(x, floor + (height - floor) * 0.46, width * 0.33, (height - floor) * 0.26, palette.second) +
      svg.ellipse(
        x,
        floor + (height - floor) * 0.46,
        width * 0.27,
        (height - floor) * 0.2,
        adjustColour(palette.second, { lighter: 0.07 }),
      ) +
      lamp(stage, width / 2 + side * width * 0.33, floor),
    front: plant(stage, width / 2 - side * width * 0.43, height * 0.95),
    spot: { x, y: floor + (height - floor) * 0.52, height: 370 },
    calmAbove: height * 0.14,
    inkAbove: !isDark,
    inkBelow: false,
  }
}

function panels(stage: Stage, floor: number, wall: string): string {
  const dark = adjustColour(wall, { lighter: -0.04 })
  let drawn =
    svg.rect(0, floor - 90, stage.width, 90, dark) +
    svg.rect(0, floor - 96, stage.width, 8, adjustColour(wall, { lighter: 0.06 }))
  for (let x = 18; stage.detail > 1 && x < stage.width; x += 124)
    drawn += svg.rect(x, floor - 74, 100, 56, adjustColour(wall, { lighter: -0.07 }), 1, 3)
  return drawn
}

function window(stage: Stage, hour: Hour, x: number, floor: number): string {
  const { palette, random } = stage
  const [wide, high] = [270, 360]
  const [left, top] = [x - wide / 2, floor - 120 - high]
  const sky = stage.linear([
    [0, palette.sky[0]],
    [0.6, palette.sky[1]],
    [1, palette.sky[2]],
  ])
  const hills = `M${round(left)} ${round(top + high * 0.8)}q${wide * 0.3} -60 ${wide * 0.55} -12t${wide * 0.45} -26V${round(top + high)}H${round(left)}Z`
  const disc = svg.circle(
    left + wide * random.between(0.3, 0.7),
    top + high * 0.34,
    hour === 'night' ? 30 : 40,
    palette.light,
  )
  const frame = mixColours(palette.paper, palette.far, 0.12)
  return (
    svg.rect(left - 16, top - 16, wide + 32, high + 32, frame) +
    svg.rect(left, top, wide, high, sky) +
    disc +
    svg.path(hills, stage.layer(0.4)) +
    svg.rect(x - 5, top, 10, high, frame) +
    svg.rect(left, top + high * 0.5 - 5, wide, 10, frame) +
    svg.rect(left - 30, top + high + 14, wide + 60, 16, frame, 1, 3) +
    curtain(left - 44, top - 30, high + 76, palette.accent, 1) +
    curtain(left + wide + 44, top - 30, high + 76, palette.accent, -1)
  )
}

function curtain(x: number, y: number, high: number, colour: string, side: number): string {
  const d = `M${round(x)} ${round(y)}h${side * 86}q${side * -8} ${round(high * 0.45)} ${side * -56} ${round(high * 0.62)}q${side * 4} ${round(high * 0.2)} ${side * 14} ${round(high * 0.38)}h${side * -44}Z`
  const folds = `M${round(x + side * 22)} ${round(y)}v${round(high)}M${round(x + side * 48)} ${round(y)}q0 ${round(high * 0.4)} ${side * -14} ${round(high * 0.6)}`
  return svg.path(d, colour) + svg.line(folds, adjustColour(colour, { lighter: -0.08 }), 5, 0.7)
}

function floorBoards(stage: Stage, floor: number, boards: string): string {
  const { width, height } = stage
  let d = ''
  for (let at = -9; at <= 9; at++)
    d += `M${round(width / 2 + at * 96)} ${round(floor)}L${round(width / 2 + at * 170)} ${round(height)}`
  return svg.line(d, adjustColour(boards, { lighter: -0.06 }), 3, 0.6)
}

function lamp(stage: Stage, x: number, floor: number): string {
  const { palette } = stage
  const foot = floor + 70
  const shine = stage.radial([
    [0, palette.light, 0.6],
    [0.4, palette.light, 0.2],
    [1, palette.light, 0],
  ])
  return (
    svg.circle(x, foot - 450, 330, shine) +
    svg.rect(x - 5, foot - 420, 10, 420, palette.ink) +
    svg.rect(x - 50, foot - 8, 100, 12, palette.ink, 1, 6) +
    svg.polygon(
      [
        [x - 46, foot - 520],
        [x + 46, foot - 520],
        [x + 84, foot - 400],
        [x - 84, foot - 400],
      ],
      palette.light,
    )
  )
}

function plant(stage: Stage, x: number, y: number): string {
  const { palette, random } = stage
  const leaf = leafOf(palette)
  let leaves = ''
  for (let at = 0; at < 5 + stage.detail * 2; at++) {
    const angle = -90 + (at - (4 + stage.detail * 2) / 2) * 19 + random.between(-8, 8)
    const tone = at % 2 === 0 ? leaf : adjustColour(leaf, { lighter: 0.07 })
    leaves += svg.group(
      `translate(${round(x)} ${round(y - 110)}) rotate(${round(angle)})`,
      svg.path(`M0 0Q90 -44 ${random.whole(170, 250)} 0Q90 44 0 0Z`, tone),
    )
  }
  const pot = svg.polygon(
    [
      [x - 62, y - 120],
      [x + 62, y - 120],
      [x + 46, y + 10],
      [x - 46, y + 10],
    ],
    palette.accent,
  )
  return (
    leaves + pot + svg.rect(x - 68, y - 130, 136, 26, adjustColour(palette.accent, { lighter: 0.06 }), 1, 4)
  )
}
