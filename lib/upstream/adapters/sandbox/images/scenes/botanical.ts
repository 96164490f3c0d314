import { adjustColour } from '../colour/adjust-colour'
import { leafOf } from '../colour/leaf-of'
import { mixColours } from '../colour/oklch'
import type { Stage } from '../drawing/stage'
import { round, svg } from '../drawing/svg'
import type { DrawScene } from './scene'

/** Large leaves and blossoms rising from the lower edge, as in a herbarium. */
export const botanical: DrawScene = (stage, { hasSubject }) => {
  const { width, height, random, palette } = stage
  const ground = stage.linear([
    [0, palette.paper],
    [1, mixColours(palette.paper, palette.far, 0.35)],
  ])
  const leaf = leafOf(palette)
  const count = Math.round((3 + stage.detail * 2) * Math.max(1, width / height))
  let stems = ''
  for (let at = 0; at < count; at++) {
    const x = width * ((at + 0.5) / count) + random.between(-30, 30)
    const middle = 1 - Math.abs(x / width - 0.5) * (hasSubject ? -0.5 : 0.8)
    const high =
      height * random.between(0.42, 0.64) * (hasSubject && Math.abs(x / width - 0.5) < 0.2 ? 0.4 : middle)
    const tone = adjustColour(mixColours(leaf, palette.far, (at % 3) * 0.3), {
      turned: random.between(-18, 18),
    })
    stems += plant(stage, x, height * 1.02, high, tone, at)
  }
  const sun = svg.circle(
    width * random.pick([0.32, 0.5, 0.68] as const),
    height * 0.4,
    random.between(180, 260),
    stage.linear([
      [0, palette.accent],
      [1, mixColours(palette.accent, palette.light, 0.5)],
    ]),
    0.9,
  )
  return {
    back: svg.rect(0, 0, width, height, ground) + sun + stems,
    front: '',
    spot: { x: width / 2, y: height * 0.9, height: 360 },
    calmAbove: height * 0.16,
    inkAbove: true,
    inkBelow: false,
  }
}

function plant(stage: Stage, x: number, y: number, high: number, tone: string, kind: number): string {
  const random = stage.random.fork(`plant ${kind}`)
  const bend = random.between(-0.16, 0.16) * high
  const stem = svg.line(
    `M${round(x)} ${round(y)}Q${round(x + bend * 0.2)} ${round(y - high * 0.6)} ${round(x + bend)} ${round(y - high)}`,
    tone,
    7,
  )
  const draw = [broad, feather, daisy, fan][kind % 4] ?? broad
  const colour = random.pick([stage.palette.accent, stage.palette.second, stage.palette.light] as const)
  return stem + draw(stage, { x, y, high, bend, tone, colour })
}

type Growth = { x: number; y: number; high: number; bend: number; tone: string; colour: string }
type Grow = (stage: Stage, growth: Growth) => string

function along({ x, y, high, bend }: Growth, share: number): [number, number] {
  return [x + bend * share ** 1.7, y - high * share]
}

function blade([x, y]: [number, number], turn: number, long: number, wide: number, colour: string): string {
  const d = `M0 0Q${round(long * 0.45)} ${round(-wide)} ${round(long)} 0Q${round(long * 0.45)} ${round(wide)} 0 0Z`
  return svg.group(
    `translate(${round(x)} ${round(y)}) rotate(${round(turn)})`,
    svg.path(d, colour) + svg.line(`M0 0H${round(long * 0.86)}`, adjustColour(colour, { lighter: 0.1 }), 2.4),
  )
}

const broad: Grow = (stage, growth) => {
  const leaves = Array.from({ length: 3 + stage.detail }, (_, at) => {
    const share = 0.28 + (at / (3 + stage.detail)) * 0.72
    const side = at % 2 === 0 ? -1 : 1
    return blade(
      along(growth, share),
      -90 + side * (52 - at * 4),
      growth.high * 0.34 * (1.1 - share * 0.5),
      growth.high * 0.085,
      adjustColour(growth.tone, { lighter: at * 0.02 }),
    )
  })
  return leaves.join('') + blade(along(growth, 1), -90, growth.high * 0.22, growth.high * 0.06, growth.tone)
}

const feather: Grow = (stage, growth) => {
  let leaves = ''
  const pairs = 5 + stage.detail * 3
  for (let at = 0; at < pairs; at++) {
    const share = 0.2 + (at / pairs) * 0.8
    const long = growth.high * 0.2 * Math.sin(share * 2.6)
    for (const side of [-1, 1])
      leaves += blade(along(growth, share), -90 + side * 58, long, long * 0.16, growth.tone)
  }
  return leaves
}

const daisy: Grow = (stage, growth) => {
  const [x, y] = along(growth, 1)
  const size = growth.high * 0.15
  let petals = ''
  const count = 6 + stage.detail * 2
  for (let at = 0; at < count; at++)
    petals += svg.group(
      `rotate(${round((at * 360) / count)} ${round(x)} ${round(y)})`,
      svg.ellipse(
        x,
        y - size * 0.8,
        size * 0.36,
        size * 0.7,
        at % 2 ? growth.colour : adjustColour(growth.colour, { lighter: 0.06 }),
      ),
    )
  const leaves = [0.4, 0.58].map((share, at) =>
    blade(along(growth, share), -90 + (at ? 50 : -50), growth.high * 0.26, growth.high * 0.05, growth.tone),
  )
  return (
    leaves.join('') +
    petals +
    svg.circle(x, y, size * 0.42, stage.palette.ink) +
    svg.circle(x, y, size * 0.24, stage.palette.light)
  )
}

const fan: Grow = (stage, growth) => {
  const [x, y] = along(growth, 1)
  const count = 7 + stage.detail
  const blades = Array.from({ length: count }, (_, at) =>
    blade(
      [x, y],
      -180 + (at / (count - 1)) * 180,
      growth.high * 0.3,
      growth.high * 0.028,
      at % 2 ? growth.tone : adjustColour(growth.tone, { lighter: 0.06 }),
    ),
  )
  return blades.join('')
}
