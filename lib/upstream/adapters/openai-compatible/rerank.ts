import type { RerankModel } from '@/lib/upstream/contract/rerank-model'
import {
  countOf,
  fieldsOf,
  fillIndexes,
  listIn,
  numberOf,
  promptTokensOf,
  textOf,
} from '@/lib/upstream/reading/members'
import type { OpenAiCompatibleSettings } from './exchange'
import { jsonAsker } from './whole-answer'

/**
 * Reranking by any upstream that serves `/rerank` as Cohere and Jina do. All documents are ranked and the best are taken
 * here: not every upstream knows `top_n`, or heeds it.
 */
export function createOpenAiCompatibleRerank(settings: OpenAiCompatibleSettings): RerankModel {
  const ask = jsonAsker(settings, '/rerank')
  return {
    rerank: ({ model, query, documents, topN, ...watch }) =>
      ask({ model, query, documents }, watch, (answer) => ({
        ranked: readRanking(answer, documents).slice(0, topN ?? documents.length),
        promptTokens: promptTokensOf(answer),
      })),
  }
}

/** Cohere and Jina; Voyage and vLLM; DashScope; NVIDIA; DeepInfra. Others send the list alone. */
const NAMES = ['results', 'data', 'output', 'rankings', 'scores']

type Ranked = { index: number; score: number }

/** The best first. Throws where a document has no score, or is not there. */
function readRanking(answer: unknown, documents: readonly string[]): Ranked[] {
  const items = listIn(answer, NAMES)
  const told = items.map((item) => indexOf(item, documents))
  const indexes = items.length === documents.length ? fillIndexes(told) : told
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

/** As it says, else by its text. */
function indexOf(item: unknown, documents: readonly string[]): number | undefined {
  const { index, text, document } = fieldsOf(item)
  const said = textOf(text) ?? textOf(document) ?? textOf(fieldsOf(document).text)
  const found = said === undefined ? -1 : documents.indexOf(said)
  return countOf(index) ?? (found < 0 ? undefined : found)
}
