import { parsePrice } from '@/lib/billing/price'
import type { MeterReading } from '../meter-reading'

/** USD 1 and 2 a million tokens: a prompt token costs 1000 nanos, a completion token 2000. */
const price = parsePrice({ prompt: '0.000001', completion: '0.000002' })

/** For tests: how a request ended that asked with ten tokens and was answered with four. */
export function readingOf(differs: Partial<MeterReading> = {}): MeterReading {
  return {
    status: 'success',
    modality: 'chat',
    modelId: 'sandbox/chat',
    modelName: 'Sandbox Chat',
    providerId: 'sandbox',
    priceId: 'price_none',
    price,
    promptTokens: 10,
    cachedTokens: 0,
    completionTokens: 4,
    reasoningTokens: 0,
    usageSource: 'upstream',
    finishReason: 'stop',
    errorCode: null,
    firstByteAt: null,
    attempts: [],
    ...differs,
  }
}
