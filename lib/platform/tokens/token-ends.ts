import { mergeBytes } from '@/lib/platform/tokens/merge-bytes'
import type { TokenVocabulary } from '@/lib/platform/tokens/token-vocabulary'

const CACHED_BYTES = 48
const CACHED_WORDS = 20_000

/** Where the tokens of a word (one Latin-1 character a byte) end. Common words are merged once. */
export function tokenEnds(bytes: string, { ranks, knownEnds }: TokenVocabulary): readonly number[] {
  if (ranks.has(bytes)) return [bytes.length]
  if (bytes.length > CACHED_BYTES) return mergeBytes(bytes, ranks)
  const known = knownEnds.get(bytes)
  if (known !== undefined) return known
  if (knownEnds.size >= CACHED_WORDS) knownEnds.clear()
  const ends = mergeBytes(bytes, ranks)
  knownEnds.set(bytes, ends)
  return ends
}
