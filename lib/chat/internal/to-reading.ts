import type { Attempt } from '@/lib/routing/attempt'
import type { ResolvedRoute } from '@/lib/routing/resolve-routes'
import type { MeterReading } from '@/lib/usage/meter-reading'
import type { Usage } from '../schema'
import { cachedTokensOf, cacheWritesOf, reasoningTokensOf, webSearchesOf } from './to-usage-reply'

type Ending = {
  status: 'success' | 'failed'
  usage: Usage | undefined
  usageSource: MeterReading['usageSource']
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
    webSearches: usage ? webSearchesOf(usage) : 0,
    completionTokens: usage?.completion_tokens ?? 0,
    reasoningTokens: usage ? reasoningTokensOf(usage) : 0,
    usageSource: usage ? ending.usageSource : 'none',
    finishReason: ending.finishReason,
    errorCode: ending.errorCode,
    firstByteAt: ending.firstByteAt ?? null,
    attempts: ending.attempts,
  }
}
