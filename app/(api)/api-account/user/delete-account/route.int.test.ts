import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { apiRoutes } from '@/app/(api)/routes'
import { createKey } from '@/lib/account/api-keys/keys'
import { KeyScope } from '@/lib/account/api-keys/schema'
import { createAccount, resolveOauthUser } from '@/lib/account/identity/create-account'
import { setSuspension } from '@/lib/account/identity/customers'
import { Browser } from '@/lib/account/identity/testing/browser'
import { newAccountOwner } from '@/lib/account/identity/testing/new-account-owner'
import { openDoors } from '@/lib/http/testing'
import { grantCredit } from '@/lib/money/ledger/balance'
import { createCheckout } from '@/lib/money/orders/checkout'
import { CheckoutRequest } from '@/lib/money/orders/orders-schema'
import { listCustomers, readOperatorCustomer } from '@/lib/operator/admin/customers'
import { CustomersQuery } from '@/lib/operator/admin/customers-schema'
import { DeletedAccount } from '@/lib/operator/admin/deletion-schema'
import { prisma } from '@/lib/platform/db'

const { call, close } = await openDoors(apiRoutes)
afterAll(close)

type Owner = Awaited<ReturnType<typeof newAccountOwner>>
let owner: Owner
let cookie: string
let key: string

async function signIn({ email, password }: Owner): Promise<string> {
  const browser = new Browser()
  expect(await browser.signIn('credentials', { email, password })).toBeNull()
  return browser.cookieHeader
}

async function buy(): Promise<string> {
  const request = CheckoutRequest.parse({ channel: 'stripe', inner_id: 1 })
  return (await createCheckout(owner, request, { hasIdempotencyKey: true })).order_id
}
const orderOf = (id: string) => prisma.order.findUniqueOrThrow({ where: { id } })

beforeEach(async () => {
  owner = await newAccountOwner()
  cookie = await signIn(owner)
  ;({ key } = await createKey(owner, {
    name: 'Ann’s laptop',
    scopes: [...KeyScope.exclude(['operator']).options],
  }))
})

describe('Deleting one’s account', () => {
  const ask = (json: unknown = { current_password: owner.password }, session = cookie) =>
    call('POST', '/api-account/user/delete-account', { headers: { cookie: session }, json })
  const readModels = () => call('GET', '/v1/models', { key })

  it('ends every session and key at once, and frees the email: 200', async () => {
    const other = await signIn(owner)
    expect((await readModels()).status).toBe(200) // the key is in the cache
    const { status, body, headers } = await ask()
    expect({ status, body }).toEqual({
      status: 200,
      body: { id: owner.customerId, object: 'account', deleted: true },
    })
    expect(DeletedAccount.parse(body).id).toBe(owner.customerId)
    expect(headers.get('set-cookie')).toBe(
      'next-auth.session-token=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax',
    )
    expect(await readModels()).toMatchObject({ status: 401, body: { error: { code: 'invalid_api_key' } } })
    for (const session of [cookie, other]) expect((await ask({}, session)).status).toBe(401)
    const { email, password } = owner
    expect(await new Browser().signIn('credentials', { email, password })).toBe('CredentialsSignin')
    const again = await createAccount({ name: 'Ann', email, password })
    expect(again.customer_id).not.toBe(owner.customerId)
    expect(await prisma.apiKey.findFirst({ where: { customerId: owner.customerId } })).toMatchObject({
      name: 'Deleted key',
      revokedAt: expect.any(Date),
    })
  })

  it('is asked for by the email where there is no password, and the service elsewhere begins anew: 200, 400', async () => {
    const { userId, email } = owner
    const account = { provider: 'github', providerAccountId: randomUUID() }
    await prisma.user.update({
      where: { id: userId },
      data: { passwordHash: null, oauth: { create: account } },
    })
    const missing = { status: 400, body: { error: { code: 'missing_parameter', param: 'email' } } }
    expect(await ask({})).toMatchObject(missing)
    const wrong = { status: 400, body: { error: { code: 'invalid_parameter', param: 'email' } } }
    expect(await ask({ email: 'ann@example.org' })).toMatchObject(wrong)
    expect((await ask({ email: ` ${email.toUpperCase()} ` })).status).toBe(200)
    const anew = await resolveOauthUser({ ...account, verifiedEmail: email, name: 'Ann' }, null)
    expect(anew).toEqual({ userId: expect.not.stringMatching(userId) })
  })

  it('needs the right password, and few guesses: 400, 429', async () => {
    const param = 'current_password'
    const missing = { status: 400, body: { error: { code: 'missing_parameter', param } } }
    expect(await ask({ email: owner.email })).toMatchObject(missing)
    const wrong = { status: 400, body: { error: { code: 'invalid_parameter', param } } }
    for (let count = 0; count < 10; count++) expect(await ask({ [param]: 'not this' })).toMatchObject(wrong)
    expect(await ask()).toMatchObject({ status: 429, body: { error: { code: 'rate_limit_exceeded' } } })
    expect((await readModels()).status).toBe(200)
  })

  it('is not for those who run the installation, nor while suspended: 409, 403', async () => {
    const where = { id: owner.customerId }
    await prisma.customer.update({ where, data: { isOperator: true } })
    expect(await ask()).toMatchObject({ status: 409, body: { error: { code: 'operator_not_deletable' } } })
    await prisma.customer.update({ where, data: { isOperator: false, suspendedAt: new Date() } })
    expect(await ask()).toMatchObject({ status: 403, body: { error: { code: 'account_suspended' } } })
    expect(await prisma.user.count({ where: { id: owner.userId } })).toBe(1)
  })

  it('waits for money that is on its way or disputed, and closes open payment pages: 409', async () => {
    const [open, paying] = [await buy(), await buy()]
    await prisma.order.update({ where: { id: paying }, data: { status: 'disputed' } })
    const refused = { status: 409, body: { error: { code: 'payment_under_way' } } }
    expect(await ask()).toMatchObject(refused)
    expect((await orderOf(open)).status).toBe('cancelled')
    await prisma.order.update({ where: { id: paying }, data: { status: 'processing' } })
    expect(await ask()).toMatchObject(refused)
    expect((await readModels()).status).toBe(200)
    await prisma.order.update({ where: { id: paying }, data: { status: 'refunded' } })
    expect((await ask()).status).toBe(200)
    expect(await orderOf(paying)).toMatchObject({ status: 'refunded', buyerEmail: owner.email })
  })

  it('happens once, however many ask at once', async () => {
    const answers = await Promise.all([1, 2, 3].map(() => ask()))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const { status, body } of answers) expect([200, 401, 404], JSON.stringify(body)).toContain(status)
  })

  it('leaves to operators what the books need, and the word "deleted"', async () => {
    const { customerId, email } = owner
    await grantCredit({ customerId, amountNanos: 3_000_000_000n, key: `grant:${customerId}` })
    const find = async (status: 'active' | 'suspended' | 'deleted') =>
      (await listCustomers(CustomersQuery.parse({ search: customerId, status }))).items
    expect(await find('active')).toHaveLength(1)
    expect((await ask()).status).toBe(200)
    expect([...(await find('active')), ...(await find('suspended'))]).toEqual([])
    expect(await find('deleted')).toMatchObject([
      { id: customerId, name: 'Deleted account', email: null, key_count: 0, deleted_at: expect.any(String) },
    ])
    const whole = await readOperatorCustomer(customerId)
    expect(whole).toMatchObject({ users: [], keys: [], entries: [{ kind: 'grant', amount: '3.000000' }] })
    expect(JSON.stringify(whole)).not.toContain(email)
    const suspended = prisma.$transaction((transaction) => setSuspension(customerId, true, transaction))
    await expect(suspended).rejects.toMatchObject({ code: 'account_deleted' })
  })
})
