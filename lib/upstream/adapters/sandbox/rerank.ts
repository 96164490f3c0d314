import { setImmediate } from 'node:timers/promises'
import { countTokens } from '@/lib/platform/tokens'
import type { RerankModel } from '@/lib/upstream/contract/rerank-model'
import { embedText } from './embeddings'
import { obeyKnobs, parseKnobs } from './knobs'

const DIMENSIONS = 512

/**
 * Reranking that needs no network: a document is as relevant as it shares words, and parts of words, with the query. Knobs in
 * the query do what they do in a chat.
 */
export function createSandboxRerank(): RerankModel {
  return {
    async rerank({ query, documents, topN, signal }) {
      const { knobs, text } = parseKnobs(query)
      await obeyKnobs(knobs, signal)
      const asked = embedText(text, DIMENSIONS)
      const ranked: { index: number; score: number }[] = []
      let promptTokens = countTokens(query) * documents.length
      for (const [index, document] of documents.entries()) {
        const vector = embedText(document, DIMENSIONS)
        const nearness = vector.reduce((sum, value, place) => sum + value * (asked[place] ?? 0), 0)
        ranked.push({ index, score: Math.min(1, Math.max(0, nearness)) })
        promptTokens += countTokens(document)
        // Many documents must not hold up everyone else.
        await setImmediate()
        signal.throwIfAborted()
      }
      ranked.sort((a, b) => b.score - a.score || a.index - b.index)
      return { ranked: ranked.slice(0, topN ?? ranked.length), promptTokens }
    },
  }
}
