import { join } from 'node:path'
import { randomOf } from '../knobs'
import entries from '../scenes/scenes.json'

/**
 * An illustration in layers, from the farthest to the nearest (`scenes/<name>-<layer>.webp`), all of one size and without
 * any type; `scenes.json` says what each shows.
 */
export type Scene = {
  name: string
  layers: number
  /** The layer that holds the thing the scene is about, and nothing else; null where it is about a place. */
  subject: number | null
  /** What a crop keeps in sight, as shares of width and height. */
  focus: { x: number; y: number }
}

export const SCENE_SIZE = { width: 1800, height: 1440 } as const

/** From the checkout, as all that the server reads. */
export function layerFile({ name }: Scene, layer: number): string {
  return join(process.cwd(), 'lib/upstream/adapters/sandbox/scenes', `${name}-${layer}.webp`)
}

const THING = 3
const scenes = Object.entries(entries).map(([name, { things, places, ...scene }]) => ({
  scene: { name, ...scene } satisfies Scene,
  /** Words for its subject count most, those for the place around it less. */
  words: new Map([
    ...places.split(' ').map((word) => [word, 1] as const),
    ...things.split(' ').map((word) => [word, THING] as const),
  ]),
}))

const LONGEST_READ = 2000

/** The scene that has most of the prompt's words; one by the seed among equals, or where no word is known. */
export function chooseScene(prompt: string, seed: number): { scene: Scene; isNamed: boolean } {
  const said = new Set(
    prompt
      .slice(0, LONGEST_READ)
      .toLowerCase()
      .match(/\p{L}+/gu),
  )
  const scored = scenes.map(({ scene, words }) => ({
    scene,
    score: [...said].reduce(
      (sum, word) => sum + (words.get(word) ?? words.get(word.replace(/s$/, '')) ?? 0),
      0,
    ),
  }))
  const best = Math.max(...scored.map(({ score }) => score))
  const equals = scored.filter(({ score }) => score === best)
  const chosen = equals[Math.floor(randomOf(seed)() * equals.length)]
  if (chosen === undefined) throw new Error('there is no scene')
  return { scene: chosen.scene, isNamed: best >= THING }
}
