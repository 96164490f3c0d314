import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { adjustBalance, grantCredit } from '@/lib/money/ledger/balance'
import { EntriesReply } from '@/lib/money/ledger/schema'
import { type Buyer, newBuyer } from '@/lib/money/orders/testing/new-buyer'
import { bookUsage } from '@/lib/money/usage/testing'
import { prisma } from '@/lib/platform/db'
import { base, buy, openDoors, press } from '../testing'

const { call, close } = await openDoors()
afterAll(close)

let buyer: Buyer
beforeEach(async () => {
  buyer = await newBuyer()
})

const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/)

describe('Entries of the balance', () => {
  const list = (query = '', key = buyer.key) => call('GET', `${base}/entries${query}`, { key })

  it('list all credits and debits except charges for requests: 200', async () => {
    const { customerId } = buyer.caller
    await grantCredit({ customerId, amountNanos: 1_000_000_000n, key: `grant:${customerId}` })
    const { order_id } = await buy(call, buyer)
    await press(call, buyer, order_id, 'pay')
    await bookUsage(buyer.caller, new Date())
    const key = randomUUID()
    await prisma.$transaction((transaction) =>
      adjustBalance({ customerId, amountNanos: -2_000_000_000n, key }, transaction),
    )
    const { status, body } = await list()
    expect(status).toBe(200)
    const common = { currency: 'USD', created_at: time, order_id: null }
    const items = [
      { ...common, id: `adjust:${key}`, kind: 'adjustment', amount: '-2.000000' },
      { ...common, id: `order:${order_id}:paid`, kind: 'purchase', amount: '9.500000', order_id },
      { ...common, id: `grant:${customerId}`, kind: 'grant', amount: '1.000000' },
    ]
    expect(body).toEqual({
      object: 'list',
      data: items,
      items,
      total: 3,
      limit: 20,
      offset: 0,
      has_more: false,
      next_cursor: '',
    })
    const page = EntriesReply.parse((await list('?limit=1&offset=1')).body)
    expect(page).toMatchObject({ items: [{ kind: 'purchase' }], total: 3, has_more: true })
    const next = EntriesReply.parse((await list(`?limit=1&cursor=${page.next_cursor}`)).body)
    expect(next).toMatchObject({ data: [{ kind: 'grant' }], offset: 2, has_more: false, next_cursor: '' })
  })

  it('are nobody else’s', async () => {
    const { customerId } = buyer.caller
    await grantCredit({ customerId, amountNanos: 1n, key: `grant:${customerId}` })
    const stranger = await newBuyer()
    expect((await list('', stranger.key)).body).toMatchObject({ items: [], total: 0 })
  })
})
