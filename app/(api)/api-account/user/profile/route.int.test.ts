import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { apiRoutes } from '@/app/(api)/routes'
import { createAccount } from '@/lib/account/identity/create-account'
import { Profile } from '@/lib/account/identity/schema'
import { Browser } from '@/lib/account/identity/testing/browser'
import { dataRulesOf } from '@/lib/catalog/models/read-snapshot'
import { openDoors } from '@/lib/http/testing'
import { prisma } from '@/lib/platform/db'

const { call, close } = await openDoors(apiRoutes)
afterAll(close)

const user = '/api-account/user'
const password = 'long enough to be one'
let email: string
let userId: string
let customerId: string
let cookie: string

async function signIn(secret = password): Promise<string> {
  const browser = new Browser()
  expect(await browser.signIn('credentials', { email, password: secret })).toBeNull()
  return browser.cookieHeader
}

beforeEach(async () => {
  email = `${randomUUID()}@example.com`
  ;({ id: userId, customer_id: customerId } = await createAccount({ name: 'Ann', email, password }))
  cookie = await signIn()
})

describe('A person’s own settings', () => {
  const ask = (method: string, path: string, json?: unknown, session = cookie) =>
    call(method, user + path, { headers: { cookie: session }, ...(json !== undefined && { json }) })
  const status = async (session: string) => (await ask('GET', '/profile', undefined, session)).status

  it('shows the profile and changes the name, of the customer too while it is the same', async () => {
    expect((await ask('GET', '/profile')).body).toEqual({
      id: userId,
      name: 'Ann',
      email,
      pending_email: null,
      customer_id: customerId,
      has_password: true,
      is_demo: false,
      second_factor: null,
      services: [],
      routing: { zdr: false, data_collection: 'allow' },
      created_at: expect.stringMatching(/Z$/),
    })
    const changed = await ask('PATCH', '/profile', { name: '  Ann Łódź ' })
    expect(changed).toMatchObject({ status: 200, body: { name: 'Ann Łódź' } })
    const customer = { where: { id: customerId } }
    expect(await prisma.customer.findUniqueOrThrow(customer)).toMatchObject({ name: 'Ann Łódź' })
    await prisma.customer.update({ ...customer, data: { name: 'Acme' } })
    await ask('PATCH', '/profile', { name: 'Bea' })
    expect(await prisma.customer.findUniqueOrThrow(customer)).toMatchObject({ name: 'Acme' })
  })

  it('changes the account’s data rules one by one; they apply to its next request', async () => {
    const rules = async (routing: object) => (await ask('PATCH', '/profile', { routing })).body
    expect(await rules({ zdr: true })).toMatchObject({
      name: 'Ann',
      routing: { zdr: true, data_collection: 'allow' },
    })
    expect(await rules({ data_collection: 'deny' })).toMatchObject({
      routing: { zdr: true, data_collection: 'deny' },
    })
    expect(dataRulesOf(customerId)).toEqual({ zdr: true, data_collection: 'deny' })
    expect(await rules({ zdr: false })).toMatchObject({ routing: { zdr: false, data_collection: 'deny' } })
    expect(await rules({ data_collection: 'allow' })).toMatchObject({ routing: { zdr: false } })
    expect(dataRulesOf(customerId)).toBeUndefined()
    const wrong = await ask('PATCH', '/profile', { routing: { data_collection: 'maybe' } })
    expect(wrong).toMatchObject({ status: 400, body: { error: { param: 'routing.data_collection' } } })
  })

  it('changes the password: this session goes on, every other one ends', async () => {
    const other = await signIn()
    const next = 'another one, longer'
    const json = { current_password: password, new_password: next }
    const changed = await ask('PUT', '/password', json)
    expect(changed.status).toBe(200)
    expect(Profile.parse(changed.body).has_password).toBe(true)
    const line = changed.headers.get('set-cookie') ?? ''
    expect(line).toMatch(/; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax$/)
    expect(await status(line.split(';')[0] ?? '')).toBe(200)
    expect([await status(cookie), await status(other)]).toEqual([401, 401])
    expect(await new Browser().signIn('credentials', { email, password })).toBe('CredentialsSignin')
    expect(await status(await signIn(next))).toBe(200)
    const row = await prisma.user.findUniqueOrThrow({ where: { id: userId } })
    expect(row.passwordHash).toMatch(/^\$argon2id\$/)
  })

  it('refuses a wrong present password, and soon every guess: 400, 429', async () => {
    const guess = { current_password: 'not this one', new_password: 'another one, longer' }
    const wrong = { status: 400, body: { error: { param: 'current_password' } } }
    for (let count = 0; count < 10; count++) expect(await ask('PUT', '/password', guess)).toMatchObject(wrong)
    const refused = await ask('PUT', '/password', { ...guess, current_password: password })
    expect(refused).toMatchObject({ status: 429, body: { error: { code: 'rate_limit_exceeded' } } })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(60)
    expect(await status(cookie)).toBe(200)
  })

  it('gives a first password to a person without one', async () => {
    await prisma.user.update({ where: { id: userId }, data: { passwordHash: null } })
    expect((await ask('PUT', '/password', { new_password: 'the very first' })).status).toBe(200)
    expect(await status(await signIn('the very first'))).toBe(200)
  })

  it('disconnects another service, but never the only way in: 404, 409', async () => {
    const missing = { status: 404, body: { error: { code: 'not_found' } } }
    expect(await ask('DELETE', '/sign-ins/github')).toMatchObject(missing)
    await prisma.oauthAccount.create({
      data: { provider: 'github', providerAccountId: randomUUID(), userId },
    })
    const row = { where: { id: userId } }
    const { passwordHash } = await prisma.user.findUniqueOrThrow(row)
    await prisma.user.update({ ...row, data: { passwordHash: null } })
    const last = { status: 409, body: { error: { code: 'last_sign_in' } } }
    expect(await ask('DELETE', '/sign-ins/github')).toMatchObject(last)
    await prisma.user.update({ ...row, data: { passwordHash } })
    expect((await ask('GET', '/profile')).body).toMatchObject({ services: [{ provider: 'github' }] })
    expect(await ask('DELETE', '/sign-ins/github')).toMatchObject({ status: 200, body: { services: [] } })
  })

  it('keeps the demo’s password: 409', async () => {
    await prisma.customer.update({ where: { id: customerId }, data: { isDemo: true } })
    const demo = await ask('PUT', '/password', { new_password: 'long enough', current_password: password })
    await prisma.customer.update({ where: { id: customerId }, data: { isDemo: false } })
    expect(demo).toMatchObject({ status: 409, body: { error: { code: 'demo_account_fixed' } } })
  })

  it('names what is wrong: 400', async () => {
    const wrong: [string, string, unknown, string][] = [
      ['PATCH', '/profile', { name: ' ' }, 'name'],
      ['PATCH', '/profile', { name: 'x', email: 'y' }, 'email'],
      ['PUT', '/password', { current_password: password, new_password: 'short' }, 'new_password'],
      ['PUT', '/password', { new_password: 'long enough' }, 'current_password'],
    ]
    for (const [method, path, json, param] of wrong)
      expect(await ask(method, path, json)).toMatchObject({ status: 400, body: { error: { param } } })
  })
})
