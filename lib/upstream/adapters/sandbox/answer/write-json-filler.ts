import { splitTokens, type TokenPiece } from '@/lib/platform/tokens'
import { writeFiller } from './write-filler'

/** The blank keeps the quote and the first word apart: a token that held both would make the sum wrong. */
const OPENING = '{"answer": "'
const CLOSING = '"}'

/** A JSON object of exactly that many tokens; `{}` where they are too few to hold a word. */
export function writeJsonFiller(tokens: number, variant: number): TokenPiece[] {
  const opening = splitTokens(OPENING)
  const closing = splitTokens(CLOSING)
  const left = tokens - opening.length - closing.length
  return left < 1 ? splitTokens('{}') : [...opening, ...writeFiller(left, variant), ...closing]
}
