import { aircraft } from './aircraft'
import { birdsAndFish } from './birds-and-fish'
import { boats } from './boats'
import { buildings } from './buildings'
import { food } from './food'
import { fruit } from './fruit'
import { household } from './household'
import { landmarks } from './landmarks'
import { objects } from './objects'
import { people } from './people'
import { pets } from './pets'
import { plants } from './plants'
import { vehicles } from './vehicles'
import { wildAnimals } from './wild-animals'

/** Everything that the sandbox can put into a picture by name. */
export const motifs = {
  ...aircraft,
  ...birdsAndFish,
  ...boats,
  ...buildings,
  ...food,
  ...fruit,
  ...household,
  ...landmarks,
  ...objects,
  ...people,
  ...pets,
  ...plants,
  ...vehicles,
  ...wildAnimals,
}

export type MotifName = keyof typeof motifs
