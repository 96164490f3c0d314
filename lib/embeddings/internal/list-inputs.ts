import type { EmbeddingRequest } from '../schema'

export type EmbeddingInputs = string[] | number[][]

/** The inputs as a list, also where the caller sent only one. */
export function listInputs(input: EmbeddingRequest['input']): EmbeddingInputs {
  if (typeof input === 'string') return [input]
  const texts = input.filter((item) => typeof item === 'string')
  if (texts.length > 0) return texts
  const tokens = input.filter((item) => typeof item === 'number')
  return tokens.length > 0 ? [tokens] : input.filter((item) => Array.isArray(item))
}
