import { countTokens } from '@/lib/platform/count-tokens'

/** Tokenizers make about one token of four bytes of English, one of two in the densest scripts. */
const BYTES_PER_TOKEN = 2
const TOKENS_AROUND = 3

type Input = string | readonly number[]

/** An upper bound for a hold, cheap enough for every request. */
export function boundTokens(input: Input): number {
  if (typeof input !== 'string') return input.length
  return TOKENS_AROUND + Math.ceil(Buffer.byteLength(input) / BYTES_PER_TOKEN)
}

/** By a real tokenizer. */
export function exactTokens(input: Input): number {
  return typeof input === 'string' ? countTokens(input) : input.length
}
