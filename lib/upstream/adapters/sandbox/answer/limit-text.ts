import type { TokenPiece } from '@/lib/platform/tokens'
import type { Answer } from './answer'
import { keepTokens } from './keep-tokens'

/** A text as an answer of at most so many tokens. */
export function limitText(pieces: readonly TokenPiece[], mostTokens: number): Answer {
  const { kept, tokens, isCut } = keepTokens(pieces, mostTokens)
  return { content: kept, toolCalls: [], finishReason: isCut ? 'length' : 'stop', tokens }
}
