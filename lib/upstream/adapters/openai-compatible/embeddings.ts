import { parseJson } from '@/lib/platform/json'
import type { EmbeddingDialect } from '@/lib/upstream/contract/adapter'
import type { EmbeddingCall, EmbeddingModel } from '@/lib/upstream/contract/embedding-model'
import type { RerankModel } from '@/lib/upstream/contract/rerank-model'
import { UpstreamError } from '@/lib/upstream/contract/upstream-error'
import {
  countOf,
  fieldsOf,
  fillIndexes,
  listIn,
  numberOf,
  promptTokensOf,
  textOf,
} from '@/lib/upstream/reading/members'
import { jsonAsker } from './answers'
import type { OpenAiCompatibleSettings } from './transport'

/** 2,048 vectors of 4,096 numbers, as JSON. */
const MOST_ANSWER_BYTES = 256 * 1024 * 1024

/**
 * Embeddings by any upstream with OpenAI's API. Numbers are always requested, because many upstreams support no other
 * encoding, and they can be converted to base64.
 */
export function createOpenAiCompatibleEmbeddings(
  settings: OpenAiCompatibleSettings,
  dialect: EmbeddingDialect = {},
): EmbeddingModel {
  const ask = jsonAsker({ maxAnswerBytes: MOST_ANSWER_BYTES, ...settings }, dialect.path ?? '/embeddings')
  return {
    embed: async (call) =>
      ask(questionOf(call, dialect), call, (answer) => ({
        vectors: readVectors(answer, call.input.length),
        promptTokens: promptTokensOf(answer),
      })),
  }
}

function questionOf(call: EmbeddingCall, dialect: EmbeddingDialect): object {
  const { model, input, user } = call
  return {
    ...{ model, [dialect.input ?? 'input']: input, ...(user !== null && { user }) },
    ...optionsIn(dialect, call),
    ...dialect.extra,
  }
}

/** Length and purpose of the vectors, by the names that an API has for them. Throws `unsupported` for a purpose without one. */
export function optionsIn(
  { dimensions: field = 'dimensions', input_type }: EmbeddingDialect,
  { dimensions, inputType }: EmbeddingCall,
): Record<string, string | number> {
  const type = inputType === null ? input_type?.default : input_type?.values[inputType]
  if (inputType !== null && type === undefined)
    throw new UpstreamError('unsupported', {
      param: 'input_type',
      message: `This model does not support the input_type ${inputType}.`,
    })
  return {
    ...(dimensions !== null && { [field]: dimensions }),
    ...(input_type && type !== undefined && { [input_type.field]: type }),
  }
}

/** OpenAI, Jina and Voyage; Ollama; Cohere, by type; DashScope. text-embeddings-inference sends only the list. */
const VECTOR_NAMES = ['data', 'embeddings', 'embedding', 'output', 'float']

/** One vector for each input, in the order of the inputs. Throws if the answer lacks any. */
export function readVectors(answer: unknown, inputs: number): number[][] {
  const list = listIn(answer, VECTOR_NAMES)
  const items = numberOf(list[0]) === undefined ? list : [list]
  const vectors = items.map(vectorOf).filter((vector) => vector !== undefined)
  const [first] = vectors
  if (vectors.length !== inputs || items.length !== inputs) throw new Error('not one vector for each input')
  if (vectors.some(({ length }) => length !== first?.length)) throw new Error('vectors of several lengths')
  return orderOf(items).flatMap((place) => vectors.slice(place, place + 1))
}

/** A list of numbers, also one that is nested, written as text, or packed as 32-bit floats in base64. */
function vectorOf(value: unknown): number[] | undefined {
  if (typeof value === 'string') return value.startsWith('[') ? vectorOf(parseJson(value)) : floatsOf(value)
  if (!Array.isArray(value)) {
    const { embedding, float, values } = fieldsOf(value)
    const inner = embedding ?? float ?? values
    return inner === undefined ? undefined : vectorOf(inner)
  }
  if (value.length === 1 && numberOf(value[0]) === undefined) return vectorOf(value[0])
  if (value.length === 0) return undefined
  if (value.every((one): one is number => Number.isFinite(one))) return value
  const numbers = value.map(numberOf).filter((one) => one !== undefined)
  return numbers.length === value.length ? numbers : undefined
}

function floatsOf(text: string): number[] | undefined {
  if (/[^\w+/=\s-]/.test(text)) return undefined
  const bytes = Buffer.from(text, 'base64')
  const numbers = Array.from({ length: bytes.length / 4 }, (_, at) => bytes.readFloatLE(at * 4))
  return bytes.length > 0 && bytes.length % 4 === 0 && numbers.every(Number.isFinite) ? numbers : undefined
}

/**
 * The positions of the items, ordered by their indexes. If all indexes are the same, the items are in the order of the inputs.
 * Xinference's indexes continue from other requests.
 */
function orderOf(items: readonly unknown[]): number[] {
  const given = items.map((item) => countOf(fieldsOf(item).index ?? fieldsOf(item).text_index))
  const places = [...items.keys()]
  if (given.every((index) => index === given[0])) return places
  const indexes = fillIndexes(given)
  const order = places.sort((a, b) => Number(indexes[a]) - Number(indexes[b]))
  const lowest = Math.min(...indexes)
  if (order.some((place, rank) => indexes[place] !== lowest + rank)) throw new Error('indexes with gaps')
  return order
}

/**
 * Reranking by any upstream with Cohere's and Jina's `/rerank`. All documents are ranked, and the best are selected here,
 * because not every upstream supports `top_n`.
 */
export function createOpenAiCompatibleRerank(settings: OpenAiCompatibleSettings): RerankModel {
  const ask = jsonAsker(settings, '/rerank')
  return {
    rerank: ({ model, query, documents, topN, ...watch }) =>
      ask({ model, query, documents }, watch, (answer) => ({
        ranked: readRanking(answer, documents).slice(0, topN ?? documents.length),
        promptTokens: promptTokensOf(answer),
        searchUnits:
          countOf(fieldsOf(fieldsOf(fieldsOf(answer).meta).billed_units).search_units) || undefined,
      })),
  }
}

/** Cohere and Jina; Voyage and vLLM; DashScope; NVIDIA; DeepInfra. Others send only the list. */
const RANKING_NAMES = ['results', 'data', 'output', 'rankings', 'scores']

type Ranked = { index: number; score: number }

/** The best first. Throws if a result has no score, or its document does not exist. */
function readRanking(answer: unknown, documents: readonly string[]): Ranked[] {
  const items = listIn(answer, RANKING_NAMES)
  const given = items.map((item) => indexOf(item, documents))
  const indexes = items.length === documents.length ? fillIndexes(given) : given
  const scores = new Map<number, number>()
  for (const [place, item] of items.entries()) {
    const { relevance_score, score, logit } = fieldsOf(item)
    const found = numberOf(relevance_score) ?? numberOf(score) ?? numberOf(logit) ?? numberOf(item)
    const index = indexes[place] ?? -1
    if (found === undefined || documents[index] === undefined) throw new Error('a result of no document')
    scores.set(index, Math.max(found, scores.get(index) ?? found))
  }
  if (scores.size === 0) throw new Error('there are no results')
  return [...scores].map(([index, score]) => ({ index, score })).sort((a, b) => b.score - a.score)
}

/** By its index, else by its text. */
function indexOf(item: unknown, documents: readonly string[]): number | undefined {
  const { index, text, document } = fieldsOf(item)
  const content = textOf(text) ?? textOf(document) ?? textOf(fieldsOf(document).text)
  const found = content === undefined ? -1 : documents.indexOf(content)
  return countOf(index) ?? (found < 0 ? undefined : found)
}
