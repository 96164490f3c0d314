import { setImmediate } from 'node:timers/promises'
import { countTokens, decodeTokens } from '@/lib/platform/tokens'
import type { EmbeddingCall, EmbeddingModel } from '@/lib/upstream/contract/embedding-model'
import { UpstreamError } from '@/lib/upstream/contract/upstream-error'
import { obeyKnobs, parseKnobs } from './knobs'
import { hashText } from './seed'

const OWN_DIMENSIONS = 1024
const MOST_DIMENSIONS = 3072

/**
 * Embeddings that need no network: of what the texts say, not of what they mean, yet alike for texts that are alike.
 * The same text has the same vector on every machine. Knobs in a text (`[[delay:2s]]`, `[[fail:CODE]]`) do what they do
 * in a chat.
 */
export function createSandboxEmbeddings(): EmbeddingModel {
  return {
    async embed(call) {
      const dimensions = dimensionsOf(call)
      const texts = call.input.map(textOf)
      const { knobs } = parseKnobs(texts.join('\n'))
      await obeyKnobs(knobs, call.signal)
      const vectors: number[][] = []
      let promptTokens = 0
      for (const [place, text] of texts.entries()) {
        const given = call.input[place]
        vectors.push(embedText(parseKnobs(text).text, dimensions))
        promptTokens += typeof given === 'string' ? countTokens(given) : (given?.length ?? 0)
        // Thousands of texts must not hold up everyone else.
        await setImmediate()
        call.signal.throwIfAborted()
      }
      return { vectors, promptTokens }
    },
  }
}

function dimensionsOf({ dimensions }: EmbeddingCall): number {
  if ((dimensions ?? 0) <= MOST_DIMENSIONS) return dimensions ?? OWN_DIMENSIONS
  throw refused('dimensions', `dimensions must be at most ${MOST_DIMENSIONS}.`)
}

function textOf(input: string | readonly number[]): string {
  const text = typeof input === 'string' ? input : decodeTokens(input)
  if (text === undefined) throw refused('input', 'input has a token that o200k_base has not.')
  return text
}

const refused = (param: string, message: string) => new UpstreamError('rejected', { param, message })

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

/** Plus or minus the weight in every dimension, by the bits of a generator that the feature seeds (xorshift32). */
function addDirection(vector: Float64Array, feature: number, weight: number): void {
  let state = Math.imul(feature + 1, 0x9e3779b1) | 1
  for (let at = 0; at < vector.length; at++) {
    if ((at & 31) === 0) {
      state ^= state << 13
      state ^= state >>> 17
      state ^= state << 5
    }
    vector[at] = (vector[at] ?? 0) + ((state >>> (at & 31)) & 1 ? weight : -weight)
  }
}

/** What binds a sentence says little about what it is about: so do words of one or two letters. */
const BINDING_WEIGHT = 0.1
const BINDING =
  /^(?:the|and|for|are|was|were|been|has|have|had|not|but|you|your|can|how|what|who|why|when|this|that|these|those|with|from|its|they|his|her|she|our|will|would|should|could|does|did|than|then|there|here|into|about|over|some|any|all|\p{Script=Latin}{1,2})$/u
const PAIR_WEIGHT = 0.5
/** Parts of words bring inflections, misspellings and scripts without spaces together. */
const PART_WEIGHT = 0.3

/** What a text consists of: its words, pairs of neighbours, and parts of words, each with its weight. */
function readFeatures(text: string): ReadonlyMap<number, number> {
  const features = new Map<number, number>()
  const add = (feature: string, weight: number) => {
    const key = hashText(feature)
    features.set(key, (features.get(key) ?? 0) + weight)
  }
  const words =
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  const weightOf = (word: string) => (BINDING.test(word) ? BINDING_WEIGHT : 1)
  for (const [place, word] of words.entries()) {
    const [weight, next] = [weightOf(word), words[place + 1]]
    add(`word ${word}`, weight)
    if (next !== undefined) add(`pair ${word} ${next}`, PAIR_WEIGHT * Math.min(weight, weightOf(next)))
    const bounded = `^${word}$`
    for (const letters of [3, 4])
      for (let at = 0; at + letters <= bounded.length; at++)
        add(`part ${bounded.slice(at, at + letters)}`, PART_WEIGHT * weight)
  }
  // What has neither letters nor digits is itself and nothing else.
  if (features.size === 0) add(`text ${text}`, 1)
  // Saying a thing ten times does not make a text ten times as much about it.
  return new Map([...features].map(([key, weight]) => [key, Math.log1p(weight)]))
}
