import type Stripe from 'stripe'
import { env } from '@/lib/platform/env'
import { AppError } from '@/lib/platform/errors'

/** Someone waits for the answer: a try and one more. */
const TIMEOUT_MILLIS = 10_000
const RETRIES = 1

let made: { name: string; client: Stripe } | undefined

/** Stripe by its official SDK, which the first call loads. Throws `service_unavailable` where no key is configured. */
export async function stripeClient(): Promise<Stripe> {
  const { STRIPE_SECRET_KEY, STRIPE_API_BASE } = env()
  if (STRIPE_SECRET_KEY === undefined)
    throw new AppError('service_unavailable', { message: 'Payments are not configured here.' })
  const { default: Stripe } = await import('stripe')
  const name = `${STRIPE_SECRET_KEY}\n${STRIPE_API_BASE}`
  if (made?.name !== name) made = { name, client: new Stripe(STRIPE_SECRET_KEY, settings(STRIPE_API_BASE)) }
  return made.client
}

function settings(apiBase: string | undefined) {
  const common = { timeout: TIMEOUT_MILLIS, maxNetworkRetries: RETRIES, telemetry: false }
  if (apiBase === undefined) return common
  const { protocol, hostname, port } = new URL(apiBase)
  const isPlain = protocol === 'http:'
  return {
    ...common,
    protocol: isPlain ? ('http' as const) : ('https' as const),
    host: hostname,
    port: port === '' ? (isPlain ? 80 : 443) : Number(port),
  }
}
