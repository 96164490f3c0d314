import { randomInt } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import * as balance from '@/app/(api)/api-account/user/balance/route'
import * as models from '@/app/(api)/v1/models/route'
import { generateSecret } from '@/lib/account/api-keys/key-secret'
import { createKey } from '@/lib/account/api-keys/keys'
import { Browser } from '@/lib/account/identity/testing/browser'
import { newAccountOwner } from '@/lib/account/identity/testing/new-account-owner'
import { pool, prisma } from '@/lib/platform/db'
import { env } from '@/lib/platform/env'
import { openDoors } from './testing'

const modules = { '/v1/models': models, '/api-account/user/balance': balance }
const { call, door, close } = await openDoors(modules)
afterAll(close)

const LIMIT = 3
beforeEach(() => void Object.assign(env(), { RATE_LIMIT_AUTH_FAILURE: LIMIT }))

/** Behind the proxy of TRUST_PROXY, from an address that is unique here. */
function newAddress(address = `198.18.${randomInt(256)}.${randomInt(256)}`): Record<string, string> {
  return { 'x-portico-peer': '127.0.0.1', 'x-forwarded-for': address }
}

async function newSecret(): Promise<string> {
  const owner = await newAccountOwner()
  return (await createKey(owner, { name: 'k', scopes: ['inference', 'account:read'] })).key
}

describe('failed authentications', () => {
  const ask = async (headers: Record<string, string>, path = '/v1/models') => {
    const { status, headers: answered } = await call('GET', path, { headers })
    return status === 429 ? `429 after ${answered.get('retry-after')}` : status
  }
  const bearer = (secret: string) => ({ authorization: `Bearer ${secret}` })

  it.each([
    ['unknown keys', () => bearer(generateSecret())],
    ['what cannot be a key', () => bearer('sk-nonsense')],
    ['what is not even that', () => ({ authorization: 'Basic YTpi' })],
    ['keys as Anthropic’s clients send them', () => ({ 'x-api-key': generateSecret() })],
  ])('by %s are limited by address: 401, then 429', async (_what, wrong) => {
    const from = newAddress()
    const statuses: unknown[] = []
    for (let i = 0; i < LIMIT + 2; i++) statuses.push(await ask({ ...from, ...wrong() }))
    // A third of a minute, less what has passed on a busy machine.
    const limited = expect.stringMatching(/^429 after ([1-9]|1\d|20)$/)
    expect(statuses).toEqual([401, 401, 401, limited, limited])
    expect(await ask({ ...newAddress(), ...wrong() })).toBe(401)
  })

  it('are refused without a database query, on every path', async () => {
    const from = newAddress()
    for (let i = 0; i < LIMIT; i++) await ask({ ...from, ...bearer(generateSecret()) })
    const asked = vi.spyOn(prisma.apiKey, 'findFirst')
    for (const path of ['/v1/models', '/api-account/user/balance'])
      expect(await ask({ ...from, ...bearer(generateSecret()) }, path)).toMatch(/^429/)
    // A valid key too: this process has not seen it before.
    expect(await ask({ ...from, ...bearer(await newSecret()) })).toMatch(/^429/)
    expect(asked).not.toHaveBeenCalled()
  })

  it('lock out no key that was valid before, however long ago', async () => {
    const from = newAddress()
    const secret = await newSecret()
    expect(await ask({ ...from, ...bearer(secret) })).toBe(200)
    for (let i = 0; i < LIMIT + 1; i++) await ask({ ...from, ...bearer(generateSecret()) })
    expect(await ask({ ...from, ...bearer(secret) })).toBe(200)
    const later = performance.now() + 11_000 // longer than a key is cached
    vi.spyOn(performance, 'now').mockReturnValue(later)
    expect(await ask({ ...from, ...bearer(secret) })).toBe(200)
  })

  it('count together within an IPv6 network, and separately behind one proxy', async () => {
    const network = `2001:db8:${randomInt(65_536).toString(16)}:${randomInt(65_536).toString(16)}`
    for (let i = 0; i < LIMIT; i++) await ask({ ...newAddress(`${network}::${i}`), ...bearer('sk-x') })
    expect(await ask({ ...newAddress(`${network}:1:2:3:4`), ...bearer('sk-x') })).toMatch(/^429/)
    expect(await ask({ ...newAddress(), ...bearer('sk-x') })).toBe(401)
  })

  it('do not include requests without a key', async () => {
    const from = newAddress()
    for (let i = 0; i < LIMIT + 2; i++) expect(await ask(from)).toBe(401)
  })
})

describe('wrong passwords', () => {
  const wrong = { email: 'nobody@example.com', password: 'wrong' }
  it('are limited like keys, and the sign-in page can say so: 429', async () => {
    const from = newAddress()
    const told: unknown[] = []
    for (let i = 0; i < LIMIT + 1; i++) told.push(await new Browser(from).signIn('credentials', wrong))
    expect(told).toEqual([...Array(LIMIT).fill('CredentialsSignin'), 'TooManyAttempts:1'])
    const asked = [vi.spyOn(prisma.user, 'findUnique'), vi.spyOn(pool, 'query')]
    const { status, headers, body } = await new Browser(from).post(['callback', 'credentials'], wrong)
    expect([status, headers.get('retry-after')]).toEqual([429, expect.stringMatching(/^([1-9]|1\d|20)$/)])
    expect(body.error).toMatchObject({ code: 'rate_limit_exceeded' })
    expect(body.url).toBe('http://localhost:3000/sign-in?error=TooManyAttempts:1')
    for (const spy of asked) expect(spy).not.toHaveBeenCalled()
    expect(await new Browser(newAddress()).signIn('credentials', wrong)).toBe('CredentialsSignin')
  })
})

describe('a private response', () => {
  it.each(['/api-account/user/balance', '/v1/models'])(
    'is kept by no browser or proxy, and read as nothing else: %s',
    async (path) => {
      const { headers } = await call('GET', path, {
        headers: { authorization: `Bearer ${await newSecret()}` },
      })
      expect([headers.get('cache-control'), headers.get('x-content-type-options')]).toEqual([
        'no-store',
        'nosniff',
      ])
    },
  )
})

describe('a path that is not the API’s', () => {
  it.each(['/', '/pricing', '/nothing-here'])('gets a request id at %s', async (path) => {
    const { status, headers } = await door('GET', path)
    expect(status).toBe(599)
    expect(headers.get('x-request-id')).toMatch(/^req_[0-9a-z]{26}$/)
  })
})
