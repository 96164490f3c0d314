import type { Random } from '../../images/random-of'
import { noiseOf } from './noise-of'

/** The upper edge of some land: for each pixel from left to right, how high it stands over its foot, in pixels. */
export type RidgeLine = Float32Array

/** Ranges with summits: noise folded over, so that it has edges. */
export function mountainLine(random: Random, width: number, height: number, wavelength: number): RidgeLine {
  const noise = noiseOf(random.whole(0, 1e9))
  const line = new Float32Array(width)
  for (let x = 0; x < width; x++) {
    const place = x / wavelength
    const mass = 1 - Math.abs(noise.line(place) * 2 - 1)
    const peak = 1 - Math.abs(noise.line(place * 2.3 + 4) * 2 - 1)
    const crag = noise.lineOctaves(place * 6 + 9, 5) - 0.5
    line[x] =
      height * (0.1 + 0.5 * mass ** 1.3 + 0.28 * peak ** 1.4 * (0.4 + mass) + 0.3 * crag * (0.25 + mass))
  }
  return line
}

/** Hills and meadows: long waves. */
export function hillLine(random: Random, width: number, height: number, wavelength: number): RidgeLine {
  const noise = noiseOf(random.whole(0, 1e9))
  const line = new Float32Array(width)
  for (let x = 0; x < width; x++) {
    const place = x / wavelength
    line[x] = height * (0.3 + 0.55 * noise.line(place) + 0.15 * noise.line(place * 2.9 + 5))
  }
  return line
}

/** Dunes: slow up, sharp crest, fast down. */
export function duneLine(random: Random, width: number, height: number, wavelength: number): RidgeLine {
  const noise = noiseOf(random.whole(0, 1e9))
  const line = new Float32Array(width)
  for (let x = 0; x < width; x++) {
    const bent = x / wavelength + noise.line((x / wavelength) * 0.7) * 0.9
    const at = bent - Math.floor(bent)
    const slope = at < 0.68 ? (at / 0.68) ** 1.5 : ((1 - at) / 0.32) ** 1.15
    line[x] = height * (0.2 + 0.8 * slope * (0.45 + 0.55 * noise.line(Math.floor(bent) * 3.3 + 0.5)))
  }
  return line
}

/** A wood along the edge: the line with the tips of trees on it. `round` for leaf trees. */
export function withTrees(
  line: RidgeLine,
  random: Random,
  tall: number,
  options: { density: number; round: boolean },
): RidgeLine {
  const grown = Float32Array.from(line)
  const clumps = noiseOf(random.whole(0, 1e9))
  for (let x = -tall; x < line.length + tall; x += tall * random.between(0.08, 0.3)) {
    if (clumps.line(x / (tall * 5)) > options.density) continue
    const high = tall * random.between(0.4, 1)
    const half = high * (options.round ? random.between(0.3, 0.45) : random.between(0.13, 0.19))
    const root = line[Math.round(Math.min(line.length - 1, Math.max(0, x)))] ?? 0
    for (let at = Math.max(0, Math.ceil(x - half)); at < Math.min(line.length, x + half); at++) {
      const aside = Math.abs(at - x) / half
      const top = options.round ? Math.sqrt(1 - aside ** 2) * 1 : spire(aside)
      grown[at] = Math.max(grown[at] ?? 0, root + high * top)
    }
  }
  return grown
}

/** A pine's outline: branches stand out in tiers. */
function spire(aside: number): number {
  const tier = (aside * 5) % 1
  return Math.max(0, 1 - aside - tier * 0.09)
}
