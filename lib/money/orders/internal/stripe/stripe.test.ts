import Stripe from 'stripe'
import { afterAll, expect, test } from 'vitest'
import { env } from '@/lib/platform/env'
import { StripeStandIn } from '../../testing/stripe/stripe-stand-in'
import { askStripe, askStripeFor } from './client'
import { checkoutLocale } from './open-session'

const standIn = await StripeStandIn.start()
const { hostname, port } = new URL(standIn.origin)
afterAll(() => standIn.close())
Object.assign(env(), { STRIPE_SECRET_KEY: standIn.secretKey, STRIPE_API_BASE: standIn.origin })

const hasty = (secret = standIn.secretKey) =>
  new Stripe(secret, { protocol: 'http', host: hostname, port, timeout: 2000, maxNetworkRetries: 0 })
const call = () => hasty().checkout.sessions.retrieve('cs_none')

test('a slow answer is a 504', async () => {
  standIn.trouble = () => 'hang'
  await expect(askStripe(call)).rejects.toMatchObject({ code: 'upstream_timeout', status: 504 })
})

test('no answer is a 503', async () => {
  standIn.trouble = () => 'cut'
  await expect(askStripe(call)).rejects.toMatchObject({ code: 'upstream_unavailable', status: 503 })
})

test.each([500, 503, 400, 401, 403])('a %i is a 502 without Stripe’s message', async (status) => {
  standIn.trouble = () => ({ status, body: { error: { type: 'api_error', message: 'about sk_live_1' } } })
  await expect(askStripe(call)).rejects.toMatchObject({
    code: 'upstream_error',
    status: 502,
    message: 'The payment provider returned an error.',
  })
})

test('a 429 is a 429 of the upstream', async () => {
  standIn.trouble = () => ({ status: 429 })
  await expect(askStripe(call)).rejects.toMatchObject({
    code: 'rate_limit_exceeded',
    metadata: { limit_source: 'upstream' },
  })
})

test('an object that Stripe does not have is undefined', async () => {
  standIn.trouble = () => undefined
  expect(await askStripeFor(call)).toBeUndefined()
  await expect(askStripe(call)).rejects.toMatchObject({ code: 'upstream_error' })
})

test.each([
  ['de', 'de'],
  ['EN-gb', 'en-GB'],
  ['pt_BR', 'pt-BR'],
  ['de-AT', 'de'],
  ['zh-Hant-TW', 'zh'],
  ['hi', 'auto'],
  ['xx-YY', 'auto'],
  ['', 'auto'],
])('%j is %j to the payment page', (asked, locale) => {
  expect(checkoutLocale(asked)).toBe(locale)
})
