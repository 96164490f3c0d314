import type { Face } from './face'

export type Run<F> = { face: F; text: string }

type Letters = Pick<Face, 'has'>

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
/** What shapes its neighbours and is not drawn itself. */
const UNDRAWN = /\p{Default_Ignorable_Code_Point}/u
const PICTURE = /\p{Emoji_Presentation}|\p{Extended_Pictographic}/u

/**
 * The text in pieces that one face draws each, the first that has all of a letter. A picture that none has is left out;
 * a letter stays, as the box that says that something stands there.
 */
export function splitByFace<F extends Letters>(text: string, first: F, others: readonly F[]): Run<F>[] {
  const faces = [first, ...others]
  const runs: Run<F>[] = []
  const add = (face: F, piece: string) => {
    const last = runs.at(-1)
    if (last?.face === face) last.text += piece
    else runs.push({ face, text: piece })
  }
  for (const word of text.split(/\s+/)) {
    let isBegun = false
    for (const { segment } of graphemes.segment(word)) {
      const face = faces.find((one) => hasAll(one, segment))
      if (face === undefined && PICTURE.test(segment)) continue
      const before = runs.at(-1)?.face
      // Between two faces a space is the first's: one that reads from the right would draw it at its other end.
      if (!isBegun && before) add(before === face ? before : first, ' ')
      isBegun = true
      add(face ?? first, segment)
    }
  }
  return runs
}

/** The letters that the face cannot draw. */
export function lettersWithout(face: Letters, text: string): string[] {
  return [...new Set(text)].filter((letter) => !hasAll(face, letter) && !PICTURE.test(letter))
}

function hasAll(face: Letters, grapheme: string): boolean {
  return [...grapheme].every((letter) => UNDRAWN.test(letter) || face.has(letter.codePointAt(0) ?? 0))
}
