import { inflateSync } from 'node:zlib'
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { DocumentReply } from '@/lib/billing/orders-schema'
import { type Buyer, newBuyer } from '@/lib/billing/testing/new-buyer'
import { startStripe } from '@/lib/billing/testing/start-stripe'
import { got } from '@/lib/billing/testing/stripe/stripe-state'
import { clock } from '@/lib/platform/clock'
import { env } from '@/lib/platform/env'
import { newId } from '@/lib/platform/ids'
import { base, buy, openDoors, openRawDoors, press } from '../testing'

const stripe = await startStripe()
const { doors, close } = await openDoors()
const { doors: rawDoors, close: closeRaw } = await openRawDoors()
const configured = { ...env() }
afterAll(() => {
  close()
  closeRaw()
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

/** All that a PDF holds, its compressed parts opened. */
function unpack(pdf: Buffer): string {
  const text = pdf.toString('latin1')
  const streams = [...text.matchAll(/stream\r?\n([\s\S]*?)\r?\nendstream/g)].map(([, body = '']) => {
    try {
      return inflateSync(Buffer.from(body, 'latin1')).toString('latin1')
    } catch {
      return ''
    }
  })
  return text + streams.join('\n')
}

/** As PDF writes text that is not ASCII. */
function utf16(text: string): string {
  return Buffer.from(`\ufeff${text}`, 'utf16le').swap16().toString('latin1')
}

describe.each(doors)('Documents through the %s door', (name, call) => {
  const raw = rawDoors.find(([one]) => one === name)?.[1]
  const ask = (json: Record<string, unknown>, key = buyer.key) =>
    call('POST', `${base}/document`, { key, json })
  const open = async (url: string, init?: RequestInit) => {
    const { pathname, search } = new URL(url)
    const response = await raw?.(init?.method ?? 'GET', pathname + search, init)
    return response ?? Response.error()
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
    expect(response.headers.get('content-type')).toBe('application/pdf')
    expect(response.headers.get('content-disposition')).toBe(`inline; filename="${type}-${order_id}.pdf"`)
    expect(response.headers.get('cache-control')).toMatch(/^private/)
    expect(response.headers.has('content-security-policy')).toBe(false)
    const pdf = unpack(Buffer.from(await response.arrayBuffer()))
    expect(pdf).toMatch(/^%PDF-1\.7/)
    for (const part of ['/Lang (en)', '/Marked true', '/StructTreeRoot', '/FontFile2', '/ToUnicode'])
      expect(pdf).toContain(part)
    expect(pdf).toContain(utf16('Zoë Łódzka'))
    expect(pdf).toContain('Sandbox: no money was paid')

    const start = clock.now()
    vi.spyOn(clock, 'now').mockReturnValue(new Date(start.getTime() + 10 * 60_000))
    const late = await open(url)
    expect(late.status).toBe(403)
    expect(await late.json()).toMatchObject({ error: { code: 'link_expired' } })
  })

  it('takes a name of any length and letters', async () => {
    const long = await newBuyer(`${'Wolfeschlegelsteinhausenbergerdorff'.repeat(2)} 東京 🌍`)
    const order_id = await paidInSandbox(long)
    const { url } = DocumentReply.parse((await ask({ order_id, type: 'invoice' }, long.key)).body)
    const pdf = unpack(Buffer.from(await (await open(url)).arrayBuffer()))
    expect(pdf).toContain(utf16('東京').slice(2))
    expect(pdf.match(/\/Type \/Page\b/g)).toHaveLength(1)
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

  it("leads to Stripe's own where it made them, and to ours where it did not", async () => {
    const { order_id, session_id } = await buy(call, buyer)
    stripe.payer.pay(session_id)
    for (const event of stripe.state.eventsOf(session_id))
      await call('POST', '/api/webhooks/stripe', stripe.sign(event))
    const session = got(stripe.state.sessions, session_id)
    const intent = got(stripe.state.intents, session.payment_intent)
    expect((await ask({ order_id, type: 'invoice' })).body).toEqual({
      order_id,
      type: 'invoice',
      url: `https://invoice.stripe.test/${session.invoice}`,
      expires_at: null,
    })
    expect((await ask({ order_id, type: 'receipt' })).body).toMatchObject({
      url: `https://pay.stripe.test/receipts/${intent.latest_charge}`,
    })
    stripe.state.invoices.delete(session.invoice ?? '')
    expect((await ask({ order_id, type: 'invoice' })).body).toMatchObject({
      url: expect.stringContaining('/api/documents/'),
    })
    stripe.trouble = () => ({ status: 500 })
    expect((await ask({ order_id, type: 'receipt' })).status).toBe(502)
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
        error: { code: 'not_found', message: 'There is nothing here.', param: null },
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

  it('needs a key that may write: 401, 403', async () => {
    const reader = await newBuyer('Reader', ['account:read'])
    const json = { order_id: 'ord_x', type: 'invoice' }
    expect((await call('POST', `${base}/document`, { json })).status).toBe(401)
    expect((await ask(json, reader.key)).status).toBe(403)
  })
})
