import { hexOf, oklchOf } from './oklch'

type Change = { lighter?: number; muted?: number; turned?: number; lightness?: number; chroma?: number }

/** The colour in another light: `lighter` adds lightness, `muted` takes that share of chroma away, `turned` turns the hue. */
export function adjustColour(hex: string, change: Change): string {
  const colour = oklchOf(hex)
  return hexOf({
    lightness: change.lightness ?? colour.lightness + (change.lighter ?? 0),
    chroma: change.chroma ?? colour.chroma * (1 - (change.muted ?? 0)),
    hue: colour.hue + (change.turned ?? 0),
  })
}
