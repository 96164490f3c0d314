/**
 * Choices that every process makes alike without shared memory (rendezvous hashing): each candidate draws a number by its ID and
 * what is chosen for, and the best draw wins. If a candidate drops out, only its share moves to the others.
 */

/** What choices are made for. The hash is computed when there is something to choose. */
export type SteadyBy = { readonly hash: number }

const OFFSET = 0x811c9dc5
const PRIME = 0x01000193

/** 32-bit FNV-1a. */
export function hashText(text: string, seed: number = OFFSET): number {
  let hash = seed
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), PRIME)
  return hash
}

/** The candidate's draw, from 0 to below 1: always the same for one hash, evenly spread over hashes. */
export function drawOf(candidate: string, { hash }: SteadyBy): number {
  // MurmurHash3's finalizer: FNV alone spreads the last characters poorly.
  let mixed = hashText(candidate, hash)
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32
}
