import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { generateSecret } from '@/lib/account/api-keys/key-secret'
import { changeKey, createKey, revokeKey } from '@/lib/account/api-keys/keys'
import type { KeyScope } from '@/lib/account/api-keys/schema'
import { newAccountOwner } from '@/lib/account/identity/testing/new-account-owner'
import { createToken } from '@/lib/account/provisioning/settings'
import { openApiDocument } from '@/lib/http/api-document'
import { type Access, type Route, scopeOf } from '@/lib/http/contract'
import { DEFAULT_MAX_BODY_BYTES } from '@/lib/http/input'
import { openDoors } from '@/lib/http/testing'
import { prisma } from '@/lib/platform/db'
import { env } from '@/lib/platform/env'
import { AppError, type ErrorCode, errorEnvelope } from '@/lib/platform/errors'
import { newPerson } from './api-account/admin/testing'
import { apiRoutes } from './routes'
import { type Operation, operations, pathOf, withQuery } from './testing'

/**
 * What every route refuses before its use case runs, from its declaration alone; what only one of them refuses is tested
 * beside it. Each refusal is held to what `/openapi.json` says of it.
 */

// A body above the limit is sent to every route.
vi.hoisted(() => void Object.assign(process.env, { CHAT_BODY_MAX_BYTES: String(2 * 1024 * 1024) }))

const { door, close } = await openDoors(apiRoutes)
afterAll(close)

const limits = Object.keys(env()).filter((name) => /^RATE_LIMIT_(?!AUTH_FAILURE)/.test(name))
const limitTo = (perMinute: number) =>
  void Object.assign(env(), Object.fromEntries(limits.map((name) => [name, perMinute])))
limitTo(1_000_000)

const having = (holds: (route: Route) => unknown) => operations.filter(({ route }) => holds(route))
const ofCustomers = having(({ access }) => access === 'apiKey' || access === 'account')
const ofOperators = having(({ access }) => access === 'operator')
const withJson = having(({ declaration: { body, isForm } }) => body && !isForm)
const withForm = having(({ declaration: { isForm, reads } }) => isForm || reads?.form)
/** Read whole before the use case: `reads` with any type, and forms with files, have limits of their own. */
const withBytes = having(({ declaration: { body, reads } }) => body ?? (reads?.body !== '*/*' && reads?.body))
const limited = having(({ declaration: { limit } }) => limit !== 'probe' && limit !== 'object') // others are fixed, and too high

type Headers = Record<string, string>
const bearer = (key: string): Headers => ({ authorization: `Bearer ${key}` })
const json = { 'content-type': 'application/json' }
const form = { 'content-type': 'multipart/form-data; boundary=x' }
const everything = ['inference', 'account:read', 'account:write'] as const satisfies KeyScope[]

async function newKey(scopes: readonly KeyScope[] = everything) {
  const owner = await newAccountOwner()
  return { ...(await createKey(owner, { name: 'test', scopes: [...scopes] })), owner }
}

/** The headers of a caller whom each route lets in. */
async function newAdmitted(peer: string) {
  const key = bearer((await newKey()).key)
  const [person, operator] = [await newPerson(), await newPerson({ isOperator: true })]
  const byAccess: Record<Access, Headers> = {
    public: { 'x-forwarded-for': peer },
    apiKey: key,
    account: key,
    operator: bearer(operator.operatorKey ?? ''),
    scim: bearer((await createToken(operator.caller)).token),
  }
  return ({ access, declaration }: Route) =>
    declaration.isForPerson
      ? { cookie: access === 'operator' ? operator.cookie : person.cookie }
      : byAccess[access]
}

let admitted: Awaited<ReturnType<typeof newAdmitted>>
beforeAll(async () => {
  admitted = await newAdmitted('198.51.100.1')
})

type Sent = { headers: Headers; body?: BodyInit }
type Answer = { status: number; headers: Response['headers']; body: unknown }

async function ask({ method, path }: Pick<Operation, 'method' | 'path'>, sent: Sent): Promise<Answer> {
  const response = await door(method, path, sent)
  return { status: response.status, headers: response.headers, body: await response.json() }
}

/** From somebody whom the route lets in. */
function send(operation: Operation, headers: Headers = {}, body?: BodyInit): Promise<Answer> {
  const sent = { headers: { ...admitted(operation.route), ...headers }, ...(body !== undefined && { body }) }
  return ask(operation, sent)
}

const Examples = z.looseObject({
  content: z.record(
    z.string(),
    z.looseObject({ examples: z.record(z.string(), z.object({ value: z.unknown() })) }),
  ),
})
const Responses = z.record(z.string(), z.union([z.strictObject({ $ref: z.string() }), z.unknown()]))
const described = z
  .looseObject({
    paths: z.record(z.string(), z.record(z.string(), z.looseObject({ responses: Responses }))),
    components: z.looseObject({ responses: Responses }),
  })
  .parse(openApiDocument(apiRoutes, 'https://portico.example'))

type Refusal = { status: number; body: unknown }

/** The refusals of an operation by their codes, as the API's description has them. */
function describedOf({ folder, method }: Operation): Map<string, Refusal> {
  const path = folder.replaceAll(/\[(\.\.\.)?(\w+)\]/g, '{$2}')
  const { responses = {} } = described.paths[path]?.[method.toLowerCase()] ?? {}
  const refusals = Object.entries(responses).flatMap(([status, response]) => {
    const name = z.object({ $ref: z.string() }).safeParse(response).data?.$ref.split('/').pop()
    const shown = Examples.safeParse(name ? described.components.responses[name] : response).data
    return Object.entries(Object.values(shown?.content ?? {})[0]?.examples ?? {}).map(
      ([code, { value }]): [string, Refusal] => [code, { status: Number(status), body: withoutWords(value) }],
    )
  })
  return new Map(refusals)
}

/** As a route's protocol writes it. */
function written({ declaration }: Route, code: ErrorCode): Refusal {
  const error = new AppError(code)
  const own = declaration.refusal?.(error, { id: '', query: new URLSearchParams(), headers: {} })
  const { status, body } = own ?? { status: error.status, body: errorEnvelope(error, '') }
  return { status, body: withoutWords(body) }
}

/** What differs between two refusals with one code. */
const varying = /^(message|detail|param|request_id|metadata|Message|RequestId|Action|Version)$/
/** The same in Google's errors: the field, when to try again, and the request's ID. */
const varyingDetail = /"@type":"type\.googleapis\.com\/google\.rpc\.(BadRequest|RetryInfo|RequestInfo)"/

function withoutWords(body: unknown): unknown {
  const isFixed = (one: unknown) => !varyingDetail.test(JSON.stringify(one))
  const keep = (value: unknown) => (Array.isArray(value) ? value.filter(isFixed) : value)
  return JSON.parse(JSON.stringify(body, (name, value) => (varying.test(name) ? undefined : keep(value))))
}

function refusalIn({ status, body }: Answer): Refusal {
  return { status, body: withoutWords(body) }
}

/** Refused as the API's description says, in the envelope of the route's protocol. */
function expectRefusal(operation: Operation, answer: Answer, code: ErrorCode, what?: string): void {
  const { route } = operation
  const expected = describedOf(operation).get(code)
  expect({ what, ...refusalIn(answer) }).toEqual({ what, ...expected })
  expectHeaders(operation, answer)
  const isCounted = route.access !== 'public' && code !== 'invalid_api_key' && code !== 'account_suspended'
  expect(answer.headers.has('x-ratelimit-remaining-requests'), what).toBe(isCounted)
}

function expectHeaders({ route }: Pick<Operation, 'route'>, { status, headers, body }: Answer): void {
  const id = headers.get('x-request-id')
  expect(id).toMatch(/^req_[0-9a-z]{26}$/)
  const { requestIdHeader, mediaType } = route.declaration
  if (mediaType === undefined) expect(JSON.stringify(body)).toContain(`"${id}"`) // SCIM's errors do not have it
  if (requestIdHeader) expect(headers.get(requestIdHeader)).toBe(id)
  expect(headers.get('content-type')).toBe(mediaType ?? 'application/json; charset=utf-8')
  expect(headers.get('www-authenticate')).toBe(status === 401 ? 'Bearer' : null)
}

describe('who has no key that works', () => {
  let strangers: [string, Headers][]
  let suspended: Headers
  beforeAll(async () => {
    const [revoked, disabled, expired, off] = [await newKey(), await newKey(), await newKey(), await newKey()]
    await revokeKey(revoked.owner, revoked.id)
    await changeKey(disabled.owner, disabled.id, () => ({ status: 'disabled' }))
    await changeKey(expired.owner, expired.id, () => ({ expiresAt: new Date(0) }))
    await prisma.customer.update({ where: { id: off.owner.customerId }, data: { suspendedAt: new Date() } })
    suspended = bearer(off.key)
    strangers = [
      ['nothing', {}],
      ['an unknown key', bearer(generateSecret())],
      ['a revoked key', bearer(revoked.key)],
      ['a disabled key', bearer(disabled.key)],
      ['an expired key', bearer(expired.key)],
      ['a session that is none', { cookie: 'next-auth.session-token=over' }],
    ]
  })

  it.each(ofCustomers)('is not let in by $method $path: 401', async (operation) => {
    for (const [what, headers] of strangers)
      expectRefusal(operation, await ask(operation, { headers }), 'invalid_api_key', what)
    const off = await ask(operation, { headers: suspended })
    expectRefusal(operation, off, 'account_suspended', 'a key of a suspended account')
  })
})

describe('a key without the scope', () => {
  let without: Record<(typeof everything)[number], Headers>
  beforeAll(async () => {
    const lacking = async (scope: KeyScope) =>
      bearer((await newKey(everything.filter((other) => other !== scope))).key)
    without = {
      inference: await lacking('inference'),
      'account:read': await lacking('account:read'),
      'account:write': await lacking('account:write'),
    }
  })

  it.each(ofCustomers)('is refused by $method $path: 403', async (operation) => {
    const headers = without[scopeOf(operation.route, operation.method) as keyof typeof without]
    expectRefusal(operation, await ask(operation, { headers }), 'insufficient_scope')
  })
})

describe('who is no operator', () => {
  let others: [string, Headers][]
  beforeAll(async () => {
    others = [
      ['nobody', {}],
      ['a customer', { cookie: (await newPerson()).cookie }],
      ['a customer’s key', bearer((await newKey()).key)],
      ['an operator’s key without the scope', bearer((await newPerson({ isOperator: true })).key)],
    ]
  })

  it.each(ofOperators)('finds nothing at $method $path: 404', async (operation) => {
    const { method, path } = operation
    for (const [what, headers] of others) {
      const answer = await ask(operation, { headers })
      const message = `${method} ${path} is not an endpoint.`
      const body = errorEnvelope(
        new AppError('not_found', { message }),
        answer.headers.get('x-request-id') ?? '',
      )
      expect({ what, status: answer.status, body: answer.body }).toEqual({ what, status: 404, body })
      expect(answer.headers.has('x-ratelimit-remaining-requests')).toBe(false)
    }
  })
})

describe('a method that nobody serves', () => {
  const folders = Object.entries(apiRoutes).map(([folder, module]) => ({ folder, module }))

  it.each(folders)('is refused at $folder: 405', async ({ folder, module }) => {
    const [[, first] = []] = Object.entries(module)
    if (!first) throw new Error('it serves nothing')
    const served = new Set(Object.keys(module))
    if (first.route.access === 'apiKey') served.add('OPTIONS')
    const isHidden = first.route.access === 'operator'
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'QUERY'].filter(
      (one) => !served.has(one),
    )) {
      const answer = await ask({ method, path: pathOf(folder) }, { headers: {} })
      const expected = written(first.route, isHidden ? 'not_found' : 'method_not_allowed')
      expect({ method, ...refusalIn(answer) }).toEqual({ method, ...expected })
      const allowed = answer.headers.get('allow')?.split(', ') ?? []
      expect(new Set(allowed), method).toEqual(isHidden ? new Set() : served)
      expectHeaders({ route: first.route }, answer)
    }
  })
})

describe('a body', () => {
  it.each(withBytes)('that is too large for $method $path: 413', async (operation) => {
    const { maxBodyBytes = DEFAULT_MAX_BODY_BYTES, isForm } = operation.route.declaration
    const headers = isForm ? form : json
    const body = Buffer.alloc(maxBodyBytes + 1, ' ')
    expectRefusal(operation, await send(operation, headers, body), 'payload_too_large')
  })

  it.each([...withJson, ...withForm])('of another media type for $method $path: 415', async (operation) => {
    const { refusesMultipart } = operation.route.declaration
    const types = ['text/plain', 'application/x-www-form-urlencoded']
    for (const type of withForm.includes(operation) ? [...types, 'application/json'] : types) {
      const answer = await send(operation, { 'content-type': type }, '{}')
      expectRefusal(operation, answer, 'unsupported_media_type', type)
    }
    if (withForm.includes(operation)) return
    const asForm = await send(operation, form, '--x--')
    expectRefusal(operation, asForm, refusesMultipart ? 'legacy_multipart_removed' : 'unsupported_media_type')
    const packed = await send(operation, { ...json, 'content-encoding': 'gzip' }, '{}')
    expectRefusal(operation, packed, 'unsupported_media_type', 'compressed')
  })

  it.each(withJson)('that is no JSON for $method $path: 400', async (operation) => {
    const broken: [string, BodyInit][] = [
      ['cut off', '{'],
      ['in another encoding', Buffer.from('{"é":1}', 'latin1')],
      ['nested too deep', `${'['.repeat(201)}${']'.repeat(201)}`],
      ...(operation.route.declaration.isBodyOptional ? [] : [['empty', ''] as [string, string]]),
    ]
    for (const [what, body] of broken)
      expectRefusal(operation, await send(operation, json, body), 'invalid_json', what)
  })

  it.each(withJson)('that is no object for $method $path: 400', async (operation) => {
    for (const body of ['[]', '"text"', '7', 'null'])
      expectRefusal(operation, await send(operation, json, body), 'invalid_parameter', body)
  })
})

describe('an address', () => {
  const folders = operations.filter(({ folder }) => folder.includes('['))

  it.each(folders)('of nothing at $method $path: 400 or 404', async (operation) => {
    const { example = {}, body } = operation.route.declaration
    for (const param of ['unknown', '%00', '..%2F..', encodeURIComponent('é'.repeat(300))]) {
      const at = { ...operation, path: pathOf(operation.folder, param) }
      const answer = await (body ? send(at, json, JSON.stringify(example)) : send(at))
      // Where its description knows no 404, there is an answer that says that there is nothing.
      const refusals = [...describedOf(operation).values()]
      const hasNone = refusals.some(({ status }) => status === 404) ? 404 : 200
      expect([400, hasNone], `${param}: ${JSON.stringify(answer.body)}`).toContain(answer.status)
      if (answer.status === 200) continue
      expect(refusals, param).toContainEqual(refusalIn(answer))
      expectHeaders(operation, answer)
    }
  })

  it.each(withQuery)('with $bad at $method $path: 400', async ({ bad, name, ...operation }) => {
    const answer = await send({ ...operation, path: `${operation.path}?${bad}` })
    expectRefusal(operation, answer, 'invalid_parameter')
    expect(JSON.stringify(answer.body)).toMatch(new RegExp(`"(param|field)":"${name}"`))
  })
})

describe('a request over the limit', () => {
  const bucketOf = ({ route: { access, declaration } }: Operation) =>
    `${access} ${declaration.isForPerson} ${declaration.limit}`
  const one = new Map(limited.map((operation) => [bucketOf(operation), operation]))
  let spent: typeof admitted
  beforeAll(async () => {
    spent = await newAdmitted('198.51.100.2')
    limitTo(1)
  })
  afterAll(() => limitTo(1_000_000))

  it.each(limited)('of $route.declaration.limit is refused by $method $path: 429', async (operation) => {
    // What the test before used may have come back.
    const { method, path, route } = one.get(bucketOf(operation)) ?? operation
    await door(method, path, { headers: spent(route) })
    const answer = await ask(operation, { headers: spent(operation.route) })
    expectRefusal(operation, answer, 'rate_limit_exceeded')
    const wait = Number(answer.headers.get('retry-after'))
    expect(wait).toBeGreaterThan(0)
    expect(wait).toBeLessThanOrEqual(60)
    if (operation.route.access === 'public') return
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'x-ratelimit-limit-requests': '1',
      'x-ratelimit-remaining-requests': '0',
      'x-ratelimit-reset-requests': expect.stringMatching(/^\d+s$/),
    })
  })
})
