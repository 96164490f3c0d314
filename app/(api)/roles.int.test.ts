import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createKey } from '@/lib/account/api-keys/keys'
import { KeyScope } from '@/lib/account/api-keys/schema'
import { newAccountOwner } from '@/lib/account/identity/testing/new-account-owner'
import { newMember } from '@/lib/account/identity/testing/new-member'
import { createScim } from '@/lib/account/provisioning/resources'
import { applySeed } from '@/lib/catalog/models/apply-seed'
import { loadCatalog } from '@/lib/catalog/models/read-snapshot'
import { openDoors } from '@/lib/http/testing'
import { grantCredit } from '@/lib/money/ledger/balance'
import { bookUsage } from '@/lib/money/usage/testing'
import { env } from '@/lib/platform/env'
import { Role } from '@/lib/platform/roles'
import { apiRoutes } from './routes'
import { type Operation, operations, pathOf } from './testing'

/** Every endpoint × role × own, of another member, of another organization. */

const { door, close } = await openDoors(apiRoutes)
afterAll(close)
for (const name of Object.keys(env()).filter((one) => one.startsWith('RATE_LIMIT_')))
  Object.assign(env(), { [name]: 1_000_000 })
Object.assign(env(), { IMAGE_WAIT_SECONDS: 1 }) // no worker draws here

const ofMembers = operations.filter(({ route }) => route.access === 'apiKey' || route.access === 'account')
const nameOf = ({ method, folder }: Operation) => `${method} ${folder}`

const everyone = 'owner admin developer billing viewer'
const managers = 'owner admin'
/** Who may call what, written down a second time: the first line that matches. */
const table: readonly (readonly [RegExp, string])[] = [
  [/^GET \/v1(beta)?\/(images\/|videos\/)?models/, everyone],
  [/^POST \/v1\/portrait$/, 'owner admin developer viewer'],
  [/^GET \/v1\//, 'owner admin developer viewer'],
  [/ \/v1(beta)?\//, 'owner admin developer'],
  [/ \/api\/sandbox\/checkout/, 'owner admin billing'],
  [/^(GET \/api-account\/user\/billing|POST .*\/billing\/document)/, 'owner admin billing viewer'],
  [/^GET \/api-account\/user\/balance/, 'owner admin billing viewer'],
  [/ \/api-account\/user\/billing/, 'owner admin billing'],
  [/^GET \/api-account\/user\/(api-keys|usage\/recent\/\[id\]\/contents)/, 'owner admin developer viewer'],
  [/ \/api-account\/user\/api-keys/, 'owner admin developer'],
  [/ \/api-account\/user\/usage/, everyone],
  [
    /^GET \/api-account\/user\/(images|videos|shares|shared-conversations|presets|families|boards)/,
    'owner admin developer viewer',
  ],
  [
    / \/api-account\/user\/(images|videos|shares|shared-conversations|presets|boards|media)/,
    'owner admin developer',
  ],
  [/^GET \/api-account\/user\/(alerts|budgets|provider-keys|webhooks)/, 'owner admin developer viewer'],
  [/ \/api-account\/user\/(alerts|budgets|provider-keys|webhooks)/, managers],
  [/ \/api-account\/user\/(profile|email|password|delete-account|second-factor|sessions|sign-ins)/, everyone],
  [/ \/api\/live\//, everyone],
  [/ \/api-account\/(organizations|invitations\/|organization\/switch)/, everyone],
  [/ \/api-account\/organization\/(delete|handover)/, 'owner'],
  [/ \/api-account\/organization\/(audit|invitations|provisioning)/, managers],
  // Everybody may leave; who is removed by whom is asked in the use case.
  [/^(GET|DELETE) \/api-account\/organization\/members/, everyone],
  [/^(GET \/api-account\/organization(\/projects)?|POST \/api-account\/organization)$/, everyone],
  [/ \/api-account\/organization/, managers],
]

const rolesOf = (operation: Operation) =>
  table.find(([pattern]) => pattern.test(nameOf(operation)))?.[1].split(' ')

const mayCall = (operation: Operation, role: Role) => rolesOf(operation)?.includes(role) === true

type Member = Awaited<ReturnType<typeof newMember>> & { key: string }
async function withKey(member: Awaited<ReturnType<typeof newMember>>): Promise<Member> {
  // As a developer, so that every role has one: a role may change after that.
  const maker = { ...member, member: { ...member.member, role: 'developer' as const } }
  return {
    ...member,
    key: (await createKey(maker, { name: 'own', scopes: KeyScope.exclude(['operator']).options })).key,
  }
}

async function newOrganization() {
  const owner = await newAccountOwner()
  const { customerId } = owner
  await grantCredit({ customerId, amountNanos: 10n ** 11n, key: `grant:${customerId}` })
  const people = await Promise.all(
    Role.options.map(async (role) => [role, await withKey(await newMember(customerId, role))] as const),
  )
  const byRole = new Map(people)
  const as = (role: Role) => {
    const member = byRole.get(role)
    if (member === undefined) throw new Error(`nobody is ${role}`)
    return member
  }
  return { owner, as }
}

let org: Awaited<ReturnType<typeof newOrganization>>
let other: typeof org
beforeAll(async () => {
  await applySeed()
  await loadCatalog()
  ;[org, other] = await Promise.all([newOrganization(), newOrganization()])
})

type Sent = { cookie?: string; key?: string; json?: unknown }
async function ask(method: string, path: string, { cookie, key, json }: Sent) {
  const headers = {
    ...(cookie !== undefined && { cookie }),
    ...(key !== undefined && { authorization: `Bearer ${key}` }),
    // A body that no route reads: those with one refuse it after the role is checked.
    'content-type': json === undefined ? 'text/plain' : 'application/json',
  }
  const body = json === undefined ? 'x' : JSON.stringify(json)
  const response = await door(method, path, { headers, ...(method !== 'GET' && { body }) })
  const isJson = response.headers.get('content-type')?.includes('json') ?? false
  const text = await response.text()
  return { status: response.status, text, body: isJson ? z.unknown().parse(JSON.parse(text)) : text }
}

/** In the words of each protocol. */
const refused = { status: 403, text: expect.stringMatching(/The role \w+ does not allow this/) }

describe('The role', () => {
  it('is asked for by every account route', () => {
    const silent = ofMembers.filter(
      ({ route }) => route.access === 'account' && route.declaration.needs === undefined,
    )
    expect(silent.map(nameOf)).toEqual([])
  })

  it('is written down here, a second time, for every endpoint', () => {
    expect(ofMembers.filter((one) => rolesOf(one) === undefined).map(nameOf)).toEqual([])
  })

  it.each(ofMembers)('of each member decides who may call $method $folder', async (operation) => {
    const { method, path, route } = operation
    for (const role of Role.options) {
      const { cookie, key } = org.as(role)
      const senders: Sent[] = [{ cookie }, ...(route.declaration.isForPerson ? [] : [{ key }])]
      for (const sent of senders) {
        const answer = await ask(method, path, sent)
        const what = `${role}${sent.key ? '’s key' : ''}: ${answer.status} ${answer.text.slice(0, 300)}`
        if (mayCall(operation, role)) expect(answer, what).not.toMatchObject(refused)
        else expect(answer, what).toMatchObject(refused)
        expect(answer.status, what).not.toBe(500)
        expect(answer.status, what).not.toBe(401)
      }
    }
  })

  it('is named with the permission that is missing', async () => {
    const { body } = await ask('GET', '/api-account/user/billing', org.as('developer'))
    expect(body).toMatchObject({
      error: { code: 'insufficient_role', metadata: { required_permission: 'billing.read' } },
    })
  })

  it('decides about data rules and portraits by what is asked for', async () => {
    const rules = { json: { routing: { zdr: true } } }
    const change = (role: Role) =>
      ask('PATCH', '/api-account/user/profile', { cookie: org.as(role).cookie, ...rules })
    expect(await change('developer')).toMatchObject(refused)
    expect(await change('admin')).toMatchObject({ status: 200 })
    const act = (role: Role, action: string) =>
      ask('POST', `/v1/portrait?Action=${action}&Version=2024-01-01`, {
        cookie: org.as(role).cookie,
        json: {},
      })
    expect((await act('viewer', 'CreateAssetGroup')).status).toBe(403)
    expect((await act('viewer', 'ListAssetGroups')).status).toBe(200)
  })

  it('shows webhook secrets to who may change them', async () => {
    const secretOf = async (role: Role) => (await ask('GET', '/api-account/user/webhooks', org.as(role))).text
    expect(await secretOf('admin')).toMatch(/whsec_[\w+/=]{20}/)
    expect(await secretOf('developer')).not.toMatch(/whsec_[\w+/=]{20}/)
  })
})

const Made = z.looseObject({ id: z.string() })

/** One of each thing that an organization can have, made by its owner through the API. */
async function makeThings({ owner, as }: typeof org, role: Role): Promise<string[]> {
  const member = as(role)
  const user = '/api-account/user'
  const make = async (path: string, json: unknown) => {
    const { body, status, text } = await ask('POST', path, { cookie: as('owner').cookie, json })
    if (status >= 300) throw new Error(`${path}: ${text}`)
    return z.looseObject({ id: z.string().optional(), order_id: z.string().optional() }).parse(body)
  }
  const { id: keyId } = await createKey(member, { name: 'private' })
  const made = await Promise.all([
    make(`${user}/budgets`, { scope: 'end_user', match: 'x', limit_usd: '1' }),
    make(`${user}/webhooks/endpoints`, { url: 'https://93.184.216.34/hook', events: ['balance.low'] }),
    make('/v1/images/generations/async', { model: 'sandbox/image-1', prompt: 'A kite', size: '64x64' }),
    make('/v1/videos/generations', {
      model: 'sandbox/video',
      prompt: 'A kite',
      resolution: '480p',
      duration: 3,
    }),
    make('/v1/responses', { model: 'sandbox/chat', input: 'Hello' }),
    make(`${user}/provider-keys`, { provider: 'openai', key: 'sk-proj-0123456789' }),
    make('/api-account/organization/projects', { name: 'Search' }),
    make('/api-account/organization/invitations', { role: 'viewer' }),
    createScim(owner, 'Groups', { displayName: 'Everybody' }),
    make(`${user}/billing/create-checkout`, { channel: 'stripe', inner_id: 1 }).catch(() => ({})),
  ])
  const usage = await bookUsage(owner, new Date())
  const ids = made.flatMap((one) => Object.values(z.looseObject({}).parse(one)).filter(isId))
  return [keyId, usage, member.member.id, ...ids]
}

const isId = (value: unknown): value is string =>
  typeof value === 'string' && /^[a-z]+_[0-9a-z]{20,}$/.test(value)

/** The same form, and of nobody. */
const missing = (id: string) => `${id.slice(0, -3)}zzz`

const withoutIds = (text: string, id: string) =>
  text.replaceAll(id, 'ID').replaceAll(/req_[0-9a-z]{26}/g, 'REQUEST')

/** The answer is the same as for what never was. */
async function expectMissing({ method, folder, route }: Operation, { cookie }: Sent, id: string) {
  const answerFor = async (one: string) => {
    const json = route.declaration.example ?? {}
    const { status, text } = await ask(method, pathOf(folder, one), { ...(cookie && { cookie }), json })
    return { status, text: withoutIds(text, one) }
  }
  const [found, none] = [await answerFor(id), await answerFor(missing(id))]
  expect({ id, ...found }).toEqual({ id, ...none })
}

const withParam = ofMembers.filter(({ folder }) => /\[\w+\]/.test(folder))
const lists = ofMembers.filter(({ method, folder }) => method === 'GET' && !folder.includes('['))

describe('What belongs to another organization', () => {
  let theirs: string[]
  beforeAll(async () => {
    theirs = await makeThings(other, 'developer')
    expect(theirs.length).toBeGreaterThanOrEqual(12)
  })

  it.each(withParam)('is missing at $method $folder', async (operation) => {
    // Every other role is refused before, or is let in as one of these is.
    for (const role of (['owner', 'developer'] as const).filter((one) => mayCall(operation, one)))
      for (const id of theirs) await expectMissing(operation, org.as(role), id)
  })

  it.each(lists)('is in no answer of $method $folder', async ({ method, path }) => {
    for (const role of Role.options) {
      const { text } = await ask(method, path, org.as(role))
      for (const id of theirs) expect(text, role).not.toContain(id)
    }
  })
})

describe('What belongs to another member', () => {
  const keys = '/api-account/user/api-keys'
  let owners: string
  let theirs: string
  beforeAll(async () => {
    const key = await createKey(org.owner, { name: 'shared' })
    owners = key.id
    theirs = (await createKey(org.as('developer'), { name: 'mine' })).id
  })

  it('is missing to a developer: keys, their contents, and requests', async () => {
    const developer = await withKey(await newMember(org.owner.customerId, 'developer'))
    const request = await bookUsage(org.as('developer'), new Date())
    const places = withParam.filter(({ folder }) => /\/(api-keys|usage\/recent)\//.test(folder))
    expect(places.length).toBeGreaterThan(8)
    for (const operation of places)
      for (const id of [owners, theirs, request]) await expectMissing(operation, developer, id)
    const { text } = await ask('GET', keys, { cookie: developer.cookie })
    expect(z.object({ data: z.array(Made) }).parse(JSON.parse(text)).data).toHaveLength(1)
  })

  it('is seen by a viewer and changed by an admin; a developer’s own is the developer’s', async () => {
    const at = (role: Role, method: string, id: string) =>
      ask(method, `${keys}/${id}`, { cookie: org.as(role).cookie, json: { name: `by ${role}` } })
    for (const id of [owners, theirs]) {
      expect(await at('viewer', 'GET', id)).toMatchObject({ status: 200 })
      expect(await at('viewer', 'PATCH', id)).toMatchObject(refused)
      expect(await at('admin', 'PATCH', id)).toMatchObject({ status: 200, body: { name: 'by admin' } })
    }
    expect(await at('developer', 'PATCH', theirs)).toMatchObject({ status: 200 })
    expect(await at('developer', 'GET', theirs)).toMatchObject({ body: { name: 'by developer' } })
    expect(await at('developer', 'GET', owners)).toMatchObject({ status: 404 })
  })

  it('is in no response that is given again for an Idempotency-Key', async () => {
    const retried = { 'idempotency-key': 'the-same', 'content-type': 'application/json' }
    const rotate = async (role: Role) => {
      const headers = { cookie: org.as(role).cookie, ...retried }
      return (await door('POST', `${keys}/${owners}/rotate`, { headers, body: '{}' })).status
    }
    expect([await rotate('admin'), await rotate('owner'), await rotate('developer')]).toEqual([200, 200, 404])
  })

  it('is missing to a developer’s key, and there for an admin’s', async () => {
    const { key } = org.as('developer')
    const as = { key }
    expect(await ask('GET', `${keys}/${owners}`, as)).toMatchObject({ status: 404 })
    expect(await ask('GET', `${keys}/${owners}`, { key: org.as('admin').key })).toMatchObject({ status: 200 })
  })
})
