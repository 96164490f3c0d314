import type { TokenPiece } from '@/lib/platform/tokens'

const FIRST = 'The'
/** Each of these, with the blank before it, is one token wherever it stands. */
const words = [
  ...' the quick answer to your question is that every word here counts as one token and the text goes on until it has the length you asked for'.matchAll(
    / \w+/g,
  ),
].map(([word]) => word)

/** A text of exactly so many tokens. */
export function writeFiller(tokens: number, variant: number): TokenPiece[] {
  return Array.from({ length: tokens }, (_, index) => ({
    text: index === 0 ? FIRST : (words[(variant + index) % words.length] ?? ' the'),
    tokens: 1,
  }))
}
