import type { EmbeddingRequest } from '../schema'

export type EmbeddingInputs = string[] | number[][]

/** The inputs as a list, also where the caller sent only one. */
export function listInputs(input: EmbeddingRequest['input']): EmbeddingInputs {
  if (typeof input === 'string') return [input]
  return isTokens(input) ? [input] : input
}

function isTokens(input: string[] | number[] | number[][]): input is number[] {
  return typeof input[0] === 'number'
}
