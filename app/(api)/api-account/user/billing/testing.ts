import * as cancel from '@/app/(api)/api/checkout/cancel/route'
import * as documents from '@/app/(api)/api/documents/[order_id]/route'
import * as sandbox from '@/app/(api)/api/sandbox/checkout/[order_id]/route'
import * as webhook from '@/app/(api)/api/webhooks/stripe/route'
import * as balance from '@/app/(api)/api-account/user/balance/route'
import { ensureDemo, openDemoLink, tokenOfLink } from '@/lib/account/identity/demo'
import { loadCatalog } from '@/lib/catalog/models/read-snapshot'
import { type Call, openDoors as open } from '@/lib/http/testing'
import { CheckoutReply } from '@/lib/money/orders/orders-schema'
import type { Buyer } from '@/lib/money/orders/testing/new-buyer'
import * as autoTopUpCard from './auto-top-up/card/route'
import * as autoTopUp from './auto-top-up/route'
import * as createCheckout from './create-checkout/route'
import * as details from './details/route'
import * as document from './document/route'
import * as entries from './entries/route'
import * as orders from './orders/route'
import * as paymentStatus from './payment-status/[order_id]/route'
import * as billing from './route'

/** For the tests beside it: everything of billing. */
export const base = '/api-account/user/billing'

const modules = {
  [base]: billing,
  [`${base}/auto-top-up`]: autoTopUp,
  [`${base}/auto-top-up/card`]: autoTopUpCard,
  [`${base}/details`]: details,
  [`${base}/create-checkout`]: createCheckout,
  [`${base}/document`]: document,
  [`${base}/entries`]: entries,
  [`${base}/orders`]: orders,
  [`${base}/payment-status/[order_id]`]: paymentStatus,
  '/api-account/user/balance': balance,
  '/api/checkout/cancel': cancel,
  '/api/documents/[order_id]': documents,
  '/api/sandbox/checkout/[order_id]': sandbox,
  '/api/webhooks/stripe': webhook,
}

/** The cookie of a browser that opened the link of `npm start`. */
export async function demoLinkCookie(): Promise<string> {
  await loadCatalog()
  const demo = await ensureDemo()
  const { cookies } = await openDemoLink(tokenOfLink(demo?.sign_in_url ?? ''), '127.0.0.1')
  return cookies[0]?.split(';')[0] ?? ''
}

export const openDoors = () => open(modules)

export async function buy(
  call: Call,
  buyer: Buyer,
  json: Record<string, unknown> = {},
): Promise<CheckoutReply> {
  const body = { channel: 'stripe', inner_id: 1, ...json }
  const answer = await call('POST', `${base}/create-checkout`, {
    key: buyer.key,
    json: body,
    headers: { 'idempotency-key': crypto.randomUUID() },
  })
  return CheckoutReply.parse(answer.body)
}

/** A button of the sandbox payment page, pressed by the one who bought, in a browser that may. */
export async function press(call: Call, buyer: Buyer, orderId: string, action: string) {
  return call('POST', `/api/sandbox/checkout/${orderId}`, {
    headers: { cookie: `${buyer.cookie}; ${await demoLinkCookie()}` },
    json: { action },
  })
}
