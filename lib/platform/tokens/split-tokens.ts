import { splitWords } from '@/lib/platform/tokens/split-words'
import { toLatin1Bytes } from '@/lib/platform/tokens/to-latin1-bytes'
import { tokenEnds } from '@/lib/platform/tokens/token-ends'
import { type TokenVocabulary, tokenVocabulary } from '@/lib/platform/tokens/token-vocabulary'

/** Usually one token; several where a character is spread over them, since text cannot be cut inside a character. */
export type TokenPiece = { text: string; tokens: number }

/** The text cut where a model's tokens end. Joined again it is the text (unpaired surrogates as U+FFFD). */
export function splitTokens(text: string): TokenPiece[] {
  const vocabulary = tokenVocabulary()
  const pieces: TokenPiece[] = []
  for (const word of splitWords(text)) pushPieces(pieces, word, vocabulary)
  return pieces
}

function pushPieces(pieces: TokenPiece[], word: string, vocabulary: TokenVocabulary): void {
  const bytes = toLatin1Bytes(word)
  const ends = tokenEnds(bytes, vocabulary)
  if (ends.length === 1) {
    pieces.push({ text: word.toWellFormed(), tokens: 1 })
    return
  }
  let start = 0
  let tokens = 0
  for (const end of ends) {
    tokens++
    const isInsideCharacter = (bytes.charCodeAt(end) & 0xc0) === 0x80
    if (isInsideCharacter) continue
    pieces.push({ text: Buffer.from(bytes.slice(start, end), 'latin1').toString('utf8'), tokens })
    start = end
    tokens = 0
  }
}
