import type { Weather } from '../brief/weather-words'
import type { Stage } from '../drawing/stage'
import { round, svg } from '../drawing/svg'

/** What falls, drifts or flashes before everything else. */
export function drawWeather(stage: Stage, weather: Weather): string {
  return drawings[weather](stage)
}

const drawings: Record<Weather, (stage: Stage) => string> = {
  rain(stage) {
    const { width, height, palette, detail } = stage
    const random = stage.random.fork('rain')
    let near = ''
    let far = ''
    for (let at = 0; at < detail * 90 * (width / 1000); at++) {
      const long = random.between(24, 74)
      const d = `M${round(random.between(-0.05, 1.1) * width)} ${round(random.next() * height)}l${round(-long * 0.22)} ${round(long)}`
      if (random.chance(0.4)) near += d
      else far += d
    }
    return svg.line(far, palette.paper, 1.6, 0.32) + svg.line(near, palette.paper, 3, 0.42)
  },

  snow: (stage) =>
    scatter(stage, 'snow', 90, (x, y, random) =>
      svg.circle(x, y, random.next() ** 2.4 * 9 + 1.6, stage.palette.paper, random.between(0.5, 0.95)),
    ),

  fog(stage) {
    const { width, height, palette } = stage
    const random = stage.random.fork('fog')
    let drawn = ''
    for (let at = 0; at < 3 + stage.detail; at++) {
      const y = height * random.between(0.35, 0.9)
      const fill = stage.linear([
        [0, palette.sky[2], 0],
        [0.5, palette.sky[2], 0.55],
        [1, palette.sky[2], 0],
      ])
      drawn += svg.rect(-20, y, width + 40, height * random.between(0.08, 0.2), fill)
    }
    return drawn
  },

  petals: (stage) =>
    drifting(stage, 34, [stage.palette.accent, stage.palette.paper], 'M0 0Q7 -9 0 -20Q-7 -9 0 0Z'),
  leaves: (stage) =>
    drifting(
      stage,
      24,
      [stage.palette.accent, stage.palette.second, stage.palette.light],
      'M0 0Q13 -10 0 -32Q-13 -10 0 0ZM-1 0H1V8H-1Z',
    ),
  confetti: (stage) =>
    drifting(
      stage,
      70,
      [stage.palette.accent, stage.palette.second, stage.palette.light, stage.palette.paper],
      'M-4 -8H4V8H-4Z',
    ),

  fireworks(stage) {
    const { width, height, palette, detail } = stage
    const random = stage.random.fork('fireworks')
    let drawn = ''
    for (let at = 0; at < 2 + detail; at++) {
      const [x, y] = [width * random.between(0.12, 0.88), height * random.between(0.1, 0.42)]
      const reach = random.between(80, 170)
      const colour = random.pick([palette.accent, palette.second, palette.light, palette.paper] as const)
      for (let ray = 0; ray < 22; ray++) {
        const angle = (ray / 22) * 2 * Math.PI
        const [dx, dy] = [Math.cos(angle), Math.sin(angle)]
        drawn +=
          svg.line(
            `M${round(x + dx * reach * 0.3)} ${round(y + dy * reach * 0.3)}L${round(x + dx * reach * 0.86)} ${round(y + dy * reach * 0.86)}`,
            colour,
            3,
            0.85,
          ) + svg.circle(x + dx * reach, y + dy * reach, 4.5, colour)
      }
    }
    return drawn
  },

  lightning(stage) {
    const { width, height, palette } = stage
    const random = stage.random.fork('lightning')
    const x = width * random.pick([0.26, 0.7] as const)
    const bolt = `M${round(x)} 0l-46 ${round(height * 0.2)}h44l-70 ${round(height * 0.3)}l150 ${round(-height * 0.34)}h-52l66 ${round(-height * 0.16)}Z`
    return (
      svg.rect(0, 0, width, height, palette.light, 0.1) + svg.path(bolt, palette.light) + drawings.rain(stage)
    )
  },

  fireflies: (stage) => {
    const shine = stage.radial([
      [0, stage.palette.light, 0.95],
      [0.3, stage.palette.light, 0.4],
      [1, stage.palette.light, 0],
    ])
    return scatter(
      stage,
      'fireflies',
      18,
      (x, y, random) =>
        svg.circle(x, y * 0.7 + stage.height * 0.26, random.between(9, 26), shine) +
        svg.circle(x, y * 0.7 + stage.height * 0.26, 2.6, stage.palette.paper),
    )
  },

  rainbow({ width, height }) {
    const colours = ['#e4574c', '#f2944b', '#f6cf56', '#7dbb72', '#5a9bcb', '#7d6bb0']
    return colours
      .map((colour, at) =>
        svg.ring(width * 0.5, height * 0.66, Math.min(width, height) * 0.52 - at * 15, colour, 15.5, 0.5),
      )
      .join('')
  },
}

type One = (x: number, y: number, random: Stage['random']) => string

function scatter(stage: Stage, name: string, count: number, draw: One): string {
  const random = stage.random.fork(name)
  let drawn = ''
  for (let at = 0; at < count * stage.detail * (stage.width / 1000) * (stage.height / 1000); at++)
    drawn += draw(random.next() * stage.width, random.next() * stage.height, random)
  return drawn
}

function drifting(stage: Stage, count: number, colours: readonly [string, ...string[]], d: string): string {
  return scatter(stage, d, count, (x, y, random) => {
    const size = random.between(0.5, 1.5)
    return svg.group(
      `translate(${round(x)} ${round(y)}) rotate(${random.whole(0, 359)}) scale(${round(size * 10) / 10})`,
      svg.path(d, random.pick(colours)),
    )
  })
}
