import type { EmbeddingCall, EmbeddingModel } from '@/lib/upstream/contract/embedding-model'
import { promptTokensOf } from '@/lib/upstream/reading/members'
import { readVectors } from '@/lib/upstream/reading/vectors'
import type { OpenAiCompatibleSettings } from './exchange'
import { jsonAsker } from './whole-answer'

/** 2,048 vectors of 4,096 numbers, as JSON. */
const MOST_ANSWER_BYTES = 256 * 1024 * 1024

/**
 * Embeddings by any upstream that speaks OpenAI's API. Numbers are always requested: many upstreams know no other
 * encoding, and base64 can be made of them.
 */
export function createOpenAiCompatibleEmbeddings(settings: OpenAiCompatibleSettings): EmbeddingModel {
  const ask = jsonAsker({ maxAnswerBytes: MOST_ANSWER_BYTES, ...settings }, '/embeddings')
  return {
    embed: (call) =>
      ask(questionOf(call), call, (answer) => ({
        vectors: readVectors(answer, call.input.length),
        promptTokens: promptTokensOf(answer),
      })),
  }
}

function questionOf({ model, input, dimensions, user }: EmbeddingCall): object {
  return { model, input, ...(dimensions !== null && { dimensions }), ...(user !== null && { user }) }
}
