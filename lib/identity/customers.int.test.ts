import { randomUUID } from 'node:crypto'
import { afterEach, expect, it } from 'vitest'
import { prisma } from '@/lib/platform/db'
import { env } from '@/lib/platform/env'
import { createAccount } from './create-account'
import { ensureOperators } from './customers'

afterEach(() => {
  env().OPERATORS = ''
})

async function newCustomer(): Promise<string> {
  const email = `${randomUUID()}@example.com`
  return (await createAccount({ name: 'Ann', email, password: 'long enough' })).customer_id
}

async function operators(): Promise<string[]> {
  const rows = await prisma.customer.findMany({ where: { isOperator: true }, orderBy: { id: 'asc' } })
  return rows.map(({ id }) => id)
}

it('makes operators of those who are named, and of nobody else any more but the demo', async () => {
  const [first, second, demo] = [await newCustomer(), await newCustomer(), await newCustomer()]
  await prisma.customer.update({ where: { id: demo }, data: { isDemo: true, isOperator: true } })
  env().OPERATORS = ` ${first}, cus_nobody `
  await ensureOperators()
  expect(await operators()).toEqual([first, demo].sort())
  env().OPERATORS = second
  await ensureOperators()
  expect(await operators()).toEqual([second, demo].sort())
  env().OPERATORS = ''
  await ensureOperators()
  expect(await operators()).toEqual([demo])
})
