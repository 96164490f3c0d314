import { afterAll, expect, it } from 'vitest'
import { CreatedImageTask } from '@/lib/media/images/schema'
import { work } from '@/lib/media/images/testing'
import { createBudget } from '@/lib/money/budgets/budgets'
import { ask, create, newCustomer, openImages } from './testing'

const { call, close } = await openImages()
afterAll(close)

it('a task keeps its tags for its usage, and counts against their budgets: 200, 402', async () => {
  const customer = await newCustomer()
  const headers = { 'x-portico-tags': 'app=studio' }
  const budget = { scope: 'tag', match: 'app:studio', limit_usd: '0.000001', limit_reset: null } as const
  await createBudget(customer.owner, budget)
  const refused = await call('POST', create, {
    key: customer.key,
    json: ask(),
    headers,
  })
  expect(refused).toMatchObject({ status: 402, body: { error: { code: 'budget_exceeded' } } })
  const other = await newCustomer()
  const made = await call('POST', create, { key: other.key, json: ask(), headers })
  expect(made.status).toBe(200)
  await work(CreatedImageTask.parse(made.body).id)
  expect(await other.rows()).toMatchObject([{ end_user: null, tags: { app: 'studio' }, modality: 'image' }])
})
