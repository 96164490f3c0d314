import { z } from 'zod'
import type { RerankCall, RerankModel } from '@/lib/upstream/contract/rerank-model'
import type { OpenAiCompatibleSettings } from './exchange'
import { jsonAsker } from './whole-answer'

const tokens = z.int().min(0).optional()

/** Jina, vLLM and most others count in `usage`, Cohere in `meta` (docs.jina.ai, docs.cohere.com: "Rerank"). */
const Reply = z.object({
  results: z.array(z.object({ index: z.int().min(0), relevance_score: z.number() })),
  usage: z.object({ prompt_tokens: tokens, total_tokens: tokens }).nullish().catch(null),
  meta: z
    .object({ tokens: z.object({ input_tokens: tokens }) })
    .nullish()
    .catch(null),
})

/** Reranking by any upstream that serves `/rerank` as Cohere and Jina do. */
export function createOpenAiCompatibleRerank(settings: OpenAiCompatibleSettings): RerankModel {
  const ask = jsonAsker(settings, { path: '/rerank', mark: '"relevance_score"' })
  return {
    rerank: ({ model, query, documents, topN, ...watch }) =>
      ask({ model, query, documents, ...(topN !== null && { top_n: topN }) }, watch, (reply) => {
        const { results, usage, meta } = Reply.parse(reply)
        checkIndexes(results, documents)
        const ranked = results
          .map(({ index, relevance_score: score }) => ({ index, score }))
          .sort((a, b) => b.score - a.score)
          .slice(0, topN ?? documents.length)
        const promptTokens = usage?.prompt_tokens ?? usage?.total_tokens ?? meta?.tokens.input_tokens ?? null
        return { ranked, promptTokens }
      }),
  }
}

function checkIndexes(results: readonly { index: number }[], documents: RerankCall['documents']): void {
  const known = new Set(results.map(({ index }) => index))
  if (known.size !== results.length || results.some(({ index }) => index >= documents.length))
    throw new Error('a document is ranked twice, or is not there')
}
