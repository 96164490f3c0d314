import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { OrdersReply } from '@/lib/money/orders/orders-schema'
import { type Buyer, newBuyer } from '@/lib/money/orders/testing/new-buyer'
import { env } from '@/lib/platform/env'
import { newId } from '@/lib/platform/ids'
import { base, buy, openDoors, press } from '../testing'

const { call, close } = await openDoors()
afterAll(close)

let buyer: Buyer
beforeEach(async () => {
  buyer = await newBuyer()
})

const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/)

describe('Orders', () => {
  const list = async (query = '') => {
    const { body } = await call('GET', `${base}/orders${query}`, { key: buyer.key })
    return OrdersReply.parse(body)
  }

  it('are complete, one by one and in the list', async () => {
    const { order_id, session_id } = await buy(call, buyer, { inner_id: 4 })
    const pending = {
      order_id,
      status: 'pending',
      channel: 'stripe',
      inner_id: 4,
      amount: '250.000000',
      currency: 'USD',
      credit_amount: '237.500000',
      fee_amount: '12.500000',
      tax_amount: '0.000000',
      refunded_amount: '0.000000',
      session_id,
      checkout_url: `${env().publicUrl}/sandbox/checkout/${order_id}`,
      created_at: time,
      paid_at: null,
      expires_at: time,
      failure: null,
      documents: { invoice: false, receipt: false },
      sandbox: true,
      automatic: false,
    }
    const one = await call('GET', `${base}/payment-status/${order_id}`, { key: buyer.key })
    expect(one).toMatchObject({ status: 200 })
    expect(one.body).toEqual(pending)
    const all = await call('GET', `${base}/orders`, { key: buyer.key })
    expect(all.status).toBe(200)
    expect(all.body).toEqual({
      object: 'list',
      data: [pending],
      items: [pending],
      total: 1,
      limit: 20,
      offset: 0,
      has_more: false,
      next_cursor: '',
      abandoned: 0,
    })
    await press(call, buyer, order_id, 'pay')
    expect((await list()).items).toEqual([
      {
        ...pending,
        status: 'paid',
        checkout_url: null,
        paid_at: time,
        documents: { invoice: true, receipt: true },
      },
    ])
  })

  it('come newest first, a page at a time, all of them once', async () => {
    const made: string[] = []
    for (let i = 0; i < 5; i++) made.unshift((await buy(call, buyer)).order_id)
    const pages = [await list('?limit=2'), await list('?limit=2&offset=2'), await list('?limit=2&offset=4')]
    expect(pages.flatMap(({ items }) => items.map(({ order_id }) => order_id))).toEqual(made)
    expect(pages.map(({ total, limit, offset, has_more }) => [total, limit, offset, has_more])).toEqual([
      [5, 2, 0, true],
      [5, 2, 2, true],
      [5, 2, 4, false],
    ])
    expect(await list('?offset=5')).toMatchObject({
      items: [],
      total: 5,
      limit: 20,
      offset: 5,
      has_more: false,
    })
    const followed = await list(`?limit=2&cursor=${pages[0]?.next_cursor}`)
    expect(followed).toEqual(pages[1])
    expect(pages.at(-1)?.next_cursor).toBe('')
    const { status, body } = await call('GET', `${base}/orders?cursor=ord_1`, { key: buyer.key })
    expect([status, body]).toMatchObject([400, { error: { param: 'cursor' } }])
  })

  it('are listed without abandoned ones on request', async () => {
    const { order_id } = await buy(call, buyer)
    await press(call, buyer, (await buy(call, buyer)).order_id, 'cancel')
    expect(await list()).toMatchObject({ total: 2, abandoned: 1 })
    const shown = await list('?abandoned=exclude')
    expect(shown).toMatchObject({ items: [{ order_id }], total: 1, abandoned: 1 })
    const wrong = await call('GET', `${base}/orders?abandoned=some`, { key: buyer.key })
    expect(wrong).toMatchObject({ status: 400, body: { error: { param: 'abandoned' } } })
  })

  it("are nobody else's: a foreign one and none at all answer alike, 404", async () => {
    const { order_id } = await buy(call, buyer)
    const stranger = await newBuyer()
    const ask = (id: string, key: string) => call('GET', `${base}/payment-status/${id}`, { key })
    const answers = await Promise.all([
      ask(order_id, stranger.key),
      ask(newId('ord'), stranger.key),
      ask('%00', buyer.key),
      ask('x'.repeat(300), buyer.key),
    ])
    for (const { status, body, headers } of answers) {
      expect(status).toBe(404)
      expect(body).toEqual({
        error: {
          message: 'Not found.',
          type: 'invalid_request_error',
          param: null,
          code: 'not_found',
          request_id: headers.get('x-request-id'),
        },
      })
    }
    const theirs = await call('GET', `${base}/orders`, { key: stranger.key })
    expect(OrdersReply.parse(theirs.body)).toMatchObject({ items: [], total: 0 })
  })

  it.each([
    ['limit', '?limit=1e1'],
    ['offset', '?offset=0x10'],
    ['offset', '?offset=99999999999'],
  ])('name %s when it is wrong (%s): 400', async (param, query) => {
    expect(await call('GET', `${base}/orders${query}`, { key: buyer.key })).toMatchObject({
      status: 400,
      body: { error: { code: 'invalid_parameter', param } },
    })
  })

  it('are read with a session too', async () => {
    const { order_id } = await buy(call, buyer)
    for (const path of [`${base}/orders`, `${base}/payment-status/${order_id}`])
      expect((await call('GET', path, { headers: { cookie: buyer.cookie } })).status).toBe(200)
  })
})
