import { parsePrice } from '@/lib/billing/price'
import type { Caller, CallerKey } from '@/lib/platform/caller'
import { newId } from '@/lib/platform/ids'
import type { MeterReading } from '../booking'
import { openMeter, settleMeter } from '../meter'

/** For tests: a request that began at `startedAt`, held and settled as every request is. Answers its id. */
export async function bookUsage(
  caller: Caller,
  startedAt: Date,
  differs: Partial<MeterReading> = {},
): Promise<string> {
  const id = newId('req')
  const meter = openMeter(caller, id, 1_000_000n)
  await meter.held
  await settleMeter({ ...meter, startedAt }, readingOf(differs))
  return id
}

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

/** For tests: a key that may cost so much in all, and is otherwise bound by nothing. */
export function limitedKey(limitNanos: bigint | null): CallerKey {
  return {
    id: newId('key'),
    name: 'small',
    scopes: ['inference'],
    allowedModels: null,
    limitNanos,
    limitReset: null,
    rateLimitRpm: null,
    defaultModels: { chat: null, image: null, video: null },
    routing: { order: [], allowFallbacks: true, sort: null, models: [] },
  }
}
