import { z } from 'zod'
import { type Counted, type Measure, measureNames } from '@/lib/money/prices/measures'
import { type Price, type Quantities, totalNanosOf } from '@/lib/money/prices/price'
import { BATCH_TIER } from '@/lib/money/prices/rates'
import type { VideoRate } from '@/lib/money/prices/schema'
import type { Marks } from '@/lib/platform/caller'
import { counter, histogram } from '@/lib/platform/metrics'
import { toUsdNumber } from '@/lib/platform/money'
import { endSpan, type Scope, traceIdOf } from '@/lib/platform/tracing'
import type { UsageModality } from './schema'

/** What a request used, and what selects its price. */
export type Used = Counted & {
  modality: UsageModality
  /** The price per image; null or absent where the model bills tokens. */
  imageQuality?: 'low' | 'medium' | 'high' | null | undefined
  /** The price per second of video; null or absent where the model bills tokens. */
  videoRate?: VideoRate | null | undefined
  /** The billed service tier; null or absent: the standard price. */
  serviceTier?: string | null | undefined
}

/** How a metered request ended. A failed one costs nothing, whatever it used. */
export type MeterReading = Used & {
  status: 'success' | 'failed'
  modelId: string
  modelName: string
  providerId: string
  priceId: string
  price: Price
  /** What the provider charges. */
  costPrice: Price
  promptTokens: number
  completionTokens: number
  taskId?: string
  usageSource: 'upstream' | 'estimated' | 'none'
  finishReason: string | null
  errorCode: string | null
  firstByteAt: Date | null
  /** All tries in order; the last is the one that this reading describes. Empty where the first one succeeded. */
  attempts: readonly UpstreamTry[]
  /** With the customer's own provider key: the platform fee, which multiplies the price. */
  ownKeyFactor?: number | undefined
  /** What else multiplies it: a price group, a batch. */
  priceFactor?: number | undefined
}

const imagesBy = { low: 'imagesLow', medium: 'imagesMedium', high: 'imagesHigh' } as const

/** The quantities that the price applies to, and when the request arrived. */
export function quantitiesOf(used: Used, arrivedAt?: Date): Quantities {
  const { modality, imageQuality, completionTokens, images = 0 } = used
  if (modality === 'video')
    return { ...used, completionTokens: 0, videoTokens: completionTokens ?? 0, requests: 1, arrivedAt }
  const quantities: Quantities = { ...used, arrivedAt, requests: 1 }
  if (imageQuality) quantities[imagesBy[imageQuality]] = images
  return quantities
}

/** A try of an upstream, as tasks store it. Older tasks stored only the provider and the code. */
export const UpstreamTry = z.object({
  provider: z.string(),
  model: z.string().nullable().default(null),
  route: z.string().nullable().default(null),
  /** The error code; null: it answered. */
  code: z.string().nullable(),
  /** The upstream's HTTP status, if any. */
  status: z.int().nullable().default(null),
  latencyMs: z.int().nullable().default(null),
  ownKey: z.literal(true).optional(),
})
export type UpstreamTry = z.infer<typeof UpstreamTry>

/** One usage row as settlements carry it. What most requests do not have is left out. */
export type UsageRow = Partial<Record<Measure, number | undefined>> & {
  /** Also the id of the hold and the request. */
  id: string
  created_at: string
  customer_id: string
  api_key_id: string | null
  api_key_name: string | null
  model_id: string
  model_name: string
  provider_id: string
  modality: MeterReading['modality']
  status: 'success' | 'failed'
  prompt_tokens: number
  completion_tokens: number
  image_quality?: Used['imageQuality']
  video_rate?: VideoRate | null | undefined
  service_tier?: string | undefined
  /** As text: JSON has no integers of that size. */
  upstream_cost_nanos?: string | undefined
  price_id: string | null
  /** Multiplies every rate; absent: 1. */
  price_factor?: number | undefined
  own_key?: true | undefined
  usage_source: MeterReading['usageSource']
  finish_reason: string | null
  error_code?: string | null | undefined
  latency_ms: number
  ttft_ms?: number | null | undefined
  task_id?: string | undefined
  trace_id?: string | undefined
  member_id?: string | undefined
  project_id?: string | undefined
  end_user?: string | undefined
  tags?: Marks['tags'] | undefined
  attempts?:
    | (Omit<UpstreamTry, 'latencyMs' | 'ownKey'> & { latency_ms: number | null; own_key?: true })[]
    | null
    | undefined
}

type Opened = {
  id: string
  customerId: string
  apiKeyId: string | null
  apiKeyName: string | null
  /** Who made it in the console, or whose key it was made with; absent: the organization's. */
  memberId?: string | undefined
  /** The key's. */
  projectId?: string | undefined
  marks?: Marks | undefined
  startedAt: Date
  scope?: Scope | undefined
}

/** Ends the answer's span with its usage. */
export function endAnswerSpan(scope: Scope | undefined, reading: MeterReading): void {
  if (scope?.answering === undefined) return
  const { answering } = scope
  scope.answering = undefined
  const attributes = {
    'gen_ai.response.model': reading.modelId,
    'gen_ai.usage.input_tokens': reading.promptTokens,
    'gen_ai.usage.output_tokens': reading.completionTokens,
    'gen_ai.usage.cache_read.input_tokens': reading.cachedTokens ?? 0,
    ...(reading.finishReason !== null && { 'gen_ai.response.finish_reasons': [reading.finishReason] }),
  }
  endSpan(answering, attributes, reading.errorCode)
}

/** The cost of a reading of a request that arrived then, in nano-USD; 0 for a failed one. */
export function costOf(reading: MeterReading, arrivedAt?: Date): bigint {
  return reading.status === 'failed' ? 0n : totalNanosOf(reading.price, quantitiesOf(reading, arrivedAt))
}

/** The usage row of a meter that ended at `endedAt`. `costNanos` is what `costOf` says. */
export function toUsageRow(
  opened: Opened,
  reading: MeterReading,
  endedAt: Date,
  costNanos = costOf(reading, opened.startedAt),
): UsageRow {
  const started = opened.startedAt.getTime()
  const upstreamCost = upstreamCostOf(reading, opened.startedAt, costNanos)
  const row: UsageRow = {
    id: opened.id,
    created_at: opened.startedAt.toISOString(),
    customer_id: opened.customerId,
    api_key_id: opened.apiKeyId,
    api_key_name: opened.apiKeyName,
    model_id: reading.modelId,
    model_name: reading.modelName,
    provider_id: reading.providerId,
    modality: reading.modality,
    status: reading.status,
    prompt_tokens: whole(reading.promptTokens),
    completion_tokens: whole(reading.completionTokens),
    image_quality: reading.imageQuality,
    video_rate: reading.videoRate,
    service_tier: reading.serviceTier ?? undefined,
    upstream_cost_nanos: upstreamCost > 0n ? upstreamCost.toString() : undefined,
    price_id: reading.priceId,
    price_factor: reading.ownKeyFactor ?? reading.priceFactor,
    own_key: reading.ownKeyFactor === undefined ? undefined : true,
    usage_source: reading.usageSource,
    finish_reason: reading.finishReason,
    error_code: reading.errorCode ?? undefined,
    latency_ms: whole(endedAt.getTime() - started),
    ttft_ms: reading.firstByteAt ? whole(reading.firstByteAt.getTime() - started) : undefined,
    task_id: reading.taskId,
    trace_id: traceIdOf(opened.scope),
    member_id: opened.memberId,
    project_id: opened.projectId,
    end_user: opened.marks?.endUser,
    tags: opened.marks?.tags,
    attempts:
      reading.attempts.length > 0
        ? reading.attempts.map(({ latencyMs, ownKey, ...one }) => ({
            ...one,
            latency_ms: latencyMs,
            ...(ownKey && { own_key: ownKey }),
          }))
        : undefined,
  }
  for (const [column, name] of measureNames) {
    const count = reading[name]
    if (count) row[column] = whole(count)
  }
  return row
}

/**
 * What the provider charges in nano-USD, regardless of any factor on the customer's price. Failed requests count only where the
 * provider reported their usage.
 */
function upstreamCostOf(reading: MeterReading, arrivedAt: Date, costNanos: bigint): bigint {
  const { status, price, costPrice } = reading
  if (status === 'failed' && reading.usageSource !== 'upstream') return 0n
  if (reading.ownKeyFactor !== undefined) return 0n // the provider bills the customer
  // The lines of a batch are plain requests to the provider.
  const isBatch = reading.serviceTier === BATCH_TIER
  if (status !== 'failed' && price === costPrice && !isBatch) return costNanos
  const quantities = quantitiesOf(reading, arrivedAt)
  return totalNanosOf(costPrice, isBatch ? { ...quantities, serviceTier: null } : quantities)
}

const MAX_INT = 2_147_483_647

function whole(value: number): number {
  return Math.min(Math.max(Math.round(value), 0), MAX_INT)
}

const by = ['provider', 'model'] as const

const requests = counter('model_requests_total', 'Requests that reached an upstream, by how they ended.', [
  ...by,
  'modality',
  'status',
])
const tokens = counter('model_tokens_total', 'Tokens; cached and reasoning ones are part of the others.', [
  ...by,
  'kind',
])
const cost = counter('model_cost_usd_total', 'What customers were charged, in dollars.', by)
const answerSeconds = histogram('model_answer_seconds', 'From a request to the end of its answer.', by)
const firstSeconds = histogram('model_first_token_seconds', 'From a request to its first token.', by)

/** Counts a settled request in the metrics. */
export function recordMetrics(
  reading: MeterReading,
  { startedAt, endedAt, costNanos }: { startedAt: Date; endedAt: Date; costNanos: bigint },
): void {
  const { providerId: provider, modelId: model, modality, status, firstByteAt } = reading
  requests.at(provider, model, modality, status).add()
  const count = (kind: string, used: number | undefined) => {
    if (used) tokens.at(provider, model, kind).add(used)
  }
  count('prompt', reading.promptTokens)
  count('cached', reading.cachedTokens)
  count('completion', reading.completionTokens)
  count('reasoning', reading.reasoningTokens)
  cost.at(provider, model).add(toUsdNumber(costNanos))
  const since = (at: Date) => Math.max(0, at.getTime() - startedAt.getTime()) / 1000
  if (status === 'success') answerSeconds.at(provider, model).add(since(endedAt))
  if (firstByteAt) firstSeconds.at(provider, model).add(since(firstByteAt))
}
