import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createKey } from '@/lib/account/api-keys/keys'
import { newKeyOwner } from '@/lib/account/api-keys/testing'
import { verifyKey } from '@/lib/account/api-keys/verify-key'
import { newAccountOwner } from '@/lib/account/identity/testing/new-account-owner'
import { Project, ProjectList } from '@/lib/account/projects/schema'
import { type Call, openDoors } from '@/lib/http/testing'
import { grantCredit } from '@/lib/money/ledger/balance'
import { bookUsage } from '@/lib/money/usage/testing'
import type { Caller } from '@/lib/platform/caller'
import { clock } from '@/lib/platform/clock'
import { pool } from '@/lib/platform/db'
import { newId } from '@/lib/platform/ids'
import * as rotate from '../../user/api-keys/[id]/rotate/route'
import * as keyOne from '../../user/api-keys/[id]/route'
import * as keys from '../../user/api-keys/route'
import * as quota from '../../user/usage-quota/route'
import * as one from './[id]/route'
import * as list from './route'

const base = '/api-account/organization/projects'
const keysPath = '/api-account/user/api-keys'

let call: Call
let close: () => void
let owner: Caller
let admin: string
beforeAll(async () => {
  const doors = await openDoors({
    [base]: list,
    [`${base}/[id]`]: one,
    [keysPath]: keys,
    [`${keysPath}/[id]`]: keyOne,
    [`${keysPath}/[id]/rotate`]: rotate,
    '/api-account/user/usage-quota': quota,
  })
  call = doors.call
  close = doors.close
  owner = await newKeyOwner()
  const scopes = ['inference' as const, 'account:read' as const, 'account:write' as const]
  admin = (await createKey(owner, { name: 'admin', scopes })).key
  await grantCredit({
    customerId: owner.customerId,
    amountNanos: 10n ** 12n,
    key: `grant:${owner.customerId}`,
  })
})
afterAll(() => close())

const create = async (json: object = {}) => {
  const { status, body } = await call('POST', base, { key: admin, json: { name: 'Search', ...json } })
  expect(status, JSON.stringify(body)).toBe(201)
  return Project.parse(body)
}
const change = (id: string, json: object) => call('PATCH', `${base}/${id}`, { key: admin, json })
const keyIn = async (projectId: string | null, more: object = {}) => {
  const { body } = await call('POST', keysPath, {
    key: admin,
    json: { name: 'in project', project_id: projectId, ...more },
  })
  return body as { id: string; key: string; project_id: string | null; owner: string }
}
/** Another member, with a personal key by this role. */
async function memberWith(role: string) {
  const person = await newAccountOwner()
  const id = newId('mbr')
  await pool.query('INSERT INTO memberships (id, customer_id, user_id, role) VALUES ($1, $2, $3, $4)', [
    id,
    owner.customerId,
    person.userId,
    role,
  ])
  const caller = { ...owner, userId: person.userId, member: { id, role } as Caller['member'] }
  const scopes = ['inference' as const, 'account:read' as const, 'account:write' as const]
  const { key } = await createKey(caller, { name: 'mine', scopes, owner: id })
  return { id, caller, key }
}

it('is an unknown project to a key that is put into it while it is deleted', async () => {
  const { id } = await create()
  const other = await keyIn(null)
  const waits = async () => {
    const { rowCount } = await pool.query(
      "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%api_keys%'",
    )
    return rowCount
  }
  const deletion = await pool.connect()
  await deletion.query('BEGIN')
  await deletion.query('DELETE FROM projects WHERE id = $1', [id])
  const puts = [
    call('POST', keysPath, { key: admin, json: { name: 'late', project_id: id } }),
    call('PATCH', `${keysPath}/${other.id}`, { key: admin, json: { project_id: id } }),
  ]
  await expect.poll(waits).toBe(2)
  await deletion.query('COMMIT')
  deletion.release()
  const error = { code: 'invalid_parameter', param: 'project_id' }
  for (const refused of await Promise.all(puts))
    expect(refused).toMatchObject({ status: 400, body: { error } })
})

describe('projects', () => {
  it('are created, listed by name, changed and deleted', async () => {
    const project = await create({
      name: 'Zebra',
      limit_usd: '50',
      limit_reset: 'weekly',
      timezone: 'Europe/Berlin',
      allowed_models: ['sandbox/chat'],
      rate_limit_rpm: 60,
      rate_limit_tpm: 1000,
      max_concurrency: 2,
    })
    expect(project).toMatchObject({
      object: 'project',
      limit_usd: '50.000000',
      limit_reset: 'weekly',
      timezone: 'Europe/Berlin',
      used_usd: '0.000000',
      limit_remaining_usd: '50.000000',
      allowed_models: ['sandbox/chat'],
      rate_limit_rpm: 60,
      rate_limit_tpm: 1000,
      max_concurrency: 2,
      key_count: 0,
    })
    const changed = await change(project.id, { ...project, name: 'Aardvark', allowed_models: null })
    expect(changed).toMatchObject({
      status: 200,
      body: { name: 'Aardvark', allowed_models: null, rate_limit_rpm: 60 },
    })
    const second = await create({ name: 'Middle' })
    const listed = ProjectList.parse((await call('GET', `${base}?limit=1`, { key: admin })).body)
    expect(listed).toMatchObject({ data: [{ name: 'Aardvark' }], has_more: true })
    const rest = await call('GET', `${base}?limit=1&cursor=${listed.next_cursor}`, { key: admin })
    expect(rest.body).toMatchObject({ data: [{ name: 'Middle' }] })
    for (const { id } of [project, second])
      expect(await call('DELETE', `${base}/${id}`, { key: admin })).toMatchObject({
        status: 200,
        body: { id, object: 'project', deleted: true },
      })
    expect(await call('DELETE', `${base}/${project.id}`, { key: admin })).toMatchObject({ status: 404 })
  })

  it.each([
    [{ timezone: 'Mars/Base' }, 'timezone'],
    [{ allowed_models: ['no/such'] }, 'allowed_models'],
    [{ limit_usd: '-1' }, 'limit_usd'],
    [{ limit_reset: 'hourly' }, 'limit_reset'],
    [{ rate_limit_rpm: 0 }, 'rate_limit_rpm'],
    [{ colour: 'red' }, 'colour'],
    [{ name: '\u200b' }, 'name'],
  ])('refuse %j and name the field', async (json, param) => {
    const answer = await call('POST', base, { key: admin, json: { name: 'Bad', ...json } })
    expect(answer).toMatchObject({ status: 400, body: { error: { param } } })
  })

  it('of a neighbor look like missing ones', async () => {
    const project = await create()
    const neighbor = await newAccountOwner()
    const key = (await createKey(neighbor, { name: 'n', scopes: ['account:read', 'account:write'] })).key
    for (const id of [project.id, 'proj_missing', '%00']) {
      const path = `${base}/${id}`
      expect(await call('PATCH', path, { key, json: { name: 'Mine' } })).toMatchObject({ status: 404 })
      expect(await call('DELETE', path, { key })).toMatchObject({ status: 404 })
    }
    const json = { name: 'k', project_id: project.id }
    expect(await call('POST', keysPath, { key, json })).toMatchObject({
      status: 400,
      body: { error: { param: 'project_id' } },
    })
  })

  it('with keys are not deleted; revoked ones do not count', async () => {
    const project = await create()
    const { id } = await keyIn(project.id)
    expect(await call('DELETE', `${base}/${project.id}`, { key: admin })).toMatchObject({
      status: 409,
      body: { error: { code: 'project_has_keys', message: expect.stringContaining('1 API key.') } },
    })
    await call('DELETE', `${keysPath}/${id}`, { key: admin })
    expect(await call('DELETE', `${base}/${project.id}`, { key: admin })).toMatchObject({ status: 200 })
  })

  it('are changed by owners and admins only', async () => {
    const project = await create()
    for (const role of ['developer', 'billing', 'viewer'] as const) {
      const { key } = await memberWith(role)
      expect(await call('GET', base, { key })).toMatchObject({ status: 200 })
      const refused = { status: 403, body: { error: { code: 'insufficient_role' } } }
      expect(await call('POST', base, { key, json: { name: 'x' } })).toMatchObject(refused)
      expect(await call('PATCH', `${base}/${project.id}`, { key, json: { name: 'x' } })).toMatchObject(
        refused,
      )
      expect(await call('DELETE', `${base}/${project.id}`, { key })).toMatchObject(refused)
    }
  })

  it('limit their keys at once', async () => {
    const project = await create({ limit_usd: '1' })
    const { key } = await keyIn(project.id)
    expect((await verifyKey(key)).project).toMatchObject({ id: project.id, allowedModels: null })
    await change(project.id, { allowed_models: ['sandbox/chat'], limit_usd: '2', rate_limit_rpm: 5 })
    expect(await verifyKey(key)).toMatchObject({
      project: { allowedModels: ['sandbox/chat'], rateLimitRpm: 5 },
      spendLimits: [{ source: 'project_limit', limitNanos: 2_000_000_000n }],
    })
  })
})

describe('a project’s spending limit', () => {
  const cost = '0.000018' // of bookUsage: ten prompt and four completion tokens
  const usedOf = async (id: string) =>
    ProjectList.parse((await call('GET', base, { key: admin })).body).data.find((one) => one.id === id)

  it('counts what its keys spent before it was set, by its periods', async () => {
    const now = clock.now()
    vi.spyOn(clock, 'now').mockReturnValue(now) // one day in Kiritimati
    const project = await create()
    const { key } = await keyIn(project.id)
    await bookUsage(await verifyKey(key), now)
    await bookUsage(await verifyKey(key), new Date(now.getTime() - 40 * 86_400_000))
    expect(await usedOf(project.id)).toMatchObject({ used_usd: '0.000036', limit_remaining_usd: null })
    await change(project.id, { limit_usd: '0.0001', limit_reset: 'monthly' })
    expect(await usedOf(project.id)).toMatchObject({ used_usd: cost, limit_remaining_usd: '0.000082' })
    await change(project.id, { limit_reset: null })
    expect(await usedOf(project.id)).toMatchObject({ used_usd: '0.000036', limit_remaining_usd: '0.000064' })
    await change(project.id, { limit_reset: 'daily', timezone: 'Pacific/Kiritimati' })
    expect(await usedOf(project.id)).toMatchObject({ used_usd: cost, timezone: 'Pacific/Kiritimati' })
    expect(await call('GET', '/api-account/user/usage-quota', { key: admin })).toMatchObject({
      body: { limit_source: 'balance' },
    })
  })

  it('moves with a key to another project', async () => {
    const [from, to] = [await create({ limit_usd: '1' }), await create({ limit_usd: '1' })]
    const { id, key } = await keyIn(from.id)
    await bookUsage(await verifyKey(key), new Date())
    expect(await usedOf(from.id)).toMatchObject({ used_usd: cost })
    expect(
      await call('PATCH', `${keysPath}/${id}`, { key: admin, json: { project_id: to.id } }),
    ).toMatchObject({
      body: { project_id: to.id },
    })
    expect(await usedOf(from.id)).toMatchObject({ used_usd: '0.000000', key_count: 0 })
    expect(await usedOf(to.id)).toMatchObject({ used_usd: cost, key_count: 1 })
  })
})

describe('the owner of a key', () => {
  it('is the organization for those who manage keys, and oneself for a developer', async () => {
    expect(await keyIn(null)).toMatchObject({ owner: 'organization', project_id: null })
    const { id, key } = await memberWith('developer')
    const made = await call('POST', keysPath, { key, json: { name: 'own' } })
    expect(made).toMatchObject({ status: 201, body: { owner: id } })
    expect(await call('POST', keysPath, { key, json: { name: 'x', owner: 'organization' } })).toMatchObject({
      status: 403,
      body: { error: { code: 'insufficient_role', param: 'owner' } },
    })
    const listed = await call('GET', `${keysPath}?owner=${id}`, { key: admin })
    expect(listed.body).toMatchObject({ data: [{ name: 'own' }, { name: 'mine' }] })
  })

  it('can be another member, but never an owner by somebody else', async () => {
    const developer = await memberWith('developer')
    const boss = await memberWith('owner')
    const other = await newAccountOwner()
    const give = (to: string) => call('POST', keysPath, { key: admin, json: { name: 'given', owner: to } })
    expect(await give(developer.id)).toMatchObject({ status: 201, body: { owner: developer.id } })
    expect(await give(boss.id)).toMatchObject({ status: 403, body: { error: { code: 'insufficient_role' } } })
    expect(await give(`mbr_${other.userId.slice(4)}`)).toMatchObject({
      status: 400,
      body: { error: { param: 'owner' } },
    })
    const { key } = await memberWith('admin')
    const mine = await call('POST', keysPath, { key: boss.key, json: { name: 'of boss', owner: boss.id } })
    const { id } = mine.body as { id: string }
    expect(await call('POST', `${keysPath}/${id}/rotate`, { key, json: {} })).toMatchObject({ status: 403 })
    expect(await call('POST', `${keysPath}/${id}/rotate`, { key: boss.key, json: {} })).toMatchObject({
      status: 200,
    })
  })

  it('ends the key with the membership', async () => {
    const { id, key } = await memberWith('developer')
    expect((await verifyKey(key)).member).toEqual({ id, role: 'developer' })
    await pool.query('UPDATE memberships SET ended_at = now() WHERE id = $1', [id])
    const { key: other } = await createKey({ ...owner }, { name: 'late', owner: id }).catch(() => ({
      key: '',
    }))
    expect(other).toBe('')
  })

  it('cannot be escaped by a key in a project', async () => {
    const project = await create({ limit_usd: '1' })
    const { key } = await keyIn(project.id, { scopes: ['inference', 'account:write'] })
    const refused = { status: 403, body: { error: { code: 'insufficient_scope' } } }
    expect(await call('POST', keysPath, { key, json: { name: 'out' } })).toMatchObject(refused)
    const json = { limit_usd: null }
    expect(await call('PATCH', `${base}/${project.id}`, { key, json })).toMatchObject(refused)
  })
})
