import { leafOf } from '../../images/colour/leaf-of'
import { mixColours } from '../../images/colour/oklch'
import type { FilmSet } from '../stage/film-set'
import type { Prop } from '../stage/prop'
import { flashLightning } from './flash-lightning'
import { floatMotes } from './float-motes'
import { hangMist } from './hang-mist'
import { launchFireworks } from './launch-fireworks'
import { type Fall, letFall } from './let-fall'

/** What falls, drifts or flashes in front of the whole scene. */
export async function hangWeather(set: FilmSet): Promise<Prop[]> {
  const { weather } = set.brief
  switch (weather) {
    case 'rain':
      return [await letFall(set, rain(set))]
    case 'lightning':
      return [await letFall(set, rain(set)), flashLightning(set)]
    case 'snow':
      return [await letFall(set, snow(set))]
    case 'petals':
      return [
        await letFall(
          set,
          flakes(
            [
              `<path d="M10 2C16 5 17 12 10 18C3 12 4 5 10 2Z" fill="${mixColours('#f6a9c0', set.palette.accent, 0.2)}"/>`,
            ],
            70,
          ),
        ),
      ]
    case 'leaves':
      return [await letFall(set, flakes(leaves(set), 60))]
    case 'confetti':
      return [await letFall(set, flakes(confetti(set), 130))]
    case 'fog':
      return [hangMist(set, { y: set.height * 0.5, height: set.height * 0.42, depth: 0.9, density: 0.75 })]
    case 'fireflies':
      return [
        floatMotes(set, {
          count: 46,
          size: 0.017,
          colour: '#ffe9a0',
          rise: 0.01,
          from: 0.35,
          to: 0.98,
          twinkle: 1,
        }),
      ]
    case 'fireworks':
      return [launchFireworks(set)]
    default:
      return /\bstorm|tempest|typhoon|hurricane|暴风|风暴/i.test(set.brief.caption)
        ? [await letFall(set, rain(set))]
        : []
  }
}

function rain({ palette }: FilmSet): Fall {
  const streak = `<path d="M11.2 0L9.2 20" stroke="${mixColours(palette.paper, palette.sky[1], 0.25)}" stroke-width="1.1" stroke-linecap="round"/>`
  return {
    shapes: [streak],
    count: 240,
    size: [0.03, 0.075],
    speed: 1.9,
    wind: -0.22,
    swing: 0,
    tempo: 0,
    opacity: 0.62,
    tumbles: false,
  }
}

function snow({ palette }: FilmSet): Fall {
  const flake = `<defs><radialGradient id="s"><stop offset="0" stop-color="${palette.paper}"/><stop offset=".45" stop-color="${palette.paper}" stop-opacity=".9"/><stop offset="1" stop-color="${palette.paper}" stop-opacity="0"/></radialGradient></defs><circle cx="10" cy="10" r="10" fill="url(#s)"/>`
  return {
    shapes: [flake],
    count: 210,
    size: [0.006, 0.022],
    speed: 0.17,
    wind: 0.05,
    swing: 0.016,
    tempo: 0.22,
    opacity: 0.95,
    tumbles: false,
  }
}

function flakes(shapes: readonly [string, ...string[]], count: number): Fall {
  return {
    shapes,
    count,
    size: [0.011, 0.028],
    speed: 0.15,
    wind: 0.09,
    swing: 0.035,
    tempo: 0.28,
    opacity: 1,
    tumbles: true,
  }
}

function leaves({ palette }: FilmSet): [string, ...string[]] {
  const leaf = (colour: string, angle: number) =>
    `<g transform="rotate(${angle} 10 10)"><path d="M10 1C16 6 16 13 10 19C4 13 4 6 10 1Z" fill="${colour}"/><path d="M10 3V18" stroke="${palette.ink}" stroke-opacity=".35" stroke-width=".8"/></g>`
  return [leaf('#c8642b', 30), leaf('#e0a03a', 110), leaf('#a23b2a', 200), leaf(leafOf(palette), 300)]
}

function confetti({ palette }: FilmSet): [string, ...string[]] {
  const strip = (colour: string, angle: number) =>
    `<rect x="6" y="2" width="8" height="16" rx="1" fill="${colour}" transform="rotate(${angle} 10 10)"/>`
  return [
    strip(palette.accent, 20),
    strip(palette.second, 75),
    strip(palette.light, 130),
    strip(palette.paper, 160),
  ]
}
