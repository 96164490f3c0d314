import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { post } from '@/app/(api)/v1/testing/post'
import { Browser } from '@/lib/account/identity/testing/browser'
import { grantCredit } from '@/lib/money/ledger/balance'
import { flushLedger, hold, settle } from '@/lib/money/ledger/ledger'
import { checkLedger, endOf, holdItem } from '@/lib/money/ledger/testing/ledger-customer'
import { Customer, CustomerPage, ResetLinkReply } from '@/lib/operator/admin/customers-schema'
import { AuditPage } from '@/lib/operator/admin/schema'
import { prisma } from '@/lib/platform/db'
import { subscribe } from '@/lib/platform/notify'
import { asking, newPerson, openDoors, type Person } from './testing'

const { call, door, close } = await openDoors()
afterAll(close)
const operator = await newPerson({ isOperator: true, name: 'Olga Operator' })

const chat = { model: 'sandbox/chat', messages: [{ role: 'user', content: '[[say:hello]]' }] }
const reason = 'Because of an outage.'

describe('customers for operators', () => {
  const ask = asking(call, operator)
  const read = async ({ caller }: Person) =>
    Customer.parse((await ask('GET', `/customers/${caller.customerId}`)).body)
  const adjust = ({ caller }: Person, json: unknown) =>
    ask('POST', `/customers/${caller.customerId}/adjust`, json)
  const speak = ({ key }: Person) =>
    call('POST', '/v1/chat/completions', { key, json: chat }).finally(flushLedger)

  it('are found by a part of their name, email or id, a page at a time', async () => {
    const name = `Zoë ${randomUUID()}`
    const people = [await newPerson({ name }), await newPerson({ name }), await newPerson({ name })]
    const [first, second, third] = people.map(({ caller }) => caller.customerId)
    const ids = async (query: string) =>
      CustomerPage.parse((await ask('GET', `/customers?${query}`)).body).items.map(({ id }) => id)
    const search = encodeURIComponent(name.toUpperCase().replace('Ë', 'ë'))
    expect(await ids(`search=${search}`)).toEqual([third, second, first])
    expect(await ids(`search=${people[1]?.email.slice(3, 30)}`)).toEqual([second])
    expect(await ids(`search=${first?.slice(6)}`)).toEqual([first])
    expect(await ids('search=100%25_nobody')).toEqual([])
    const page = CustomerPage.parse((await ask('GET', `/customers?search=${search}&limit=2`)).body)
    expect(page).toMatchObject({ has_more: true, next_cursor: second })
    expect(page.items[0]).toEqual({
      id: third,
      name,
      email: people[2]?.email,
      is_operator: false,
      is_demo: false,
      suspended_at: null,
      deleted_at: null,
      created_at: expect.stringMatching(/Z$/),
      balance: '0.000000',
      held: '0.000000',
      total_used: '0.000000',
      key_count: 1,
    })
    expect(await ids(`search=${search}&limit=2&cursor=${second}`)).toEqual([first])
    expect((await ask('GET', '/customers?status=gone')).status).toBe(400)
  })

  it('are shown with users, balance, usage, keys, orders and entries', async () => {
    const person = await newPerson()
    const { customerId } = person.caller
    await grantCredit({ customerId, amountNanos: 2_000_000_000n, key: `grant:${customerId}` })
    expect((await speak(person)).status).toBe(200)
    const customer = await read(person)
    expect(customer).toMatchObject({
      id: customerId,
      users: [{ email: person.email, has_password: true, services: [] }],
      usage: { summary: { requests: 1 } },
      keys: [{ name: 'everything', status: 'active' }],
      orders: [],
      order_count: 0,
      entries: [{ kind: 'grant', amount: '2.000000', reason: null }],
    })
    expect(customer.total_used).toBe(customer.usage.summary.cost)
    expect(JSON.stringify(customer)).not.toContain(person.key)
  })

  it('get credit once per id, recorded with operator and reason', async () => {
    const person = await newPerson()
    const json = { id: randomUUID(), amount: '12.50', reason }
    const all = await Promise.all([1, 2, 3].map(() => adjust(person, json)))
    expect(all.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(all.map(({ body }) => Reflect.get(Object(body), 'is_new')).filter(Boolean)).toHaveLength(1)
    expect(all[0]?.body).toMatchObject({
      customer_id: person.caller.customerId,
      amount: '12.500000',
      available: '12.500000',
    })
    expect(await read(person)).toMatchObject({
      available: '12.500000',
      total_purchased: '0.000000',
      entries: [{ key: `adjust:${json.id}`, kind: 'adjustment', amount: '12.500000', reason }],
    })
    const conflict = await adjust(person, { ...json, amount: '13' })
    expect(conflict).toMatchObject({ status: 409, body: { error: { code: 'idempotency_key_conflict' } } })
    const other = await newPerson()
    expect((await adjust(other, json)).status).toBe(409)
    const audit = await ask('GET', `/audit?subject_id=${person.caller.customerId}`)
    expect(AuditPage.parse(audit.body).items).toMatchObject([
      {
        action: 'customer.credit',
        user: { email: operator.email },
        reason,
        before: { available: '0.000000' },
        after: { available: '12.500000', amount: '12.500000', ledger_key: `adjust:${json.id}` },
      },
    ])
    expect(await checkLedger()).toBe(0)
  })

  it('are debited at most their available balance', async () => {
    const person = await newPerson()
    const { customerId } = person.caller
    await grantCredit({ customerId, amountNanos: 5_000_000_000n, key: `grant:${customerId}` })
    const item = holdItem(customerId, 3_000_000_000n)
    await hold(item)
    const short = await adjust(person, { id: randomUUID(), amount: '-2.000001', reason })
    expect(short).toMatchObject({
      status: 409,
      body: {
        error: { code: 'debit_exceeds_available', param: 'amount', metadata: { available: '2.000000' } },
      },
    })
    expect((await adjust(person, { id: randomUUID(), amount: '-2', reason })).body).toMatchObject({
      amount: '-2.000000',
      available: '0.000000',
    })
    await settle(endOf(item, '3000000000'), null)
    expect(await read(person)).toMatchObject({ balance: '0.000000', held: '0.000000' })
    expect(await checkLedger()).toBe(0)
  })

  it('are suspended immediately, keys and console alike, and resumed', async () => {
    const person = await newPerson()
    const { customerId } = person.caller
    await grantCredit({ customerId, amountNanos: 5_000_000_000n, key: `grant:${customerId}` })
    const image = { model: 'sandbox/image-1-mini', prompt: 'a tree', size: '1024x1024' }
    expect((await speak(person)).status).toBe(200) // the key is in the cache
    const suspended = await ask('POST', `/customers/${customerId}/suspend`, { reason })
    expect(suspended).toMatchObject({
      status: 200,
      body: { id: customerId, suspended_at: expect.any(String) },
    })
    const refused = { status: 403, body: { error: { type: 'permission_error', code: 'account_suspended' } } }
    const headers = { cookie: person.cookie }
    expect(await speak(person)).toMatchObject(refused)
    expect(await call('GET', '/v1/models', { key: person.key })).toMatchObject(refused)
    expect(await call('GET', '/api-account/user/balance', { key: person.key })).toMatchObject(refused)
    const byPerson = (path: string, json: object) => call('POST', path, { headers, json })
    expect(await byPerson('/v1/chat/completions', chat)).toMatchObject(refused)
    expect(await byPerson('/v1/images/generations/async', image)).toMatchObject(refused)
    expect(await byPerson('/api-account/user/api-keys', { name: 'x' })).toMatchObject(refused)
    expect((await call('GET', '/api-account/user/balance', { headers })).status).toBe(200)
    expect((await ask('GET', `/customers?status=suspended&search=${customerId}`)).body).toMatchObject({
      items: [{ id: customerId }],
    })
    await ask('POST', `/customers/${customerId}/suspend`, { reason })
    await ask('POST', `/customers/${customerId}/resume`, { reason: 'It was paid.' })
    expect((await speak(person)).status).toBe(200)
    const audit = await ask('GET', `/audit?subject_id=${customerId}`)
    expect(AuditPage.parse(audit.body).items).toMatchObject([
      { action: 'customer.resume', after: { suspended_at: null }, reason: 'It was paid.' },
      { action: 'customer.suspend', before: { suspended_at: null }, reason },
    ])
  })

  it('are charged for requests in progress when they are suspended', async () => {
    const person = await newPerson()
    const { customerId } = person.caller
    await grantCredit({ customerId, amountNanos: 5_000_000_000n, key: `grant:${customerId}` })
    const content = '[[chunk-delay:50ms]][[tokens:20]]'
    const slow = { ...chat, stream: true, messages: [{ role: 'user', content }] }
    const reader = (await door('POST', '/v1/chat/completions', post(person.key, slow))).body?.getReader()
    await reader?.read()
    await ask('POST', `/customers/${customerId}/suspend`, { reason })
    while (!(await reader?.read())?.done);
    const customer = await flushLedger().then(() => read(person))
    expect(customer).toMatchObject({ held: '0.000000', usage: { summary: { successful_requests: 1 } } })
    expect(customer.total_used).toBe(customer.usage.summary.cost)
    expect(await checkLedger()).toBe(0)
  })

  it('refuses invalid requests: 400, 404, 409', async () => {
    const person = await newPerson()
    const wrong: [unknown, string][] = [
      [{ amount: '1', reason }, 'id'],
      [{ id: 'once', amount: '1', reason }, 'id'],
      [{ id: randomUUID(), amount: '0.00', reason }, 'amount'],
      [{ id: randomUUID(), amount: '1e3', reason }, 'amount'],
      [{ id: randomUUID(), amount: '1000000', reason }, 'amount'],
      [{ id: randomUUID(), amount: '1' }, 'reason'],
      [{ id: randomUUID(), amount: '1', reason: '  ' }, 'reason'],
    ]
    for (const [json, param] of wrong)
      expect(await adjust(person, json)).toMatchObject({ status: 400, body: { error: { param } } })
    expect((await ask('POST', `/customers/${person.caller.customerId}/suspend`, {})).status).toBe(400)
    const own = await ask('POST', `/customers/${operator.caller.customerId}/suspend`, { reason })
    expect(own).toMatchObject({ status: 409, body: { error: { code: 'operator_not_suspendable' } } })
    for (const path of ['', '/adjust', '/suspend', '/resume']) {
      const json = path === '/adjust' ? { id: randomUUID(), amount: '1', reason } : { reason }
      const answer = await ask(
        path === '' ? 'GET' : 'POST',
        `/customers/cus_none${path}`,
        path === '' ? undefined : json,
      )
      expect(answer, path).toMatchObject({ status: 404, body: { error: { code: 'not_found' } } })
    }
    expect(await prisma.balance.count({ where: { customerId: 'cus_none' } })).toBe(0)
  })
})

it('every node is notified of each of a customer’s secrets, however many', async () => {
  const person = await newPerson()
  const { customerId } = person.caller
  const [row] = await prisma.apiKey.findMany({ where: { customerId } })
  if (row === undefined) throw new Error('there is no key')
  const copies = Array.from({ length: 230 }, (_, index) => ({
    ...row,
    routing: {},
    tags: {},
    id: `${row.id}${index}`,
    secretHash: new Uint8Array(Buffer.from(randomUUID().replaceAll('-', '').repeat(2), 'hex')),
  }))
  await prisma.apiKey.createMany({ data: copies })
  const heard = new Set<string>()
  const onMessage = (payload: string) => payload.split(',').forEach((digest) => void heard.add(digest))
  await subscribe('api_keys', { onMessage, onGap: () => undefined })
  const path = `/customers/${customerId}/suspend`
  expect((await asking(call, operator)('POST', path, { reason })).status).toBe(200)
  for (const { secretHash } of [row, ...copies])
    expect(heard).toContain(Buffer.from(secretHash).toString('hex'))
})

it('balances and their entries agree after any credits, debits, holds and settlements at the same time', async () => {
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
        if (outcome === 'held') await settle(endOf(item, '100000000'), null)
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

describe('a password link by an operator', () => {
  const ask = asking(call, operator)
  const make = (customerId: string, json: unknown) => ask('POST', `/customers/${customerId}/reset-link`, json)

  it('sets the password once, and is on record without its secret', async () => {
    const { caller, email } = await newPerson()
    const { customerId, userId } = caller
    const made = await make(customerId, { user_id: userId, reason })
    expect(made.status).toBe(201)
    const { url, ...rest } = ResetLinkReply.parse(made.body)
    expect(rest).toMatchObject({ user_id: userId, email })
    const token = /^http:\/\/localhost:3000\/reset-password\/([\w-]{43})$/.exec(url)?.[1] ?? ''
    const password = 'another one, longer'
    const use = () => call('POST', '/api/reset-password', { json: { token, new_password: password } })
    expect([(await use()).status, (await use()).status]).toEqual([200, 410])
    expect(await new Browser().signIn('credentials', { email, password })).toBeNull()

    const log = await ask('GET', `/audit?subject_type=customer&subject_id=${customerId}`)
    const [entry, ...others] = AuditPage.parse(log.body).items
    expect(others).toEqual([])
    expect(entry).toMatchObject({ action: 'customer.reset_link', before: null, after: rest, reason })
    expect(JSON.stringify(log.body)).not.toContain(token)
  })

  it('is for a user of that customer, and not for the demo account: 400, 404, 409', async () => {
    const [one, other] = [(await newPerson()).caller, (await newPerson()).caller]
    const missing = { status: 404, body: { error: { code: 'not_found' } } }
    expect(await make(one.customerId, { user_id: other.userId, reason })).toMatchObject(missing)
    expect(await make('cus_none', { user_id: one.userId, reason })).toMatchObject(missing)
    expect(await make(one.customerId, { user_id: one.userId })).toMatchObject({
      status: 400,
      body: { error: { param: 'reason' } },
    })
    const customer = { where: { id: one.customerId } }
    await prisma.customer.update({ ...customer, data: { isDemo: true } })
    const demo = await make(one.customerId, { user_id: one.userId, reason })
    await prisma.customer.update({ ...customer, data: { isDemo: false } })
    expect(demo).toMatchObject({ status: 409, body: { error: { code: 'demo_account_fixed' } } })
    expect(await prisma.passwordReset.count({ where: { user: { customerId: one.customerId } } })).toBe(0)
  })
})

it('an operator turns off two-factor authentication for a user, recorded: 200, 404, 409', async () => {
  const ask = asking(call, operator)
  const { customerId, userId } = (await newPerson()).caller
  if (userId === null) throw new Error('a person has an id')
  const reset = (id: string) =>
    ask('POST', `/customers/${id}/reset-second-factor`, { user_id: userId, reason })
  expect((await reset(customerId)).status).toBe(409)
  const factor = { userId, sealedSecret: new Uint8Array(1), confirmedAt: new Date(), recoveryHashes: [] }
  await prisma.secondFactor.create({ data: factor })
  expect((await reset((await newPerson()).caller.customerId)).status).toBe(404)
  const shown = await ask('GET', `/customers/${customerId}`)
  expect(shown.body).toMatchObject({ users: [{ has_second_factor: true }] })
  expect(await reset(customerId)).toMatchObject({ status: 200, body: { user_id: userId, reset: true } })
  expect(await prisma.secondFactor.count({ where: { userId } })).toBe(0)
  const log = await ask('GET', `/audit?subject_type=customer&subject_id=${customerId}`)
  const action = 'customer.reset_second_factor'
  expect(AuditPage.parse(log.body).items).toMatchObject([{ action, after: { user_id: userId }, reason }])
})

it('disallows virtual people for one customer, recorded', async () => {
  const ask = asking(call, operator)
  const person = await newPerson()
  const { customerId } = person.caller
  const make = () =>
    call('POST', '/v1/portrait?Action=CreateAssetGroup&Version=2024-01-01', {
      key: person.key,
      json: { Name: 'Mia' },
    })
  expect((await make()).status).toBe(200)
  const change = (enabled: boolean) =>
    ask('POST', `/customers/${customerId}/aigc-groups`, { enabled, reason })
  for (const _twice of [1, 2])
    expect(await change(false)).toMatchObject({ status: 200, body: { id: customerId, aigc_groups: false } })
  expect(await make()).toMatchObject({
    status: 403,
    body: { ResponseMetadata: { Error: { Code: 'AIGCNotAvailable' } } },
  })
  expect((await ask('GET', `/customers/${customerId}`)).body).toMatchObject({ aigc_groups: false })
  await change(true)
  expect((await make()).status).toBe(200)
  const log = AuditPage.parse((await ask('GET', `/audit?subject_id=${customerId}`)).body)
  expect(log.items).toMatchObject([
    { action: 'customer.allow_aigc_groups', after: { aigc_groups: true }, reason },
    { action: 'customer.refuse_aigc_groups', before: { aigc_groups: true }, reason },
  ])
})
