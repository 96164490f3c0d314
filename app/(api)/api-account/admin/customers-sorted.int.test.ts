import { randomUUID } from 'node:crypto'
import { afterAll, expect, it } from 'vitest'
import { CustomerPage } from '@/lib/operator/admin/customers-schema'
import { asking, newPerson, openDoors } from './testing'

const { call, close } = await openDoors()
const ask = asking(call, await newPerson({ isOperator: true }))
afterAll(close)

it('customers are sorted by name, balance and spend, and counted', async () => {
  const mark = randomUUID()
  const people = [
    await newPerson({ name: `B ${mark}` }),
    await newPerson({ name: `C ${mark}` }),
    await newPerson({ name: `A ${mark}` }),
  ]
  const [b, c, a] = people.map(({ caller }) => caller.customerId)
  for (const [index, amount] of ['2', '5'].entries())
    await ask('POST', `/customers/${people[index]?.caller.customerId}/adjust`, {
      id: randomUUID(),
      amount,
      reason: 'A test',
    })
  const pageOf = async (query: string) => {
    const { body } = await ask('GET', `/customers?search=${mark}&${query}`)
    const { items, total, has_more } = CustomerPage.parse(body)
    return { ids: items.map(({ id }) => id), total, has_more }
  }
  expect(await pageOf('sort=name')).toEqual({ ids: [a, b, c], total: 3, has_more: false })
  expect(await pageOf('sort=balance&limit=2')).toEqual({ ids: [c, b], total: 3, has_more: true })
  expect(await pageOf('sort=balance&limit=2&offset=2')).toEqual({ ids: [a], total: 3, has_more: false })
  expect(await pageOf('sort=newest&limit=1&offset=1')).toEqual({ ids: [c], total: 3, has_more: true })
  expect((await pageOf('sort=spent')).ids).toEqual([a, c, b])
  expect((await ask('GET', '/customers?sort=age')).status).toBe(400)
})
