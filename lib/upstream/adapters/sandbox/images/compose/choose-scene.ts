import type { Brief, Subject } from '../brief/brief'
import type { Stance } from '../motifs/motif'
import { type MotifName, motifs } from '../motifs/motifs'
import type { Random } from '../random-of'
import type { SceneName } from '../scenes/scenes'

type Scenes = readonly [SceneName, ...SceneName[]]

/** Where a thing may be shown when no place is named. */
const atHome: Record<Stance, Scenes> = {
  ground: ['plain', 'meadow', 'forest', 'mountains', 'plain'],
  water: ['sea', 'sea', 'lake'],
  deep: ['underwater'],
  air: ['highSky', 'mountains', 'meadow', 'plain'],
  table: ['table', 'plain'],
  space: ['space'],
}

const habits: Partial<Record<MotifName, Scenes>> = {
  cat: ['room', 'plain', 'plain'],
  dog: ['meadow', 'plain', 'room'],
  chair: ['room', 'plain'],
  car: ['road'],
  bus: ['road'],
  bicycle: ['road', 'meadow', 'plain'],
  train: ['mountains', 'meadow', 'desert'],
  penguin: ['mountains', 'plain'],
  cactus: ['desert'],
  palm: ['beach'],
  swan: ['lake'],
  lighthouse: ['sea'],
  pagoda: ['mountains', 'forest'],
  tower: ['city', 'meadow'],
  tent: ['nightHills', 'lake', 'forest'],
  figure: ['mountains', 'road', 'meadow', 'city'],
  flower: ['botanical', 'meadow', 'plain'],
  rose: ['plain', 'botanical'],
  branch: ['botanical'],
  elephant: ['desert', 'plain', 'meadow'],
  giraffe: ['desert', 'plain', 'meadow'],
  lion: ['plain', 'meadow'],
  bridge: ['sea', 'lake'],
  snowman: ['mountains'],
  ghost: ['forest', 'nightHills', 'plain'],
}

const unbound: Scenes = [
  'abstract',
  'abstract',
  'abstract',
  'mountains',
  'sea',
  'lake',
  'botanical',
  'meadow',
  'highSky',
  'desert',
  'plain',
]

/** The setting that the prompt names; else one where its first thing is at home; else one by luck. */
export function chooseScene(brief: Brief, random: Random): SceneName {
  const [subject] = brief.subjects
  if (
    brief.scene === 'portrait' &&
    subject !== undefined &&
    motifs[subject.motif].stance === 'ground' &&
    subject.motif !== 'figure'
  ) {
    return 'plain'
  }
  const [place] = brief.places.filter((one) => subject !== undefined && homesOf(subject.motif).includes(one))
  if (brief.scene !== null) return suited(place ?? brief.scene, subject)
  if (subject !== undefined) return random.pick(homesOf(subject.motif))
  if (brief.weather === 'fireworks') return 'city'
  if (brief.palette === 'neon') return 'city'
  return brief.hour === 'night' ? 'nightHills' : random.pick(unbound)
}

function homesOf(motif: MotifName): Scenes {
  return habits[motif] ?? atHome[motifs[motif].stance]
}

/** Nobody sits on the open sea, and a jellyfish is not seen from a boat. */
function suited(scene: SceneName, subject: Subject | undefined): SceneName {
  const motif = subject && motifs[subject.motif]
  if (scene !== 'sea' || motif === undefined) return scene
  if (motif.stance === 'deep' && subject?.motif !== 'whale') return 'underwater'
  return motif.stance === 'ground' && motif.scale <= 1 ? 'beach' : scene
}
