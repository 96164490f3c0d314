import type { Caller } from '@/lib/platform/caller'
import { tryRoutes } from '@/lib/routing/try-routes'
import { embeddingModelFor } from '@/lib/upstream/registry'
import { costOf, type Meter, openMeter, releaseMeter, settleMeter } from '@/lib/usage/meter'
import { failEmbeddings } from './internal/fail-embeddings'
import { sumOfTokens } from './internal/input-tokens'
import { type EmbeddingPlan, planEmbeddings, roomyRoutes } from './internal/plan-embeddings'
import { toReading } from './internal/to-reading'
import type { EmbeddingReply, EmbeddingRequest } from './schema'

/**
 * Where the request comes from: its id (also of its hold and its usage row), whether its client is still there, and, where
 * its answer is kept for retries, whether that was done.
 */
export type EmbeddingContext = {
  requestId: string
  signal: AbortSignal
  answerKept?: Promise<boolean> | undefined
}

const NANOS_PER_USD = 1e9

/**
 * Turns texts into vectors. Holds the most it can cost, tries the model's routes until one answers, and settles by what
 * was used: the upstream's count of tokens, else ours.
 */
export async function createEmbeddings(
  caller: Caller,
  request: EmbeddingRequest,
  { requestId, signal, answerKept }: EmbeddingContext,
): Promise<EmbeddingReply> {
  const plan = planEmbeddings(caller, request)
  const meter = openMeter(caller, requestId, plan.worstCaseNanos, answerKept)
  return embed(plan, meter, request, signal).catch((error: unknown) => {
    void releaseMeter(meter)
    throw error
  })
}

async function embed(
  plan: EmbeddingPlan,
  meter: Meter,
  request: EmbeddingRequest,
  signal: AbortSignal,
): Promise<EmbeddingReply> {
  await meter.held
  const { inputs } = plan
  let isAccepted = false
  const tried = await tryRoutes(roomyRoutes(plan, request.input), signal, async (route) => {
    isAccepted = false
    const onAccepted = () => {
      isAccepted = true
    }
    const answer = await embeddingModelFor(route.target).embed({
      model: route.upstreamId,
      input: inputs,
      dimensions: request.dimensions ?? null,
      user: request.user ?? null,
      signal,
      onAccepted,
    })
    onAccepted()
    return answer
  })
  if (!tried.ok || signal.aborted) {
    const told = tried.ok ? tried.result.promptTokens : null
    throw failEmbeddings(meter, tried, signal, isAccepted ? { inputs, told } : undefined)
  }
  const { result, route, attempts } = tried
  const promptTokens = result.promptTokens ?? sumOfTokens(inputs)
  const reading = toReading(route, {
    status: 'success',
    promptTokens,
    usageSource: result.promptTokens === null ? 'estimated' : 'upstream',
    finishReason: null,
    errorCode: null,
    attempts,
  })
  const encode = request.encoding_format === 'base64' ? toBase64 : (vector: number[]) => vector
  const reply: EmbeddingReply = {
    object: 'list',
    data: result.vectors.map((vector, index) => ({ object: 'embedding', index, embedding: encode(vector) })),
    model: route.modelId,
    usage: {
      prompt_tokens: promptTokens,
      total_tokens: promptTokens,
      cost: Number(costOf(reading)) / NANOS_PER_USD,
    },
  }
  void settleMeter(meter, reading)
  return reply
}

/** 32-bit floats, little-endian, as OpenAI's clients read them. */
function toBase64(vector: number[]): string {
  const bytes = Buffer.alloc(vector.length * 4)
  for (const [place, one] of vector.entries()) bytes.writeFloatLE(one, place * 4)
  return bytes.toString('base64')
}
