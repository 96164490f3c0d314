import bytePairs from 'gpt-tokenizer/bpeRanks/o200k_base'
import { remember } from '@/lib/platform/remember'
import { toLatin1Bytes } from '@/lib/platform/tokens/to-latin1-bytes'

export type TokenVocabulary = {
  /** The bytes of a token (one Latin-1 character a byte) → its rank. */
  ranks: ReadonlyMap<string, number>
  /** Words of several tokens that were merged before → where their tokens end. */
  knownEnds: Map<string, readonly number[]>
}

/** OpenAI's o200k_base. Built at first use: a process that counts nothing does not pay for it. */
export function tokenVocabulary(): TokenVocabulary {
  return remember('token-vocabulary', buildVocabulary)
}

function buildVocabulary(): TokenVocabulary {
  const ranks = new Map<string, number>()
  bytePairs.forEach((token, rank) => {
    ranks.set(typeof token === 'string' ? toLatin1Bytes(token) : String.fromCharCode(...token), rank)
  })
  return { ranks, knownEnds: new Map() }
}
