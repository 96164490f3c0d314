import type { VersionedPrice } from '@/lib/billing/read-prices'
import type { MeterReading } from '../meter-reading'

/** What a task's meter does not read. */
type Left = 'price' | 'cachedTokens' | 'reasoningTokens' | 'finishReason' | 'firstByteAt' | 'attempts'
type Unpriced = Omit<MeterReading, Left> & Partial<Pick<MeterReading, 'attempts'>> & { endedAt: Date }

/** A task's reading with the price that it names. Throws where there is no such price. */
export function pricedReading(reading: Unpriced, versioned: VersionedPrice | undefined): MeterReading {
  if (versioned === undefined) throw new Error(`there is no price ${reading.priceId}`)
  const { endedAt: _endedAt, attempts = [], ...used } = reading
  return {
    ...used,
    attempts,
    price: versioned.price,
    cachedTokens: 0,
    reasoningTokens: 0,
    finishReason: null,
    firstByteAt: null,
  }
}
