import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createToken } from '@/lib/account/provisioning/settings'
import type { Access } from '@/lib/http/contract'
import { callThrough, openDoors } from '@/lib/http/testing'
import { checkLedgerJob } from '@/lib/operator/admin/jobs'
import { env } from '@/lib/platform/env'
import { bindJob } from '@/lib/platform/jobs/job'
import { startJobs, stopJobs } from '@/lib/platform/jobs/job-queue'
import { newPerson, type Person } from './api-account/admin/testing'
import { apiRoutes } from './routes'
import { newCustomer } from './v1/testing/new-customer'

/** Every operation of the API's description, with the example that it gives of a body. */
const operations = Object.entries(apiRoutes).flatMap(([folder, module]) =>
  Object.entries(module)
    .filter(([method]) => method !== 'OPTIONS')
    .map(([method, { route }]) => ({ method, path: folder.replaceAll(/\[[^\]]+\]/g, 'some'), route })),
)

await startJobs({ scheduled: [], queued: [bindJob(checkLedgerJob, async () => undefined)] }, false)
const { call, door, close } = await openDoors(apiRoutes)
afterAll(async () => {
  close()
  await stopJobs()
})
Object.assign(env(), { IMAGE_WAIT_SECONDS: 1 }) // no worker draws here

let key: string
let scim: string
let operator: Person
beforeAll(async () => {
  const customer = await newCustomer()
  key = await customer.keyWith({ scopes: ['inference', 'account:read', 'account:write'] })
  // Of another organization: the calls below replace a token of their own.
  scim = (await createToken((await newCustomer()).owner)).token
  operator = await newPerson({ isOperator: true })
})

/** The status, and the code of a refusal. */
async function ask({ method, path, route }: (typeof operations)[number]) {
  const { example } = route.declaration
  const call = callThrough(async (...sent) => {
    const response = await door(...sent)
    const isJson = response.headers.get('content-type')?.includes('json') ?? false
    return isJson ? response : new Response(null, { status: response.status === 200 ? 204 : response.status })
  })
  const secret = route.access === 'scim' ? scim : route.access === 'operator' ? operator.operatorKey : key
  return call(method, path, {
    key: secret,
    ...(method !== 'GET' && example !== undefined && { json: example }),
  })
}

const insufficient = { status: 403, body: { error: { code: 'insufficient_scope' } } }

it.each(operations)('$method $path is open to whom its description names', async (operation) => {
  const { isForPerson } = operation.route.declaration
  const open = await ask(operation)
  expect(open.status).not.toBe(401)
  // An answer that the declaration does not name is an internal error in tests.
  expect(open.status).not.toBe(500)
  if (isForPerson) expect(open).toMatchObject(insufficient)
  else expect(open).not.toMatchObject(insufficient)
  expect(JSON.stringify(open.body)).not.toContain('is not an endpoint')
})

/** Every operation that changes something behind an account, for any caller. */
const changing = Object.entries(apiRoutes).flatMap(([folder, module]) =>
  (['POST', 'PUT', 'PATCH', 'DELETE'] as const).flatMap((method) => {
    const access = module[method]?.route.access
    const path = folder.replaceAll(/\[[^\]]+\]/g, 'some')
    return access && /^\/(v1|api-account)\//.test(folder) ? [{ method, path, access }] : []
  }),
)

const sites: [string, Record<string, string>][] = [
  ['another site', { origin: 'https://evil.example' }],
  ['a site with a like name', { origin: `${new URL(env().publicUrl).origin}.evil.example` }],
  ['a page without an origin', { origin: 'null' }],
  ['another port', { origin: 'http://localhost:1' }],
  ['another site, in the browser’s own words alone', { 'sec-fetch-site': 'cross-site' }],
  ['a sister site', { 'sec-fetch-site': 'same-site', origin: env().publicUrl }],
]

const refusals: Record<Exclude<Access, 'public' | 'scim'>, object> = {
  apiKey: { status: 403 },
  account: { status: 403, body: { error: { code: 'origin_not_allowed' } } },
  // An operator's address exists for operators alone.
  operator: { status: 404, body: { error: { code: 'not_found' } } },
}

it('Nothing that changes an account is open to everybody', () => {
  expect(changing.filter(({ access }) => access === 'public')).toEqual([])
  expect(changing.length).toBeGreaterThan(40)
})

describe('With the cookie of the console', () => {
  it.each(sites)('%s changes nothing', async (_site, headers) => {
    for (const { method, path, access } of changing) {
      if (access === 'public' || access === 'scim') continue
      const answer = await call(method, path, { headers: { cookie: operator.cookie, ...headers }, json: {} })
      expect({ method, path, ...answer }).toMatchObject(refusals[access])
    }
  })

  it('the console itself may: each of these addresses lets it in', async () => {
    const headers = { cookie: operator.cookie, origin: env().publicUrl, 'sec-fetch-site': 'same-origin' }
    for (const [method, path] of [
      ['PATCH', '/api-account/user/api-keys/some'],
      ['POST', '/v1/images/generations/async'],
      ['PUT', '/api-account/admin/route-order'],
    ] as const) {
      const { status } = await call(method, path, { headers, json: { unknown: 1 } })
      expect(status, `${method} ${path}`).toBe(400)
    }
  })
})

describe('the route table', () => {
  it('serves every method through a declared route', () => {
    const methods = Object.entries(apiRoutes).flatMap(([path, module]) =>
      Object.entries(module).map(([method, exported]) => ({
        path: join(path, method),
        route: exported.route,
      })),
    )
    for (const { path, route } of methods) expect(route?.declaration.summary, path).toBeTruthy()
  })
})
