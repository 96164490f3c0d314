import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { listOwnEntries, readBalance } from '@/lib/billing/balance'
import { loadCatalog } from '@/lib/catalog/read-snapshot'
import { prisma } from '@/lib/platform/db'
import { env } from '@/lib/platform/env'
import { createAccount } from './create-account'
import { ensureOperators } from './customers'
import { resolveOauthUser } from './resolve-oauth-user'

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

await loadCatalog()

afterEach(async () => {
  vi.unstubAllEnvs()
  await loadCatalog()
})

const newEmail = () => `${randomUUID()}@example.com`

async function byPassword(): Promise<string> {
  return (await createAccount({ name: 'Ann', email: newEmail(), password: 'long enough' })).customer_id
}

const byService = (provider: string) => async (): Promise<string> => {
  const identity = { provider, providerAccountId: randomUUID(), verifiedEmail: newEmail(), name: 'Ann' }
  const made = await resolveOauthUser(identity, null)
  expect(await resolveOauthUser(identity, null)).toEqual(made)
  if (!('userId' in made)) throw new Error(made.refused)
  return (await prisma.user.findUniqueOrThrow({ where: { id: made.userId } })).customerId
}

async function moneyOf(customerId: string) {
  const caller = { customerId, userId: null, apiKey: null, isOperator: false }
  const { balance, total_purchased } = await readBalance(caller)
  const { items } = await listOwnEntries(caller, { limit: 20, offset: 0, cursor: '' })
  return { balance, total_purchased, entries: items.map(({ kind, amount }) => [kind, amount]) }
}

const oneDollar = { balance: '1.000000', total_purchased: '0.000000', entries: [['trial', '1.000000']] }
const nothing = { balance: '0.000000', total_purchased: '0.000000', entries: [] }

describe.each([
  ['a password', byPassword],
  ['GitHub', byService('github')],
  ['the operator’s own identity provider', byService('oidc')],
])('an account that begins with %s', (_way, signUp) => {
  it('has a dollar of trial credit, once, while the sandbox is the only provider', async () => {
    Object.assign(env(), { TRIAL_CREDIT_USD: undefined })
    expect(await moneyOf(await signUp())).toEqual(oneDollar)
  })

  it('has none where a provider has to be paid', async () => {
    Object.assign(env(), { TRIAL_CREDIT_USD: undefined })
    vi.stubEnv('OPENAI_API_KEY', 'sk-1')
    await loadCatalog()
    expect(await moneyOf(await signUp())).toEqual(nothing)
  })

  it('has what the operator says', async () => {
    vi.stubEnv('OPENAI_API_KEY', 'sk-1')
    await loadCatalog()
    Object.assign(env(), { TRIAL_CREDIT_USD: '2.5' })
    expect(await moneyOf(await signUp())).toMatchObject({
      balance: '2.500000',
      entries: [['trial', '2.500000']],
    })
    Object.assign(env(), { TRIAL_CREDIT_USD: '0' })
    expect(await moneyOf(await signUp())).toEqual(nothing)
  })
})
