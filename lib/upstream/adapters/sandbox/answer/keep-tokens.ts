import type { TokenPiece } from '@/lib/platform/tokens'

/** As many pieces from the beginning as the tokens allow. */
export function keepTokens(pieces: readonly TokenPiece[], most: number) {
  const kept: TokenPiece[] = []
  let tokens = 0
  for (const piece of pieces) {
    if (tokens + piece.tokens > most) return { kept, tokens, isCut: true }
    kept.push(piece)
    tokens += piece.tokens
  }
  return { kept, tokens, isCut: false }
}
