import { env } from '@/lib/platform/env'
import { AppError } from '@/lib/platform/errors'
import { logger } from '@/lib/platform/logger'
import { StripeEvent } from './stripe-objects'

const HEADER = 'Stripe-Signature'

/**
 * What Stripe tells us, once it is certain that Stripe does: signed with our endpoint's secret, at most five minutes ago.
 * Throws 400 for anything else, 503 where there is no secret to check with.
 */
export async function verifyEvent(body: Buffer, signature: string | undefined): Promise<StripeEvent> {
  const secret = env().STRIPE_WEBHOOK_SECRET
  if (secret === undefined)
    throw new AppError('service_unavailable', {
      message: 'Webhooks of Stripe are not configured here: STRIPE_WEBHOOK_SECRET is missing.',
    })
  if (signature === undefined)
    throw new AppError('missing_parameter', { param: HEADER, message: `The ${HEADER} header is missing.` })
  const event = StripeEvent.safeParse(await construct(body, signature, secret))
  if (!event.success) throw new AppError('invalid_json', { message: 'The body is not an event of Stripe.' })
  return event.data
}

async function construct(body: Buffer, signature: string, secret: string): Promise<unknown> {
  const { default: Stripe } = await import('stripe')
  try {
    return Stripe.webhooks.constructEvent(body, signature, secret)
  } catch (error) {
    const isForged = error instanceof Stripe.errors.StripeSignatureVerificationError
    if (!isForged) throw new AppError('invalid_json', { message: 'The body is not an event of Stripe.' })
    logger.warn({ reason: error.message.split('\n')[0] }, 'a webhook came with a signature that is not right')
    throw new AppError('invalid_parameter', {
      param: HEADER,
      message: `The ${HEADER} header does not match the body, or is older than five minutes.`,
    })
  }
}
