import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Buyer, newBuyer } from '@/lib/billing/testing/new-buyer'
import type { Access } from '@/lib/http/contract'
import { bothDoors } from '@/lib/http/testing'
import { prisma } from '@/lib/platform/db'
import { env } from '@/lib/platform/env'
import { apiRoutes } from './routes'

/** Whatever changes something behind an account, whoever may call it. */
const changing = Object.entries(apiRoutes).flatMap(([folder, module]) =>
  (['POST', 'PUT', 'PATCH', 'DELETE'] as const).flatMap((method) => {
    const access = module[method]?.route.access
    const path = folder.replaceAll(/\[[^\]]+\]/g, 'some')
    return access && /^\/(v1|api-account)\//.test(folder) ? [{ method, path, access }] : []
  }),
)

const { doors, close } = await bothDoors(apiRoutes)
afterAll(close)

let operator: Buyer
beforeAll(async () => {
  operator = await newBuyer()
  const { customerId: id } = operator.caller
  await prisma.customer.update({ where: { id }, data: { isOperator: true } })
})

const sites: [string, Record<string, string>][] = [
  ['another site', { origin: 'https://evil.example' }],
  ['a site with a like name', { origin: `${new URL(env().publicUrl).origin}.evil.example` }],
  ['a page without an origin', { origin: 'null' }],
  ['another port', { origin: 'http://localhost:1' }],
  ['another site, in the browser’s own words alone', { 'sec-fetch-site': 'cross-site' }],
  ['a sister site', { 'sec-fetch-site': 'same-site', origin: env().publicUrl }],
]

const refusals: Record<Exclude<Access, 'public'>, object> = {
  apiKey: { status: 403 },
  account: { status: 403, body: { error: { code: 'origin_not_allowed' } } },
  // An operator's address is there for nobody else.
  operator: { status: 404, body: { error: { code: 'not_found' } } },
}

it('Nothing that changes an account is open to everybody', () => {
  expect(changing.filter(({ access }) => access === 'public')).toEqual([])
  expect(changing.length).toBeGreaterThan(40)
})

describe.each(doors)('With the cookie of the console, through the %s door,', (_door, call) => {
  it.each(sites)('%s changes nothing', async (_site, headers) => {
    for (const { method, path, access } of changing) {
      if (access === 'public') continue
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
