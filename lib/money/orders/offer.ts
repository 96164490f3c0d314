import { env } from '@/lib/platform/env'

/** How payments are accepted: by Stripe once its key is set, by the sandbox payment page with the demo, otherwise not at all. */
export function readPaymentsMode(): 'stripe' | 'sandbox' | 'none' {
  if (env().STRIPE_SECRET_KEY !== undefined) return 'stripe'
  return env().demo ? 'sandbox' : 'none'
}

/** What can be bought. `creditNanos` is the price minus the platform fee, in whole cents; older orders may have fractions of a cent. */
export type Offer = { innerId: number; priceCents: number; creditNanos: bigint }

/** The package number of a custom amount. */
export const CUSTOM_AMOUNT = 0

const pricesCents = [1000, 5000, 10_000, 25_000] as const
const MILLIONTHS = 1_000_000n

export function creditPackages(): Offer[] {
  return pricesCents.map((priceCents, index) => offerOf(priceCents, index + 1))
}

/** What a price buys. Only here is the fee rounded, to a cent with half a cent up; the credit is the rest. */
export function offerOf(priceCents: number, innerId = CUSTOM_AMOUNT): Offer {
  const feeCents = (BigInt(priceCents) * millionthsOf(env().PLATFORM_FEE_RATE) + MILLIONTHS / 2n) / MILLIONTHS
  return { innerId, priceCents, creditNanos: nanosOfCents(priceCents - Number(feeCents)) }
}

/** The platform fee as a decimal; requests with the customer's own provider key cost this share of their price. */
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
