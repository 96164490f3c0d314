import { afterAll, describe, expect, it } from 'vitest'
import { Browser } from '@/lib/identity/testing/browser'
import { ResetLinkReply } from '@/lib/operators/customers-schema'
import { AuditPage } from '@/lib/operators/schema'
import { prisma } from '@/lib/platform/db'
import { asking, newPerson, openDoors } from './testing'

const { doors, close } = await openDoors()
afterAll(close)
const operator = await newPerson({ isOperator: true, name: 'Olga Operator' })
const reason = 'Known by voice.'

describe.each(doors)('A password link from the operator’s hands, through the %s door', (_door, call) => {
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

  it('is for a person of that customer, and not for the demo: 400, 404, 409', async () => {
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
