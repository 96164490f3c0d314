import type { PaletteName } from '../colour/palettes'
import type { MotifName } from '../motifs/motifs'
import type { Hour } from '../scenes/scene'
import type { SceneName } from '../scenes/scenes'
import type { Style } from './style-words'
import type { Weather } from './weather-words'

/** What a prompt comes to, as far as the sandbox understands it. */
export type Brief = {
  /** The words to set large, and the whole prompt to set small. */
  title: string
  caption: string
  /** The title is what the prompt puts between quotation marks. */
  isQuote: boolean
  subjects: Subject[]
  /** The setting named first, and all that are named. */
  scene: SceneName | null
  places: SceneName[]
  hour: Hour | null
  /** Colours that belong to no subject, as hex. */
  colours: string[]
  palette: PaletteName | null
  weather: Weather | null
  style: Style | null
}

export type Subject = { motif: MotifName; count: number; colour: string | null }
