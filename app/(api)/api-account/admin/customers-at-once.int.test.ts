import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, expect, it } from 'vitest'
import { grantCredit } from '@/lib/billing/credit'
import { hold, settle } from '@/lib/billing/ledger'
import { checkLedger, holdItem } from '@/lib/billing/testing/ledger-customer'
import { prisma } from '@/lib/platform/db'
import { subscribe } from '@/lib/platform/notify'
import { asking, newPerson, openDoors } from './testing'

const { doors, close } = await openDoors()
afterAll(close)
const operator = await newPerson({ isOperator: true, name: 'Olga Operator' })

const reason = 'Because of an outage.'

it('every node is told of each of a customer’s secrets, however many', async () => {
  const person = await newPerson()
  const { customerId } = person.caller
  const [row] = await prisma.apiKey.findMany({ where: { customerId } })
  if (row === undefined) throw new Error('there is no key')
  const copies = Array.from({ length: 230 }, (_, place) => ({
    ...row,
    routing: {},
    id: `${row.id}${place}`,
    secretHash: new Uint8Array(Buffer.from(randomUUID().replaceAll('-', '').repeat(2), 'hex')),
  }))
  await prisma.apiKey.createMany({ data: copies })
  const [, call] = doors[0] ?? []
  if (call === undefined) throw new Error('there is no door')
  const heard = new Set<string>()
  const onMessage = (payload: string) => payload.split(',').forEach((digest) => void heard.add(digest))
  await subscribe('api_keys', { onMessage, onGap: () => undefined })
  const path = `/customers/${customerId}/suspend`
  expect((await asking(call, operator)('POST', path, { reason })).status).toBe(200)
  for (const { secretHash } of [row, ...copies])
    expect(heard).toContain(Buffer.from(secretHash).toString('hex'))
})

it('balances and their entries agree after any credits, debits, holds and settlements at the same time', async () => {
  const [, call] = doors[0] ?? []
  if (call === undefined) throw new Error('there is no door')
  const ask = asking(call, operator)
  const cents = fc.integer({ min: -300, max: 300 }).filter((value) => value !== 0)
  await fc.assert(
    fc.asyncProperty(fc.array(cents, { minLength: 1, maxLength: 8 }), async (amounts) => {
      const person = await newPerson()
      const { customerId } = person.caller
      await grantCredit({ customerId, amountNanos: 4_000_000_000n, key: `grant:${customerId}` })
      const work = amounts.map(async (amount) => {
        const item = holdItem(customerId, 500_000_000n)
        const { outcome } = await hold(item)
        const body = { id: randomUUID(), amount: (amount / 100).toFixed(2), reason }
        const { status } = await ask('POST', `/customers/${customerId}/adjust`, body)
        if (outcome === 'held') await settle({ id: item.id, cost: '100000000' }, null)
        return status
      })
      for (const status of await Promise.all(work)) expect([200, 409]).toContain(status)
      const balance = await prisma.balance.findUniqueOrThrow({ where: { customerId } })
      expect(balance.balanceNanos).toBeGreaterThanOrEqual(0n)
      expect(balance.heldNanos).toBe(0n)
      expect(await checkLedger()).toBe(0)
    }),
    { numRuns: 8 },
  )
})
