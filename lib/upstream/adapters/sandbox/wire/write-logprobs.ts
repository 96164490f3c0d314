import type { TokenPiece } from '@/lib/platform/tokens'
import { tokenEnds, toLatin1Bytes } from '@/lib/platform/tokens'

export type Logprobs = { content: TokenLogprob[]; refusal: null }
type TokenLogprob = Candidate & { top_logprobs: Candidate[] }
type Candidate = { token: string; logprob: 0; bytes: number[] }

/**
 * OpenAI's account of a text, an entry for each token. The sandbox never chooses by chance, so each of its tokens has the
 * probability 1 (a logprob of 0) and no alternatives: that one is its whole list of the likeliest.
 */
export function writeLogprobs(pieces: readonly TokenPiece[], topLogprobs: number): Logprobs {
  const content = pieces.flatMap(readTokens).map((bytes): TokenLogprob => {
    const candidate: Candidate = { token: nameOf(bytes), logprob: 0, bytes: [...bytes] }
    return { ...candidate, top_logprobs: topLogprobs > 0 ? [candidate] : [] }
  })
  return { content, refusal: null }
}

/** No merge crosses the end of a piece, so that it falls apart alone as it does inside its word. */
function readTokens({ text, tokens }: TokenPiece): Buffer[] {
  if (tokens === 1) return [Buffer.from(text)]
  const bytes = toLatin1Bytes(text)
  let start = 0
  return tokenEnds(bytes).map((end) => {
    const token = Buffer.from(bytes.slice(start, end), 'latin1')
    start = end
    return token
  })
}

/** A part of a character is written byte by byte, as OpenAI does: ` \xf0\x9f\x8c`. */
function nameOf(bytes: Buffer): string {
  const text = bytes.toString()
  if (Buffer.from(text).equals(bytes)) return text
  return Array.from(bytes, (byte) =>
    byte < 0x80 ? String.fromCharCode(byte) : `\\x${byte.toString(16)}`,
  ).join('')
}
