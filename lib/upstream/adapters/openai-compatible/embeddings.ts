import { z } from 'zod'
import type { EmbeddingAnswer, EmbeddingCall, EmbeddingModel } from '@/lib/upstream/contract/embedding-model'
import { UpstreamError } from '@/lib/upstream/contract/upstream-error'
import { type OpenAiCompatibleSettings, resolveEndpoint } from './exchange'
import { askWhole } from './whole-answer'

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
 * Embeddings by any upstream that speaks OpenAI's API. Numbers are always asked for: many upstreams know no other
 * encoding, and whoever wants base64 can have it made of them.
 */
export function createOpenAiCompatibleEmbeddings(settings: OpenAiCompatibleSettings): EmbeddingModel {
  const endpoint = resolveEndpoint({ maxAnswerBytes: MOST_ANSWER_BYTES, ...settings })
  const target = {
    path: endpoint.path('/embeddings'),
    headers: endpoint.headers('application/json', 'application/json'),
    deadlineMs: endpoint.answerTimeoutMs,
  }
  return {
    embed: async (call) => {
      const post = { ...target, body: encode(call), signal: call.signal }
      const body = await askWhole(endpoint, post, '"embedding"', call.onAccepted)
      return readReply(body, call.input.length)
    },
  }
}

function encode({ model, input, dimensions, user }: EmbeddingCall): string {
  return JSON.stringify({
    model,
    input,
    ...(dimensions === null ? {} : { dimensions }),
    ...(user === null ? {} : { user }),
  })
}

/** In the order of the inputs, whatever the order of the answer. */
function readReply(body: Buffer, inputs: number): EmbeddingAnswer {
  try {
    const { data, usage } = Reply.parse(JSON.parse(body.toString('utf8')))
    const vectors = data.sort((a, b) => a.index - b.index).map(({ embedding }) => embedding)
    if (vectors.length !== inputs || data.some(({ index }, place) => index !== place))
      throw new Error('there is not one vector for each input')
    return { vectors, promptTokens: usage?.prompt_tokens ?? null }
  } catch (cause) {
    throw new UpstreamError('failed', { status: 200, cause })
  }
}
