import type { Stance } from '../../images/motifs/motif'
import type { MotifName } from '../../images/motifs/motifs'

/** How a motif moves on the set. */
export type Manner =
  | 'still'
  | 'breathe'
  | 'stroll'
  | 'drive'
  | 'sway'
  | 'sail'
  | 'swim'
  | 'fly'
  | 'flutter'
  | 'float'
  | 'launch'
  | 'turn'

const manners: Partial<Record<MotifName, Manner>> = {
  horse: 'stroll',
  unicorn: 'stroll',
  deer: 'stroll',
  elephant: 'stroll',
  giraffe: 'stroll',
  dinosaur: 'stroll',
  turtle: 'stroll',
  figure: 'stroll',
  penguin: 'stroll',
  robot: 'stroll',
  car: 'drive',
  bus: 'drive',
  bicycle: 'drive',
  train: 'drive',
  plane: 'fly',
  submarine: 'swim',
  butterfly: 'flutter',
  bee: 'flutter',
  gulls: 'fly',
  rocket: 'launch',
  ufo: 'float',
  'hot air balloon': 'float',
  ghost: 'float',
  heart: 'float',
  music: 'float',
  jellyfish: 'float',
  octopus: 'float',
  astronaut: 'float',
  gem: 'turn',
  crown: 'turn',
  house: 'still',
  cabin: 'still',
  castle: 'still',
  lighthouse: 'still',
  windmill: 'still',
  pagoda: 'still',
  tower: 'still',
  tent: 'still',
  barn: 'still',
  bridge: 'still',
  tree: 'sway',
  pine: 'sway',
  palm: 'sway',
  flower: 'sway',
  sunflower: 'sway',
  tulip: 'sway',
  rose: 'sway',
  branch: 'sway',
  bonsai: 'sway',
  'potted plant': 'sway',
  umbrella: 'sway',
}

const byStance: Record<Stance, Manner> = {
  ground: 'breathe',
  water: 'sail',
  deep: 'swim',
  air: 'fly',
  table: 'still',
  space: 'float',
}

/** Motifs that are drawn looking to the left. */
const leftward: readonly MotifName[] = ['train', 'whale', 'swan']

export function mannerOf(motif: MotifName, stance: Stance): Manner {
  return manners[motif] ?? byStance[stance]
}

export function facesLeft(motif: MotifName): boolean {
  return leftward.includes(motif)
}
