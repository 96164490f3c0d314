import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { resealAll } from '@/lib/operator/admin/reseal'
import { prisma } from '@/lib/platform/db'
import { env } from '@/lib/platform/env'
import { newId } from '@/lib/platform/ids'
import { inTransaction } from '@/lib/platform/transaction'
import { createAccount, openAccount, resolveOauthUser } from './create-account'
import { deletePerson } from './customers'
import { changeEmail } from './email-change'
import { unlinkService } from './profile'
import { insertAccount } from './repository'

const password = 'correct horse battery'
const signUp = (email: string) => createAccount({ name: 'Ann', email, password })
async function end(customerId: string): Promise<void> {
  const { id } = await prisma.user.findFirstOrThrow({ where: { customerId } })
  await inTransaction((transaction) => deletePerson(id, transaction))
}
const isGiven = async (customerId: string) =>
  (await prisma.ledgerEntry.count({ where: { key: `trial:${customerId}` } })) === 1
const callerOf = (customerId: string, userId: string) => ({
  customerId,
  userId,
  apiKey: null,
  isOperator: false,
})

async function signInAt(provider: string, providerAccountId: string, verifiedEmail: string) {
  const found = await resolveOauthUser({ provider, providerAccountId, verifiedEmail, name: 'Ann' }, null)
  if (!('userId' in found)) throw new Error(found.refused)
  return prisma.user.findUniqueOrThrow({ where: { id: found.userId } })
}

let name: string
beforeEach(() => {
  name = randomUUID()
  env().TRIAL_CREDIT_USD = '1'
})

describe('trial credit', () => {
  it('comes once for an email, however often the account is deleted and however it is written', async () => {
    const given = []
    for (const email of [`${name}@example.com`, `${name}@example.com`, `${name.toUpperCase()}@EXAMPLE.com`]) {
      const { customer_id } = await signUp(email.toLowerCase())
      given.push(await isGiven(customer_id))
      await end(customer_id)
    }
    expect(given).toEqual([true, false, false])
  })

  it.each([
    ['n.a.m.e@gmail.com', 'name+tag@googlemail.com', false],
    ['name@proton.me', 'name+tag@proton.me', false],
    ['name@bücher.example', 'name@xn--bcher-kva.example', false],
    ['name@example.com', 'name+tag@example.com', true],
    ['na.me@example.com', 'name@example.com', true],
  ])('for %s and %s', async (first, second, isTwice) => {
    const customers = []
    for (const email of [first, second]) {
      const account = {
        customer: { id: newId('cus'), name },
        user: { id: newId('usr'), email: `${name}${email}`, name, passwordHash: null },
      }
      await openAccount(account)
      customers.push(account.customer.id)
    }
    expect(await Promise.all(customers.map(isGiven))).toEqual([true, isTwice])
  })

  it('comes once where two spellings of one mailbox sign up at once', async () => {
    const accounts = await Promise.all(
      Array.from({ length: 6 }, (_, tag) => signUp(`${name}+${tag}@gmail.com`)),
    )
    const given = await Promise.all(accounts.map(({ customer_id }) => isGiven(customer_id)))
    expect(given.filter(Boolean)).toHaveLength(1)
  })

  it('comes once for an account at another service, under whatever email', async () => {
    const id = randomUUID()
    const first = await signInAt('google', id, `${name}.1@example.com`)
    await end(first.customerId)
    const second = await signInAt('google', id, `${name}.2@example.com`)
    const other = await signInAt('github', id, `${name}.3@example.com`)
    await end(second.customerId)
    const byEmail = await signUp(`${name}.2@example.com`)
    const customers = [first.customerId, second.customerId, other.customerId, byEmail.customer_id]
    expect(await Promise.all(customers.map(isGiven))).toEqual([true, false, true, false])
  })

  it('counts accounts that are older than the hashes, when they end or give up what they were known by', async () => {
    const account = (email: string) => ({
      customer: { id: newId('cus'), name: 'Old' },
      user: { id: newId('usr'), email, name: 'Old', passwordHash: null },
      oauth: { provider: 'google', providerAccountId: email },
    })
    const [ended, changed] = [account(`${name}.a@example.com`), account(`${name}.b@example.com`)]
    for (const one of [ended, changed]) await insertAccount(one)
    await end(ended.customer.id)
    const { user, customer } = changed
    const caller = callerOf(customer.id, user.id)
    const { passwordHash } = await prisma.user.findFirstOrThrow({ where: { passwordHash: { not: null } } })
    await prisma.user.update({ where: { id: user.id }, data: { passwordHash } })
    await unlinkService(caller, 'google')
    const { customer_id, email } = await signUp(`${name}.c@example.com`)
    const owner = await prisma.user.findUniqueOrThrow({ where: { email } })
    await changeEmail(
      callerOf(customer_id, owner.id),
      { email: `${name}.d@example.com`, current_password: password },
      '127.0.0.1',
    )
    const customers = [
      (await signUp(ended.user.email)).customer_id,
      (await signInAt('google', user.email, `${name}.e@example.com`)).customerId,
      (await signUp(email)).customer_id,
    ]
    expect(await Promise.all(customers.map(isGiven))).toEqual([false, false, false])
  })

  it('is remembered over a change of ENCRYPTION_KEY, and not given while the key is not there', async () => {
    const startWith = (own?: string, previous?: string) => {
      Object.assign(env(), { ENCRYPTION_KEY: own, ENCRYPTION_KEY_PREVIOUS: previous })
    }
    const [old, young] = ['old', 'young'].map((one) => `${one} key of the hashes of people`.padEnd(40, '.'))
    const again = async (email: string) => {
      const { customer_id } = await signUp(email)
      const given = await isGiven(customer_id)
      await end(customer_id)
      return given
    }
    await prisma.personHashKey.deleteMany()
    const email = `${name}@example.com`
    startWith(old)
    expect(await again(email)).toBe(true)
    startWith(young, old)
    await resealAll()
    startWith(young)
    expect(await again(email)).toBe(false)
    expect(await again(`new.${email}`)).toBe(true)
    startWith(old)
    expect(await again(`newer.${email}`)).toBe(false)
    startWith(undefined)
    await prisma.personHashKey.deleteMany()
  })
})
