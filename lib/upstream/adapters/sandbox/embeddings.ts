import { timeSlices } from '@/lib/platform/clock'
import { countTokens, decodeTokens } from '@/lib/platform/tokens'
import type { EmbeddingCall, EmbeddingModel } from '@/lib/upstream/contract/embedding-model'
import type { RerankModel } from '@/lib/upstream/contract/rerank-model'
import { UpstreamError } from '@/lib/upstream/contract/upstream-error'
import { hashText, obeyKnobs, parseKnobs } from './knobs'

const OWN_DIMENSIONS = 1024
const MOST_DIMENSIONS = 3072

/**
 * Embeddings that need no network: by the words of the texts, not their meaning, but similar for similar texts. A text has the
 * same vector on every machine. Knobs in a text (`[[delay:2s]]`, `[[fail:CODE]]`) work as in a chat.
 */
export function createSandboxEmbeddings(): EmbeddingModel {
  return {
    async embed(call) {
      const dimensions = dimensionsOf(call)
      const pace = timeSlices(call.signal)
      const texts: string[] = []
      for (const input of call.input) {
        texts.push(textOf(input))
        await pace()
      }
      const { knobs } = parseKnobs(texts.join('\n'))
      await obeyKnobs(knobs, call.signal)
      const vectors: number[][] = []
      let promptTokens = 0
      for (const [index, text] of texts.entries()) {
        const given = call.input[index]
        vectors.push(await embedText(parseKnobs(text).text, dimensions, pace))
        promptTokens += typeof given === 'string' ? countTokens(given) : (given?.length ?? 0)
        await pace()
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
  if (text === undefined) throw refused('input', 'input has a token that is not in o200k_base.')
  return text
}

const refused = (param: string, message: string) => new UpstreamError('rejected', { param, message })

const RERANK_DIMENSIONS = 512
/** The limit for the query and one document, as in the catalog (`context_length`). */
const RERANK_CONTEXT = 8_192
/** The limit for all documents, which have one price. */
const MOST_RERANK_TOKENS = 300_000

/**
 * Reranking that needs no network: by the words and parts of words that a document shares with the query. Knobs in the query
 * work as in a chat.
 */
export function createSandboxRerank(): RerankModel {
  return {
    async rerank({ query, documents, topN, signal }) {
      const pace = timeSlices(signal)
      const promptTokens = await countRerank(query, documents, pace)
      const { knobs, text } = parseKnobs(query)
      await obeyKnobs(knobs, signal)
      const asked = await embedText(text, RERANK_DIMENSIONS, pace)
      const ranked: { index: number; score: number }[] = []
      for (const [index, document] of documents.entries()) {
        const vector = await embedText(document, RERANK_DIMENSIONS, pace)
        const nearness = vector.reduce((sum, value, index) => sum + value * (asked[index] ?? 0), 0)
        ranked.push({ index, score: Math.min(1, Math.max(0, nearness)) })
      }
      ranked.sort((a, b) => b.score - a.score || a.index - b.index)
      return { ranked: ranked.slice(0, topN ?? ranked.length), promptTokens }
    },
  }
}

/** The query counts once per document. Throws if anything is too long. */
async function countRerank(query: string, documents: readonly string[], pace: Pace): Promise<number> {
  const queryTokens = countTokens(query)
  if (queryTokens > RERANK_CONTEXT / 2) throw tooLong('query', queryTokens, RERANK_CONTEXT / 2)
  let all = 0
  for (const [index, document] of documents.entries()) {
    const tokens = countTokens(document)
    if (queryTokens + tokens > RERANK_CONTEXT)
      throw tooLong(`documents[${index}]`, tokens, RERANK_CONTEXT - queryTokens)
    all += tokens
    if (all > MOST_RERANK_TOKENS) throw tooLong('documents', all, MOST_RERANK_TOKENS)
    await pace()
  }
  return queryTokens * documents.length + all
}

const tooLong = (param: string, tokens: number, most: number) =>
  new UpstreamError('rejected', {
    code: 'context_length_exceeded',
    param,
    message: `${param} has about ${tokens} tokens; the model accepts at most ${most}.`,
  })

type Pace = ReturnType<typeof timeSlices>

/** A text's vector of length 1: each feature has an index, so that texts that share features are near. */
export async function embedText(text: string, dimensions: number, pace: Pace): Promise<number[]> {
  const vector = new Float64Array(dimensions)
  for (const [feature, weight] of await readFeatures(text, pace)) {
    const hash = hashText(feature)
    const at = hash % dimensions
    vector[at] = (vector[at] ?? 0) + (hash & 0x10000 ? weight : -weight)
  }
  const length = Math.hypot(...vector)
  // A zero vector has no direction; with few dimensions, features may cancel out.
  if (length === 0) vector[0] = 1
  return Array.from(vector, (one) => Math.fround(one / (length || 1)))
}

/** Parts of words make inflections, misspellings and scripts without spaces similar. */
const PART_LETTERS = 3
const PART_WEIGHT = 0.4
const PARTS_AT_ONCE = 512
/** Shorter words count less, because most are function words. */
const WHOLE_WORD_LETTERS = 6

/** The features of a text: its words and parts of words, with weights. */
async function readFeatures(text: string, pace: Pace): Promise<ReadonlyMap<string, number>> {
  const features = new Map<string, number>()
  const add = (feature: string, weight: number) =>
    features.set(feature, (features.get(feature) ?? 0) + weight)
  const plain = text.normalize('NFKC').toLowerCase()
  for (const [word] of plain.matchAll(/[\p{L}\p{M}\p{N}]+/gu)) {
    const weight = Math.min(1, word.length / WHOLE_WORD_LETTERS)
    add(word, weight)
    const bounded = `^${word}$`
    for (let at = 0; at + PART_LETTERS <= bounded.length; at++) {
      add(`part ${bounded.slice(at, at + PART_LETTERS)}`, PART_WEIGHT * weight)
      if (at % PARTS_AT_ONCE === 0) await pace()
    }
  }
  // A text without letters and digits is its own feature.
  if (features.size === 0) add(text, 1)
  // A repeated word does not make a text proportionally more about it.
  return new Map([...features].map(([feature, weight]) => [feature, Math.log1p(weight)]))
}
