import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { DocumentReply } from '@/lib/money/orders/orders-schema'
import { type Buyer, newBuyer } from '@/lib/money/orders/testing/new-buyer'
import { startStripe } from '@/lib/money/orders/testing/stripe/stripe-stand-in'
import { clock } from '@/lib/platform/clock'
import { env } from '@/lib/platform/env'
import { newId } from '@/lib/platform/ids'
import { base, buy, openDoors, press } from '../testing'

const stripe = await startStripe()
const { call, door, close } = await openDoors()
const configured = { ...env() }
afterAll(() => {
  close()
  stripe.close()
})

let buyer: Buyer
beforeEach(async () => {
  buyer = await newBuyer()
})
afterEach(() => {
  Object.assign(env(), configured)
  stripe.trouble = () => undefined
})
const withoutStripe = () => Object.assign(env(), { STRIPE_SECRET_KEY: undefined })

describe('Documents', () => {
  const ask = (json: Record<string, unknown>, key = buyer.key) =>
    call('POST', `${base}/document`, { key, json })
  const open = (url: string, init?: RequestInit) => {
    const { pathname, search } = new URL(url)
    return door(init?.method ?? 'GET', pathname + search, init)
  }

  async function paidInSandbox(who = buyer) {
    withoutStripe()
    const { order_id } = await buy(call, who)
    await press(call, who, order_id, 'pay')
    return order_id
  }

  it.each(['invoice', 'receipt'])('opens our own %s for ten minutes, without a session', async (type) => {
    const order_id = await paidInSandbox()
    const { status, body } = await ask({ order_id, type })
    expect(status).toBe(200)
    expect(body).toEqual({
      order_id,
      type,
      url: expect.stringContaining(`${env().publicUrl}/api/documents/${order_id}?type=${type}&`),
      expires_at: expect.stringMatching(/Z$/),
    })
    const { url } = DocumentReply.parse(body)
    const response = await open(url)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(response.headers.get('content-disposition')).toBe(`inline; filename="${type}-${order_id}.html"`)
    expect(response.headers.get('cache-control')).toMatch(/^private/)
    expect(response.headers.get('content-security-policy')).toMatch(/^sandbox; default-src 'none'/)
    const page = await response.text()
    for (const part of ['Zoë Łódzka', 'Test mode: no money was paid', order_id]) expect(page).toContain(part)

    const start = clock.now()
    vi.spyOn(clock, 'now').mockReturnValue(new Date(start.getTime() + 10 * 60_000))
    const late = await open(url)
    expect(late.status).toBe(403)
    expect(await late.json()).toMatchObject({ error: { code: 'link_expired' } })
  })

  it('shows any name as it was typed, without running it', async () => {
    const named = await newBuyer('<script>alert("1")</script> 東京 🌍')
    const order_id = await paidInSandbox(named)
    const { url } = DocumentReply.parse((await ask({ order_id, type: 'invoice' }, named.key)).body)
    const page = await (await open(url)).text()
    expect(page).toContain('&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; 東京 🌍')
    expect(page).not.toContain('<script')
  })

  it.each([
    ['37.5', ['$35.62 USD', '$1.88 USD', '$37.50 USD']],
    ['37.51', ['$35.63 USD', '$1.88 USD', '$37.51 USD']],
  ])('of %s have lines of whole cents that add up', async (amount, sums) => {
    withoutStripe()
    const { order_id } = await buy(call, buyer, { inner_id: null, amount })
    await press(call, buyer, order_id, 'pay')
    const { url } = DocumentReply.parse((await ask({ order_id, type: 'invoice' })).body)
    const amounts = (await (await open(url)).text()).match(/\$[\d.]+ USD/g)
    expect(amounts).toEqual([...sums, '$0.00 USD', sums[2]])
  })

  it('opens nothing for a link that was changed', async () => {
    const order_id = await paidInSandbox()
    const { url } = DocumentReply.parse((await ask({ order_id, type: 'invoice' })).body)
    const changes: [string, string][] = [
      ['type', 'receipt'],
      ['expires', '99999999999'],
      ['signature', 'x'],
    ]
    for (const [field, value] of changes) {
      const changed = new URL(url)
      changed.searchParams.set(field, value)
      expect((await open(changed.href)).status).toBe(404)
    }
    expect((await open(url.replace(order_id, await paidInSandbox()))).status).toBe(404)
    expect((await open(`${env().publicUrl}/api/documents/${order_id}`)).status).toBe(400)
  })

  it('show the billing details at the time of payment, and the fee on a separate line', async () => {
    const details = { name: 'Łódź & Sons GmbH', line1: 'Hauptstraße 1', postal_code: '10115', city: 'Berlin' }
    const put = (json: object) => call('PUT', `${base}/details`, { key: buyer.key, json })
    await put({ ...details, country: 'DE', tax_id: 'DE123456789' })
    const { order_id, session_id } = await buy(call, buyer, { inner_id: 2 })
    stripe.payer.pay(session_id, { taxCents: 950 })
    for (const event of stripe.state.eventsOf(session_id))
      await call('POST', '/api/webhooks/stripe', stripe.sign(event))
    await put({ name: 'Somebody else' })
    for (const type of ['invoice', 'receipt']) {
      const { url } = DocumentReply.parse((await ask({ order_id, type })).body)
      const page = await (await open(url)).text()
      const parts = [
        'Łódź &amp; Sons GmbH',
        '10115 Berlin',
        'Germany',
        'Tax ID DE123456789',
        'zoe@example.com',
      ]
      const lines = ['$47.50 USD', 'Platform fee', '$2.50 USD', '$50.00 USD', '$9.50 USD', '$59.50 USD']
      for (const part of [...parts, ...lines]) expect(page).toContain(part)
      expect(page).toMatch(/INV-20\d\d-\d{6}/)
      expect(page).not.toContain('Somebody else')
    }
  })

  it('has none before payment: 409', async () => {
    const { order_id } = await buy(call, buyer)
    for (const type of ['invoice', 'receipt'])
      expect(await ask({ order_id, type })).toMatchObject({
        status: 409,
        body: { error: { code: 'document_not_ready', type: 'invalid_request_error' } },
      })
  })

  it("has none of another customer's order, nor of none: 404, to the letter", async () => {
    const order_id = await paidInSandbox()
    const stranger = await newBuyer()
    const answers = [
      await ask({ order_id, type: 'invoice' }, stranger.key),
      await ask({ order_id: newId('ord'), type: 'invoice' }),
      await ask({ order_id: '\u0000', type: 'receipt' }),
    ]
    for (const { status, body } of answers) {
      expect(status).toBe(404)
      expect(body).toMatchObject({
        error: { code: 'not_found', message: 'Not found.', param: null },
      })
    }
  })

  it.each([
    ['order_id', 'missing_parameter', { type: 'invoice' }],
    ['order_id', 'invalid_parameter', { order_id: 7, type: 'invoice' }],
    ['type', 'missing_parameter', { order_id: 'ord_x' }],
    ['type', 'invalid_parameter', { order_id: 'ord_x', type: 'poem' }],
    ['format', 'invalid_parameter', { order_id: 'ord_x', type: 'invoice', format: 'pdf' }],
  ])('names %s when it is wrong: 400 %s', async (param, code, json) => {
    expect(await ask(json)).toMatchObject({ status: 400, body: { error: { code, param } } })
  })
})
