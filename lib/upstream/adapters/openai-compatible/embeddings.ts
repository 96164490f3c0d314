import { z } from 'zod'
import type { EmbeddingAnswer, EmbeddingCall, EmbeddingModel } from '@/lib/upstream/contract/embedding-model'
import type { OpenAiCompatibleSettings } from './exchange'
import { jsonAsker } from './whole-answer'

/** 2,048 vectors of 4,096 numbers, as JSON. */
const MOST_ANSWER_BYTES = 256 * 1024 * 1024

const Reply = z.object({
  data: z.array(z.object({ index: z.int().min(0), embedding: z.array(z.number()).min(1) })).min(1),
  usage: z
    .object({ prompt_tokens: z.int().min(0) })
    .nullish()
    .catch(null),
})

/**
 * Embeddings by any upstream that speaks OpenAI's API. Numbers are always requested: many upstreams know no other
 * encoding, and base64 can be made of them.
 */
export function createOpenAiCompatibleEmbeddings(settings: OpenAiCompatibleSettings): EmbeddingModel {
  const address = { path: '/embeddings', mark: '"embedding"' }
  const ask = jsonAsker({ maxAnswerBytes: MOST_ANSWER_BYTES, ...settings }, address)
  return { embed: (call) => ask(questionOf(call), call, (reply) => readReply(reply, call.input.length)) }
}

function questionOf({ model, input, dimensions, user }: EmbeddingCall): object {
  return { model, input, ...(dimensions !== null && { dimensions }), ...(user !== null && { user }) }
}

/** In the order of the inputs, whatever the order of the answer. */
function readReply(reply: unknown, inputs: number): EmbeddingAnswer {
  const { data, usage } = Reply.parse(reply)
  const vectors = data.sort((a, b) => a.index - b.index).map(({ embedding }) => embedding)
  if (vectors.length !== inputs || data.some(({ index }, place) => index !== place))
    throw new Error('there is not one vector for each input')
  return { vectors, promptTokens: usage?.prompt_tokens ?? null }
}
