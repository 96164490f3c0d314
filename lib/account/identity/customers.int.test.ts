import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { loadCatalog } from '@/lib/catalog/models/read-snapshot'
import { listCustomerEntries, readBalance } from '@/lib/money/ledger/balance'
import { prisma } from '@/lib/platform/db'
import { env } from '@/lib/platform/env'
import { createAccount, type OauthIdentity, resolveOauthUser } from './create-account'
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

it('makes exactly the named customers and the demo operators', async () => {
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
  const { items } = await listCustomerEntries(caller, { limit: 20, offset: 0, cursor: '' })
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

  it('has none with a paid provider', async () => {
    Object.assign(env(), { TRIAL_CREDIT_USD: undefined })
    vi.stubEnv('OPENAI_API_KEY', 'sk-1')
    await loadCatalog()
    expect(await moneyOf(await signUp())).toEqual(nothing)
  })

  it('has what the operator sets', async () => {
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

describe('resolve oauth user', () => {
  function identity(overrides: Partial<OauthIdentity> = {}): OauthIdentity {
    return {
      provider: 'github',
      providerAccountId: randomUUID(),
      verifiedEmail: `${randomUUID()}@example.com`,
      name: 'Ann',
      ...overrides,
    }
  }

  describe('resolveOauthUser', () => {
    it('creates a user and its customer the first time, and finds them from then on', async () => {
      const ann = identity()
      const first = await resolveOauthUser(ann, null)
      const user = await prisma.user.findUniqueOrThrow({ where: { email: ann.verifiedEmail ?? '' } })
      expect(first).toEqual({ userId: user.id })
      expect(user).toMatchObject({ name: 'Ann', passwordHash: null })
      // The email may change at the other service: the account there is what counts.
      expect(await resolveOauthUser({ ...ann, verifiedEmail: 'new@example.com' }, null)).toEqual(first)
      expect(await resolveOauthUser({ ...ann, verifiedEmail: null }, null)).toEqual(first)
    })

    it('refuses an email that the service has not verified', async () => {
      const refusals = [
        [null, 'EmailNotVerified'],
        ['nonsense', 'EmailUnusable'],
      ] as const
      for (const [verifiedEmail, refused] of refusals)
        expect(await resolveOauthUser(identity({ verifiedEmail }), null)).toEqual({ refused })
    })

    it('creates accounts while sign-up is closed only for the operator’s provider', async () => {
      const known = identity()
      const before = await resolveOauthUser(known, null)
      env().SIGN_UP = 'off'
      try {
        for (const provider of ['github', 'google'])
          expect(await resolveOauthUser(identity({ provider }), null)).toEqual({ refused: 'SignUpClosed' })
        expect(await resolveOauthUser(known, null)).toEqual(before)
        expect(await resolveOauthUser(identity({ provider: 'oidc' }), null)).toHaveProperty('userId')
      } finally {
        env().SIGN_UP = 'on'
      }
    })

    it('joins two services that verified the same email', async () => {
      const ann = identity()
      const first = await resolveOauthUser(ann, null)
      const google = identity({ provider: 'google', verifiedEmail: ann.verifiedEmail?.toUpperCase() ?? null })
      expect(await resolveOauthUser(google, null)).toEqual(first)
    })

    it('links an account with a password only while its owner is signed in', async () => {
      const email = `${randomUUID()}@example.com`
      const account = await createAccount({ name: 'Mallory', email, password: 'correct horse' })
      const ann = identity({ verifiedEmail: email })
      expect(await resolveOauthUser(ann, null)).toEqual({ refused: 'OAuthAccountNotLinked' })
      expect(await resolveOauthUser(ann, 'usr_somebody')).toEqual({ refused: 'OAuthAccountNotLinked' })
      expect(await prisma.oauthAccount.count({ where: { userId: account.id } })).toBe(0)
      expect(await resolveOauthUser(ann, account.id)).toEqual({ userId: account.id })
      expect(await resolveOauthUser(ann, null)).toEqual({ userId: account.id })
    })

    it('creates one user for concurrent sign-ins', async () => {
      const ann = identity()
      const all = await Promise.all(Array.from({ length: 6 }, () => resolveOauthUser(ann, null)))
      expect(new Set(all.map((one) => JSON.stringify(one))).size).toBe(1)
      expect(all[0]).toHaveProperty('userId')
    })

    it('keeps names printable', async () => {
      const odd = identity({ name: '\u0000\n ' })
      await resolveOauthUser(odd, null)
      expect(
        await prisma.user.findUniqueOrThrow({ where: { email: odd.verifiedEmail ?? '' } }),
      ).toMatchObject({
        name: odd.verifiedEmail,
      })
    })
  })
})
