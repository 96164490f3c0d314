import { countTexts } from '@/lib/platform/tokens'

const TOKENS_AROUND = 3

type Input = string | readonly number[]

/** An upper bound for a hold: no token has less than a byte. */
export function boundTokens(input: Input): number {
  if (typeof input !== 'string') return input.length
  return TOKENS_AROUND + Buffer.byteLength(input)
}

/** By a real tokenizer; long texts are estimated. */
export function sumOfTokens(inputs: readonly Input[]): number {
  const texts = inputs.filter((input) => typeof input === 'string')
  const given = inputs.reduce((sum, input) => (typeof input === 'string' ? sum : sum + input.length), 0)
  return given + countTexts(texts)
}
