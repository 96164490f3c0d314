import { countInTurns } from '@/lib/platform/tokens/count-in-turns'
import { tokenCounts } from '@/lib/platform/tokens/token-counts'

/** Tokenizers make about one token of four bytes of English, one of two in the densest scripts. */
const BYTES_PER_TOKEN = 2
const TOKENS_AROUND = 3

type Input = string | readonly number[]

/** An upper bound for a hold, cheap enough for every request. */
export function boundTokens(input: Input): number {
  if (typeof input !== 'string') return input.length
  return TOKENS_AROUND + Math.ceil(Buffer.byteLength(input) / BYTES_PER_TOKEN)
}

/** By a real tokenizer; of what is more than `most`, some number above it. */
export async function exactTokens(input: Input, most = Number.POSITIVE_INFINITY): Promise<number> {
  return typeof input === 'string' ? countInTurns(tokenCounts(input), most) : input.length
}
