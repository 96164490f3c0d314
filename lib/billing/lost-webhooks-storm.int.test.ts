import { afterAll, expect, it } from 'vitest'
import { sweepPaymentEvents } from './payment-events'
import { checkLedger } from './testing/ledger-customer'
import { newBuyer } from './testing/new-buyer'
import { OrderLife, orderOutcomes } from './testing/order-life'
import { startStripe } from './testing/stripe/stripe-stand-in'

const ORDERS = 63
const NODES = 2
/** In each round Stripe fails for one order in so many, another one each time. */
const UNLUCKY_IN = 9

const stripe = await startStripe()
afterAll(() => stripe.close())

it('no webhook ever arrives, and Stripe fails now and then: payments, refunds and disputes all end right', async () => {
  const buyers = await Promise.all(Array.from({ length: 3 }, () => newBuyer()))
  const lived: { life: OrderLife; outcome: (typeof orderOutcomes)[number] }[] = []
  for (let index = 0; index < ORDERS; index++) {
    const [buyer, outcome] = [buyers[index % buyers.length], orderOutcomes[index % orderOutcomes.length]]
    if (buyer && outcome) lived.push({ life: await OrderLife.begin(stripe, buyer), outcome })
  }
  const rounds = Math.max(...orderOutcomes.map(({ steps }) => steps.length))
  for (let round = 0; round < rounds; round++) {
    for (const { life, outcome } of lived) outcome.steps[round]?.(life)
    const unlucky = lived.filter((_, index) => index % UNLUCKY_IN === round).map(({ life }) => life.sessionId)
    stripe.trouble = ({ path }) =>
      unlucky.some((sessionId) => path.includes(sessionId)) ? { status: 500 } : undefined
    await Promise.all(Array.from({ length: NODES }, () => sweepPaymentEvents()))
  }
  stripe.trouble = () => undefined
  await Promise.all(Array.from({ length: NODES }, () => sweepPaymentEvents()))

  for (const { life, outcome } of lived) {
    const { status, credits } = await life.outcome()
    expect(status).toBe(outcome.status)
    expect(credits.filter((line) => line.startsWith('purchase'))).toHaveLength(
      status === 'failed' || status === 'expired' ? 0 : 1,
    )
    expect(await life.credit()).toBe((9_500_000_000n * outcome.left) / 1000n)
  }
  expect(await checkLedger()).toBe(0)
}, 120_000)
