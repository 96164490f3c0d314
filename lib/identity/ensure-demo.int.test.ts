import { readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { listKeys } from '@/lib/api-keys/list-keys'
import { revokeKey } from '@/lib/api-keys/revoke-key'
import { verifyKey } from '@/lib/api-keys/verify-key'
import { readBalance } from '@/lib/billing/read-balance'
import { applySeed } from '@/lib/catalog/apply-seed'
import { loadCatalog } from '@/lib/catalog/read-snapshot'
import { prisma } from '@/lib/platform/db'
import { env } from '@/lib/platform/env'
import { ensureDemo } from './ensure-demo'
import { readSessionFromCookies } from './read-session-from-cookies'
import { Browser } from './testing/browser'

const file = () => join(env().DATA_DIR, 'demo.json')
const readFileJson = async () => JSON.parse(await readFile(file(), 'utf8'))

async function made() {
  const demo = await ensureDemo()
  if (demo === null) throw new Error('DEMO is off')
  return demo
}

await applySeed()
await loadCatalog()

afterEach(() => {
  env().demo = true
})

describe('the demo account', () => {
  it('is no concern of a worker', async () => {
    env().ROLE = 'worker'
    expect(await ensureDemo()).toBeNull()
    expect(await prisma.customer.count()).toBe(0)
    env().ROLE = 'all'
  })

  it('is not made while DEMO is off', async () => {
    env().demo = false
    expect(await ensureDemo()).toBeNull()
    expect(await prisma.customer.count()).toBe(0)
    await expect(stat(file())).rejects.toThrow('ENOENT')
  })

  it('is made once by many starts at the same time: an operator with $25.00 and a key that may do everything', async () => {
    const [demo, ...others] = await Promise.all([made(), made(), made()])
    for (const other of others) expect(other).toEqual(demo)
    expect(await readFileJson()).toEqual(demo)
    expect(demo).toMatchObject({ url: 'http://localhost:3000', email: 'demo@portico.local' })
    expect((await stat(file())).mode & 0o777).toBe(0o600)
    const caller = await verifyKey(demo.api_key)
    expect(caller).toMatchObject({
      isOperator: true,
      apiKey: { scopes: ['inference', 'account:read', 'account:write'], limitNanos: null },
    })
    expect(await readBalance(caller)).toMatchObject({ available: '25.000000', total_purchased: '0.000000' })
    expect((await listKeys(caller)).data).toHaveLength(1)
    expect(await prisma.customer.count()).toBe(1)
    expect(await new Browser().signIn('credentials', demo)).toBeNull()
  })

  it('is left as it is by the next start', async () => {
    const demo = await made()
    const { mtimeMs } = await stat(file())
    const { passwordHash } = await prisma.user.findUniqueOrThrow({ where: { email: demo.email } })
    expect(await made()).toEqual(demo)
    expect((await stat(file())).mtimeMs).toBe(mtimeMs)
    expect(await prisma.user.findUniqueOrThrow({ where: { email: demo.email } })).toMatchObject({
      passwordHash,
    })
    expect(await readBalance(await verifyKey(demo.api_key))).toMatchObject({ available: '25.000000' })
  })

  it('gets anew only what is stale', async () => {
    const demo = await made()
    env().publicUrl = 'http://localhost:4000'
    expect(await made()).toEqual({ ...demo, url: 'http://localhost:4000' })
    env().publicUrl = 'http://localhost:3000'

    const caller = await verifyKey(demo.api_key)
    await revokeKey(caller, caller.apiKey?.id ?? '')
    const renewed = await made()
    expect(renewed).toEqual({ ...demo, api_key: expect.not.stringContaining(demo.api_key) })
    expect(await verifyKey(renewed.api_key)).toMatchObject({ customerId: caller.customerId })

    await prisma.user.update({ where: { email: demo.email }, data: { passwordHash: null } })
    const reset = await made()
    expect(reset).toEqual({ ...renewed, password: expect.not.stringContaining(demo.password) })
    expect(await new Browser().signIn('credentials', reset)).toBeNull()
    expect(await readFileJson()).toEqual(reset)
  })

  it.each([{ expiresAt: new Date(0) }, { status: 'disabled' }, { scopes: ['inference'] }])(
    'gets a key anew that has become %j',
    async (data) => {
      const demo = await made()
      const { apiKey } = await verifyKey(demo.api_key)
      await prisma.apiKey.update({ where: { id: apiKey?.id ?? '' }, data })
      expect((await made()).api_key).not.toBe(demo.api_key)
    },
  )

  it('gets a new file when the old one is lost or broken', async () => {
    await made()
    await rm(file())
    const again = await made()
    expect(await readFileJson()).toEqual(again)
    await writeFile(file(), '{"url":')
    const mended = await made()
    expect(await readFileJson()).toEqual(mended)
    expect(await verifyKey(mended.api_key)).toMatchObject({ isOperator: true })
    expect(await new Browser().signIn('credentials', mended)).toBeNull()
  })
})

describe('one click', () => {
  it('signs a browser on this machine in', async () => {
    await made()
    const browser = new Browser()
    expect(await browser.signIn('demo')).toBeNull()
    expect(await readSessionFromCookies(browser.cookieHeader)).toMatchObject({
      email: 'demo@portico.local',
      isOperator: true,
    })
  })

  it.each([
    { 'x-portico-peer': '203.0.113.5' },
    { host: 'portico.example.com' },
    { 'x-forwarded-for': '203.0.113.5' },
  ])('signs nobody else in: %j', async (headers) => {
    await made()
    expect(await new Browser(headers).signIn('demo')).toBe('DemoUnavailable')
  })
})

describe('while DEMO is off', () => {
  it('nobody gets in as the demo user any more, by any door', async () => {
    const demo = await made()
    const browser = new Browser()
    await browser.signIn('demo')
    await verifyKey(demo.api_key)
    env().demo = false
    expect(await readSessionFromCookies(browser.cookieHeader)).toBeNull()
    expect((await browser.get(['session'])).body).toEqual({})
    expect(await new Browser().signIn('demo')).toBe('DemoUnavailable')
    expect(await new Browser().signIn('credentials', demo)).toBe('CredentialsSignin')
    expect(() => verifyKey(demo.api_key)).toThrow(expect.objectContaining({ code: 'invalid_api_key' }))
    expect(await ensureDemo()).toBeNull()
    await expect(stat(file())).rejects.toThrow('ENOENT')
    env().demo = true
    const again = await made()
    expect(await readFileJson()).toEqual(again)
    expect(await verifyKey(again.api_key)).toMatchObject({ isOperator: true })
  })
})
