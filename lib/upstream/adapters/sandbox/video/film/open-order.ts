import { parseKnobs } from '../../knobs/parse-knobs'
import type { FilmOrder } from '../order/film-order'
import type { FilmSet } from '../stage/film-set'
import { openSet } from '../stage/open-set'
import type { FilmMeasure } from './measure-film'

/** The set of an order: its prompt without the knobs, which are about the sandbox and not about the film. */
export function openOrder({ prompt, seed }: FilmOrder, measure: FilmMeasure): FilmSet {
  const { text, knobs } = parseKnobs(prompt)
  return openSet({ ...measure, prompt: text, say: knobs.say, seed })
}
