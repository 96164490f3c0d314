import { parsePrice } from '@/lib/billing/price'
import type { Caller } from '@/lib/platform/caller'
import { newId } from '@/lib/platform/ids'
import type { MeterReading } from '../meter-reading'
import { openMeter } from '../open-meter'
import { settleMeter } from '../settle-meter'

/** USD 1 and 2 a million tokens: a prompt token costs 1000 nanos, a completion token 2000. */
const price = parsePrice({ prompt: '0.000001', completion: '0.000002' })

/** For tests: a request that began at `startedAt`, held and settled as every request is. Answers its id. */
export async function bookUsage(
  caller: Caller,
  startedAt: Date,
  differs: Partial<MeterReading> = {},
): Promise<string> {
  const id = newId('req')
  const meter = openMeter(caller, id, 1_000_000n)
  await meter.held
  const reading: MeterReading = {
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
  await settleMeter({ ...meter, startedAt }, reading)
  return id
}
