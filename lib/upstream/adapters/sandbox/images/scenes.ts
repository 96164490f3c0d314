import { join } from 'node:path'
import { randomOf } from '../knobs'
import entries from '../scenes/scenes.json'

/**
 * An illustration in layers, from the farthest to the nearest (`scenes/<name>-<layer>.webp`), all of the same size and without
 * text; `scenes.json` describes what each shows.
 */
export type Scene = {
  name: string
  layers: number
  /** The layer that only has the scene's subject; null if the scene is a place. */
  subject: number | null
  /** The point that crops keep visible, as shares of width and height. */
  focus: { x: number; y: number }
}

export const SCENE_SIZE = { width: 1800, height: 1440 } as const

/** The path in the checkout. */
export function layerFile({ name }: Scene, layer: number): string {
  return join(process.cwd(), 'lib/upstream/adapters/sandbox/scenes', `${name}-${layer}.webp`)
}

const THING = 3
const scenes = Object.entries(entries).map(([name, { things, places, ...scene }]) => ({
  scene: { name, ...scene } satisfies Scene,
  /** Scores of words: its subject counts more than the place around it. */
  words: new Map([
    ...places.split(' ').map((word) => [word, 1] as const),
    ...things.split(' ').map((word) => [word, THING] as const),
  ]),
}))

const LONGEST_READ = 2000

/** The scene with the best score for the prompt's words; the seed chooses between equals, and if no word is known. */
export function chooseScene(prompt: string, seed: number): { scene: Scene; isNamed: boolean } {
  const words = new Set(
    prompt
      .slice(0, LONGEST_READ)
      .toLowerCase()
      .match(/\p{L}+/gu),
  )
  const scored = scenes.map(({ scene, words: scores }) => ({
    scene,
    score: [...words].reduce(
      (sum, word) => sum + (scores.get(word) ?? scores.get(word.replace(/s$/, '')) ?? 0),
      0,
    ),
  }))
  const best = Math.max(...scored.map(({ score }) => score))
  const equals = scored.filter(({ score }) => score === best)
  const chosen = equals[Math.floor(randomOf(seed)() * equals.length)]
  if (chosen === undefined) throw new Error('there is no scene')
  return { scene: chosen.scene, isNamed: best >= THING }
}
