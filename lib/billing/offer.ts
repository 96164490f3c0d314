import { env } from '@/lib/platform/env'

/**
 * How payments are taken here: by Stripe once its keys are set, never anything beside it; on the sandbox payment page
 * while there is a demo; else not at all.
 */
export function readPaymentsMode(): 'stripe' | 'sandbox' | 'none' {
  if (env().STRIPE_SECRET_KEY !== undefined) return 'stripe'
  return env().demo ? 'sandbox' : 'none'
}

/** What can be bought. `creditNanos` is the price less the platform fee: exact, for a rate has at most six decimals. */
type CreditPackageRow = { innerId: number; priceCents: number; creditNanos: bigint }

const pricesCents = [1000, 5000, 10_000, 25_000] as const
const MILLIONTHS = 1_000_000n

export function creditPackages(): CreditPackageRow[] {
  const credited = MILLIONTHS - millionthsOf(env().PLATFORM_FEE_RATE)
  return pricesCents.map((priceCents, index) => ({
    innerId: index + 1,
    priceCents,
    creditNanos: (nanosOfCents(priceCents) * credited) / MILLIONTHS,
  }))
}

/** The part of a price that is charged for a request with a key of the customer's own. */
export function platformFeeRate(): string {
  return env().PLATFORM_FEE_RATE
}

/** Cents as nano-dollars. */
export function nanosOfCents(cents: number): bigint {
  return BigInt(cents) * 10_000_000n
}

/** `"0.05"` → 50000. */
function millionthsOf(rate: string): bigint {
  return BigInt((rate.split('.')[1] ?? '').padEnd(6, '0'))
}
