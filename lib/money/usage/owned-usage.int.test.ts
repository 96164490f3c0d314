import { beforeAll, describe, expect, it } from 'vitest'
import { createKey, findKeyCaller } from '@/lib/account/api-keys/keys'
import { newAccountOwner } from '@/lib/account/identity/testing/new-account-owner'
import { newMember } from '@/lib/account/identity/testing/new-member'
import { usageNames } from '@/lib/account/organizations/usage-names'
import { applySeed } from '@/lib/catalog/models/apply-seed'
import { grantCredit } from '@/lib/money/ledger/balance'
import type { Caller } from '@/lib/platform/caller'
import { prisma } from '@/lib/platform/db'
import { newId } from '@/lib/platform/ids'
import { downloadUsage } from './csv-exports'
import { readLatency, readUsage } from './read-usage'
import { listRecent, readRecent } from './recent'
import { RecentQuery, UsageQuery } from './schema'
import { bookUsage, csvOf } from './testing'
import { foldTallies } from './upkeep'

/** Who spent what: by member, by project, and what each role sees of it. */

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000)
const nothing = { summary: { requests: 0 } }

type Org = Awaited<ReturnType<typeof newOrganization>>
let org: Org
beforeAll(async () => {
  await applySeed()
  org = await newOrganization()
})

/**
 * Requests: 1 by a key of the organization in a project, 2 by Ann's key in it, 4 by Ann in the console, 8 by Bob's key, 16 by Bob in
 * the console, 32 in the console before there were members.
 */
async function newOrganization() {
  const owner = await newAccountOwner('Olga')
  const { customerId } = owner
  await grantCredit({ customerId, amountNanos: 10n ** 12n, key: `grant:${customerId}` })
  const [ann, bob] = [
    await newMember(customerId, 'developer', 'Ann'),
    await newMember(customerId, 'developer', 'Bob'),
  ]
  const viewer = await newMember(customerId, 'viewer')
  const project = newId('proj')
  await prisma.project.create({ data: { id: project, customerId, name: 'Search' } })
  const keyOf = async (caller: Caller, projectId: string | null) => {
    const { id } = await createKey(caller, { name: 'test' })
    await prisma.apiKey.update({ where: { id }, data: { projectId } })
    const found = await findKeyCaller(customerId, id)
    if (found === undefined) throw new Error('the key does not work')
    return { id, caller: found }
  }
  const keys = {
    shared: await keyOf(owner, project),
    ann: await keyOf(ann, project),
    bob: await keyOf(bob, null),
  }
  const callers = [keys.shared.caller, keys.ann.caller, ann, keys.bob.caller, bob, owner]
  const ids: string[][] = []
  for (const [index, caller] of callers.entries()) {
    const made = Array.from({ length: 2 ** index }, (_, nth) =>
      bookUsage(caller, ago(nth % 2 === 0 ? 0 : 90)),
    )
    ids.push(await Promise.all(made))
  }
  return { owner, ann, bob, viewer, keys, project, ids }
}

const sumsOf = async (caller: Caller, query: Record<string, string> = {}) =>
  readUsage(caller, UsageQuery.parse(query), usageNames)
const countOf = async (caller: Caller, query: Record<string, string>) => {
  const { summary } = await sumsOf(caller, query)
  const latency = await readLatency(caller, UsageQuery.parse(query), usageNames)
  const { items } = await listRecent(caller, RecentQuery.parse({ ...query, limit: '100' }), usageNames)
  expect({ listed: items.length, timed: latency.summary?.requests }).toEqual({
    listed: summary.requests,
    timed: summary.requests,
  })
  return summary.requests
}

describe.each([
  ['in tallies', async () => {}],
  ['rolled up', foldTallies],
])('Usage %s', (_where, fold) => {
  beforeAll(fold)

  it('is split by member: the keys that are theirs, and the console', async () => {
    const { members, daily, api_keys } = await sumsOf(org.owner, { group_by: 'member' })
    expect(members).toMatchObject([
      { member_id: null, member_name: null, requests: 33 },
      { member_id: org.bob.member.id, member_name: 'Bob', has_ended: false, requests: 24 },
      { member_id: org.ann.member.id, member_name: 'Ann', requests: 6 },
    ])
    const byDay = daily.flatMap(({ groups }) => groups ?? []).filter(({ id }) => id === org.bob.member.id)
    expect(byDay.reduce((sum, { requests }) => sum + requests, 0)).toBe(24)
    // The console is one line, whoever used it.
    expect(api_keys.map(({ api_key_id: id, requests }) => [id, requests])).toEqual([
      [null, 52],
      [org.keys.bob.id, 8],
      [org.keys.ann.id, 2],
      [org.keys.shared.id, 1],
    ])
  })

  it('is split by project, also by the hour', async () => {
    const { projects, hourly = [] } = await sumsOf(org.owner, { group_by: 'project', hours: '3' })
    expect(projects).toMatchObject([
      { project_id: null, project_name: null, requests: 60 },
      { project_id: org.project, project_name: 'Search', requests: 3 },
    ])
    const inProject = hourly.flatMap(({ groups }) => groups ?? []).filter(({ id }) => id === org.project)
    expect(inProject.reduce((sum, { requests }) => sum + requests, 0)).toBe(3)
  })

  it('is found by member, project, key and each two of them', async () => {
    const [member_id, project_id, api_key_id] = [org.ann.member.id, org.project, org.keys.ann.id]
    const at = (query: Record<string, string>) => countOf(org.owner, query)
    expect(await at({ member_id })).toBe(6)
    expect(await at({ project_id })).toBe(3)
    expect(await at({ member_id, project_id })).toBe(2)
    expect(await at({ member_id, api_key_id })).toBe(2)
    expect(await at({ member_id, api_key_id: 'console' })).toBe(4)
    expect(await at({ project_id, api_key_id: 'console' })).toBe(0)
    expect(await at({ api_key_id: 'console' })).toBe(52)
    expect(await at({ model: 'sandbox/chat', project_id })).toBe(3)
    expect(await at({ member_id: org.viewer.member.id })).toBe(0)
  })

  it('is a developer’s own to the developer, and everybody’s to a viewer', async () => {
    expect(await countOf(org.ann, {})).toBe(6)
    expect(await countOf(org.ann, { project_id: org.project })).toBe(2)
    expect(await countOf(org.ann, { api_key_id: 'console' })).toBe(4)
    expect(await countOf(org.ann, { member_id: org.ann.member.id })).toBe(6)
    // So is a personal key with the scope.
    expect(await countOf(org.keys.bob.caller, {})).toBe(24)
    expect(await countOf(org.viewer, {})).toBe(63)
    expect(await countOf(org.keys.shared.caller, {})).toBe(63)
  })

  it('has no line of others in a developer’s sums and tables', async () => {
    const { members, models, api_keys } = await sumsOf(org.ann, { group_by: 'member' })
    expect(members).toMatchObject([{ member_id: org.ann.member.id, requests: 6 }])
    expect(models).toMatchObject([{ requests: 6 }])
    expect(api_keys).toMatchObject([{ api_key_id: null, requests: 4 }, { api_key_id: org.keys.ann.id }])
    const table = await downloadUsage(org.ann, UsageQuery.parse({ format: 'csv' }), usageNames)
    for (const text of [table.content, await csvOf(org.ann)]) {
      expect(text).toContain(org.ann.member.id)
      expect(text).not.toContain('Bob')
      expect(text).not.toContain(org.keys.shared.id)
    }
  })
})

it('Others’ members, keys and requests do not exist to a developer', async () => {
  const known = [
    ['member_id', org.bob.member.id, 'mbr_unknown'],
    ['api_key_id', org.keys.bob.id, 'key_unknown'],
    ['api_key_id', org.keys.shared.id, 'key_unknown'],
  ] as const
  for (const [param, theirs, nobody] of known) {
    const refusals = [theirs, nobody].map((id) => sumsOf(org.ann, { [param]: id }).catch(String))
    const [one, other] = await Promise.all(refusals)
    expect(one).toMatch(/there is no such/)
    expect(one).toBe(other)
  }
  await expect(sumsOf(org.owner, { project_id: 'proj_unknown' })).rejects.toMatchObject({
    param: 'project_id',
  })
  const [ofShared = [], ofAnn = [], , ofBob = []] = org.ids
  const read = (caller: Caller, [id = '']: string[]) => readRecent(caller, id, usageNames)
  for (const ids of [ofShared, ofBob])
    await expect(read(org.ann, ids)).rejects.toMatchObject({ code: 'not_found' })
  expect(await read(org.ann, ofAnn)).toMatchObject({
    member_id: org.ann.member.id,
    member_name: 'Ann',
    project_id: org.project,
    project_name: 'Search',
  })
  expect(await read(org.viewer, ofBob)).toMatchObject({ member_name: 'Bob', project_id: null })
})

it('Another organization sees none of it', async () => {
  const stranger = await newAccountOwner()
  expect(await sumsOf(stranger, { group_by: 'member' })).toMatchObject(nothing)
  for (const query of [{ member_id: org.ann.member.id }, { project_id: org.project }])
    await expect(sumsOf(stranger, query)).rejects.toMatchObject({ code: 'invalid_parameter' })
})

it('keeps the names of members who left, and none of people who were deleted', async () => {
  const { owner, ann, bob } = await newOrganization()
  await prisma.membership.update({ where: { id: ann.member.id }, data: { endedAt: new Date() } })
  await prisma.user.delete({ where: { id: bob.userId } })
  const { members } = await sumsOf(owner, { group_by: 'member' })
  expect(members).toMatchObject([
    { member_id: null },
    { member_id: bob.member.id, member_name: null, member_email: null, has_ended: true, requests: 24 },
    { member_id: ann.member.id, member_name: 'Ann', has_ended: true, requests: 6 },
  ])
  expect(await countOf(owner, { member_id: bob.member.id })).toBe(24)
})

it('A row has its member and project, and one of a single person’s organization key has neither', async () => {
  const columns = { memberId: true, projectId: true } as const
  const of = ([id = '']: string[] = []) => prisma.usageRecord.findFirst({ where: { id }, select: columns })
  const { id: memberId } = org.ann.member
  expect(await of(org.ids[0])).toEqual({ memberId: null, projectId: org.project })
  expect(await of(org.ids[1])).toEqual({ memberId, projectId: org.project })
  expect(await of(org.ids[2])).toEqual({ memberId, projectId: null })
})
