import { readFeatures } from './read-features'

/**
 * A text's vector of length one: its features, thrown onto `dimensions` random directions that are always the same
 * (Johnson and Lindenstrauss: angles stay about what they were). Texts that share words, or parts of them, are near.
 */
export function embedText(text: string, dimensions: number): number[] {
  const vector = new Float64Array(dimensions)
  for (const [bucket, weight] of readFeatures(text)) addDirection(vector, bucket, weight)
  let squares = 0
  for (const one of vector) squares += one * one
  // A vector of zeros has no direction; so few dimensions cancel out once in a while.
  if (squares === 0) vector[0] = 1
  const length = Math.sqrt(squares === 0 ? 1 : squares)
  return Array.from(vector, (one) => Math.fround(one / length))
}

/** Plus or minus the weight in every dimension, by the bits of a generator that the bucket seeds (xorshift32). */
function addDirection(vector: Float64Array, bucket: number, weight: number): void {
  let state = Math.imul(bucket + 1, 0x9e3779b1) | 1
  let bits = 0
  for (let at = 0; at < vector.length; at++) {
    if ((at & 31) === 0) {
      state ^= state << 13
      state ^= state >>> 17
      state ^= state << 5
      bits = state
    }
    vector[at] = (vector[at] ?? 0) + (bits & 1 ? weight : -weight)
    bits >>>= 1
  }
}
