import type { Sound } from '../sound/sound'

/** A picture of the caller's, turned as its camera was held; RGB, three bytes a pixel. */
export type Picture = { width: number; height: number; pixels: Buffer }

/** A reference as it is shown: a picture, with a note where it stands for a film. */
export type Card = { picture: Picture; note: string | null }

/** The media of an order, decoded. */
export type Pictures = {
  first: Picture | null
  last: Picture | null
  cards: Card[]
  sounds: Sound[]
}
