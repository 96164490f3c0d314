import type { Attempt } from '@/lib/routing/attempt'
import type { ResolvedRoute } from '@/lib/routing/resolve-routes'
import type { MeterReading } from '@/lib/usage/meter-reading'
import type { ChatRequest, Usage } from '../schema'
import { searchOptionsOf, tierServed } from './priced-options'
import {
  audioTokensOf,
  cachedTokensOf,
  cacheWritesOf,
  reasoningTokensOf,
  webSearchesOf,
} from './to-usage-reply'

type Ending = {
  request: ChatRequest

  status: 'success' | 'failed'
  usage: Usage | undefined
  usageSource: MeterReading['usageSource']
  /** The tier of service that the upstream names in its answer. */
  toldTier?: unknown
  finishReason: string | null
  errorCode: string | null
  firstByteAt?: Date | undefined
  attempts: readonly Attempt[]
}

export function toReading(route: ResolvedRoute, ending: Ending): MeterReading {
  const { usage } = ending
  const written = usage ? cacheWritesOf(usage) : { all: 0, hour: 0 }
  return {
    status: ending.status,
    modality: 'chat',
    modelId: route.modelId,
    modelName: route.modelName,
    providerId: route.providerId,
    priceId: route.priceId,
    price: route.price,
    promptTokens: usage?.prompt_tokens ?? 0,
    cachedTokens: usage ? cachedTokensOf(usage) : 0,
    cacheWriteTokens: written.all,
    cacheWriteHourTokens: written.hour,
    webSearches: usage ? searchesIn(usage, route, ending.request) : 0,
    completionTokens: usage?.completion_tokens ?? 0,
    audioTokens: usage ? audioTokensOf(usage) : 0,
    serviceTier: tierServed(ending.request, ending.toldTier),
    reasoningTokens: usage ? reasoningTokensOf(usage) : 0,
    usageSource: usage ? ending.usageSource : 'none',
    finishReason: ending.finishReason,
    errorCode: ending.errorCode,
    firstByteAt: ending.firstByteAt ?? null,
    attempts: ending.attempts,
  }
}

/** Upstreams of OpenAI's kind search once for an answer when they are asked in their own words, and do not count it. */
function searchesIn(usage: Usage, { target }: ResolvedRoute, request: ChatRequest): number {
  const isUncounted = usage.server_tool_use == null && target.adapter === 'openai-compatible'
  return isUncounted && searchOptionsOf(request).length > 0 ? 1 : webSearchesOf(usage)
}
