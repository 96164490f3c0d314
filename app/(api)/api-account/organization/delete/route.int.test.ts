import { afterAll, describe, expect, it } from 'vitest'
import { apiRoutes } from '@/app/(api)/routes'
import { lockOrganization } from '@/lib/account/identity/memberships'
import { openDoors } from '@/lib/http/testing'
import { prisma } from '@/lib/platform/db'
import { newPerson, type Person } from '../../admin/testing'
import { asking, base, idOf, join, password } from '../testing'

const { call, close } = await openDoors(apiRoutes)
afterAll(close)
const as = asking(call)

describe('deletion', () => {
  const remove = (who: Person) =>
    as(who)('POST', '/api-account/user/delete-account', { current_password: password })

  it('of an account waits until its organizations have another owner or nobody else', async () => {
    const owner = await newPerson()
    const member = await join(owner, 'developer')
    expect(await remove(owner)).toMatchObject({
      status: 409,
      body: { error: { code: 'sole_owner', metadata: { organization_id: owner.caller.customerId } } },
    })
    await as(owner)('POST', `${base}/handover`, { member_id: member.id })
    expect(await remove(owner)).toMatchObject({ status: 200 })
    expect(await as(member)('GET', base)).toMatchObject({
      body: { id: owner.caller.customerId, role: 'owner', member_count: 1 },
    })
    // The last one takes both organizations along.
    expect(await remove(member)).toMatchObject({ status: 200 })
    const ids = [owner.caller.customerId, member.caller.customerId]
    const left = await prisma.customer.findMany({ where: { id: { in: ids } } })
    expect(left.map(({ name, deletedAt }) => [name, deletedAt !== null])).toEqual([
      ['Deleted account', true],
      ['Deleted account', true],
    ])
    expect(await prisma.user.count({ where: { email: { in: [owner.email, member.email] } } })).toBe(0)
  })

  it('of an organization takes its name and the password, and leaves its people', async () => {
    const owner = await newPerson()
    const member = await join(owner, 'admin')
    const send = (who: Person, json: object) => as(who)('POST', `${base}/delete`, json)
    expect(await send(member, { name: 'Ann', current_password: password })).toMatchObject({ status: 403 })
    expect(await send(owner, { name: 'Bob', current_password: password })).toMatchObject({
      status: 400,
      body: { error: { param: 'name' } },
    })
    expect(await send(owner, { name: 'Ann', current_password: 'not that one' })).toMatchObject({
      status: 400,
      body: { error: { param: 'current_password' } },
    })
    expect(await send(owner, { name: 'Ann', current_password: password })).toMatchObject({ status: 200 })
    expect(await call('GET', base, { key: owner.key })).toMatchObject({ status: 401 })
    expect(await as(owner)('GET', base)).toMatchObject({ status: 200, body: { role: 'owner' } })
    expect(await as(member)('GET', base)).toMatchObject({ body: { id: member.caller.customerId } })
  })

  it('of an organization is refused to an owner who is removed meanwhile', async () => {
    const owner = await newPerson()
    await join(owner, 'owner')
    const [id, { customerId }] = [await idOf(call, owner), owner.caller]
    const waiting = async () => {
      const [row] = await prisma.$queryRaw<{ count: number }[]>`
        SELECT count(*)::int FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`
      return row?.count
    }
    const deletion = await prisma.$transaction(
      async (transaction) => {
        await lockOrganization(customerId, transaction)
        const sent = as(owner)('POST', `${base}/delete`, { name: 'Ann', current_password: password })
        await expect.poll(waiting).toBe(1)
        await transaction.membership.update({ where: { id }, data: { endedAt: new Date() } })
        return { sent }
      },
      { timeout: 60_000 },
    )
    expect(await deletion.sent).toMatchObject({ status: 404 })
    expect(await prisma.customer.findUnique({ where: { id: customerId } })).toMatchObject({ deletedAt: null })
  })
})
