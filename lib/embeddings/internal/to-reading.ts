import type { ResolvedRoute } from '@/lib/routing/resolve-routes'
import type { MeterReading } from '@/lib/usage/meter-reading'

type Ending = Pick<MeterReading, 'status' | 'usageSource' | 'finishReason' | 'errorCode' | 'attempts'> & {
  promptTokens: number
}

export function toReading(route: ResolvedRoute, ending: Ending): MeterReading {
  return {
    ...ending,
    modality: 'embedding',
    modelId: route.modelId,
    modelName: route.modelName,
    providerId: route.providerId,
    priceId: route.priceId,
    price: route.price,
    cachedTokens: 0,
    completionTokens: 0,
    reasoningTokens: 0,
    firstByteAt: null,
  }
}
