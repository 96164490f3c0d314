import { env } from '@/lib/platform/env'

/**
 * How payments are accepted here: by Stripe alone once its keys are set; on the sandbox payment page while there is a
 * demo; else not at all.
 */
export function readPaymentsMode(): 'stripe' | 'sandbox' | 'none' {
  if (env().STRIPE_SECRET_KEY !== undefined) return 'stripe'
  return env().demo ? 'sandbox' : 'none'
}

/** What can be bought. `creditNanos` is the price less the platform fee, in whole cents; orders of before may have parts of a cent. */
export type Offer = { innerId: number; priceCents: number; creditNanos: bigint }

/** Instead of a package's number. */
export const CUSTOM_AMOUNT = 0

const pricesCents = [1000, 5000, 10_000, 25_000] as const
const MILLIONTHS = 1_000_000n

export function creditPackages(): Offer[] {
  return pricesCents.map((priceCents, index) => offerOf(priceCents, index + 1))
}

/** What a price buys. Rounded to a cent here and nowhere else: the fee, half a cent up, and the credit is the rest. */
export function offerOf(priceCents: number, innerId = CUSTOM_AMOUNT): Offer {
  const feeCents = (BigInt(priceCents) * millionthsOf(env().PLATFORM_FEE_RATE) + MILLIONTHS / 2n) / MILLIONTHS
  return { innerId, priceCents, creditNanos: nanosOfCents(priceCents - Number(feeCents)) }
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

/** The platform fee that a price includes. */
export function feeNanosOf({ priceCents, creditNanos }: Pick<Offer, 'priceCents' | 'creditNanos'>): bigint {
  return nanosOfCents(priceCents) - creditNanos
}
