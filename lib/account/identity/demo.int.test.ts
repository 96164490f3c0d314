import { readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { listKeys, revokeKey } from '@/lib/account/api-keys/keys'
import { verifyKey } from '@/lib/account/api-keys/verify-key'
import { applySeed } from '@/lib/catalog/models/apply-seed'
import { loadCatalog } from '@/lib/catalog/models/read-snapshot'
import { readBalance } from '@/lib/money/ledger/balance'
import { prisma } from '@/lib/platform/db'
import { env } from '@/lib/platform/env'
import { ensureDemo, holdsDemoLink, openDemoLink, refuseDemoInPublic, tokenOfLink } from './demo'
import { readSignInOptionsFor } from './read-sign-in-options'
import { readSessionFromCookies } from './sessions'
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
  it('is left alone by a worker', async () => {
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

  it('is created once by concurrent starts: an operator with $25.00 and a key with all scopes but operator', async () => {
    const [demo, ...others] = await Promise.all([made(), made(), made()])
    for (const other of others) expect(other).toEqual(demo)
    expect(await readFileJson()).toEqual(demo)
    expect(demo).toMatchObject({ url: 'http://localhost:3000', email: 'demo@portico.local' })
    expect((await stat(file())).mode & 0o777).toBe(0o600)
    const caller = await verifyKey(demo.api_key)
    expect(caller).toMatchObject({
      isOperator: false,
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

  it('replaces only what is stale', async () => {
    const demo = await made()
    env().publicUrl = 'http://localhost:4000'
    expect(await made()).toEqual({
      ...demo,
      url: 'http://localhost:4000',
      sign_in_url: demo.sign_in_url.replace('3000', '4000'),
    })
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
    expect(await verifyKey(mended.api_key)).toMatchObject({ isOperator: false })
    expect(await new Browser().signIn('credentials', mended)).toBeNull()
  })
})

/** A browser that opened the link, and where it was sent. */
async function open(link: string, address = '203.0.113.1') {
  const { path, cookies } = await openDemoLink(tokenOfLink(link), address)
  const browser = new Browser()
  for (const cookie of cookies) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
    browser.cookies.set(name, value)
  }
  return { path, cookies, browser }
}

describe('the link that is printed', () => {
  it('signs in, and from then on one click signs in with that browser', async () => {
    const demo = await made()
    expect(demo.sign_in_url).toMatch(/^http:\/\/localhost:3000\/sign-in\?token=[\w-]{43}$/)
    const { path, browser, cookies } = await open(demo.sign_in_url)
    expect(path).toBe('/console')
    for (const cookie of cookies) expect(cookie).toMatch(/; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax$/)
    expect(cookies.join()).not.toContain(tokenOfLink(demo.sign_in_url))
    const person = { email: 'demo@portico.local', isOperator: true }
    expect(await readSessionFromCookies(browser.cookieHeader)).toMatchObject(person)
    browser.cookies.delete('next-auth.session-token')
    expect(await readSessionFromCookies(browser.cookieHeader)).toBeNull()
    expect((await readSignInOptionsFor(browser.cookieHeader)).demo).toBe('open')
    expect(await browser.signIn('demo')).toBeNull()
    expect(await readSessionFromCookies(browser.cookieHeader)).toMatchObject(person)
  })

  it('sets secure cookies with an https address', async () => {
    const demo = await made()
    env().publicUrl = 'https://portico.example'
    const { cookies } = await open(demo.sign_in_url)
    expect(cookies).toEqual([
      expect.stringMatching(/^__Secure-portico\.demo-link=.*; Secure$/),
      expect.stringMatching(/^__Secure-next-auth\.session-token=.*; Secure$/),
    ])
    env().publicUrl = 'http://localhost:3000'
  })

  it.each<Record<string, string>>([
    {},
    { 'x-forwarded-for': '127.0.0.1', 'x-real-ip': '127.0.0.1' },
    { 'x-portico-peer': '127.0.0.1', origin: 'http://localhost:3000' },
  ])('is what one click needs, whatever a request says of itself: %j', async (headers) => {
    await made()
    expect(await new Browser(headers).signIn('demo')).toBe('DemoUnavailable')
  })

  it.each(['', 'x', 'x'.repeat(43)])('gives a cookie that nobody can make up: "%s"', async (guess) => {
    await made()
    const browser = new Browser()
    browser.cookies.set('portico.demo-link', guess)
    expect(await browser.signIn('demo')).toBe('DemoUnavailable')
    expect((await readSignInOptionsFor(browser.cookieHeader)).demo).toBe('locked')
  })

  it('with another token signs nobody in, and cannot be guessed', async () => {
    await made()
    Object.assign(env(), { RATE_LIMIT_AUTH_FAILURE: 2 })
    const wrong = 'http://localhost:3000/sign-in?token=wrong'
    const paths: string[] = []
    for (let i = 0; i < 3; i++) {
      const { path, cookies } = await open(wrong, '203.0.113.2')
      paths.push(path)
      expect(cookies).toEqual([])
    }
    expect(paths.map((path) => path.split('error=')[1])).toEqual([
      'DemoLinkUnusable',
      'DemoLinkUnusable',
      'TooManyAttempts:1',
    ])
    Object.assign(env(), { RATE_LIMIT_AUTH_FAILURE: 1_000_000 })
  })

  it('is kept across restarts, added to files without one, and voids its cookies when it changes', async () => {
    const demo = await made()
    expect((await made()).sign_in_url).toBe(demo.sign_in_url)
    const { browser } = await open(demo.sign_in_url)
    const { sign_in_url: _, ...old } = demo
    await writeFile(file(), JSON.stringify(old))
    expect(await holdsDemoLink(browser.cookieHeader)).toBe(false)
    const renewed = await made()
    expect(renewed).toEqual({ ...demo, sign_in_url: expect.not.stringContaining(demo.sign_in_url) })
    expect(await holdsDemoLink(browser.cookieHeader)).toBe(false)
    expect((await open(demo.sign_in_url)).path).toContain('DemoLinkUnusable')
    expect((await open(renewed.sign_in_url)).path).toBe('/console')
  })
})

describe('a publicly reachable demo with a paid provider', () => {
  it('ends the start with an error', async () => {
    expect(refuseDemoInPublic).not.toThrow()
    env().isExposed = true
    expect(refuseDemoInPublic).not.toThrow()
    vi.stubEnv('OPENAI_API_KEY', 'sk-1')
    await loadCatalog()
    expect(refuseDemoInPublic).toThrow(/^DEMO=on gives free credit .* set DEMO=off/)
    env().demo = false
    expect(refuseDemoInPublic).not.toThrow()
    env().demo = true
    env().isExposed = false
    expect(refuseDemoInPublic).not.toThrow()
    vi.unstubAllEnvs()
    await loadCatalog()
  })
})

describe('while DEMO is off', () => {
  it('nobody can sign in as the demo user by any way', async () => {
    const demo = await made()
    const { browser } = await open(demo.sign_in_url)
    await verifyKey(demo.api_key)
    env().demo = false
    expect((await open(demo.sign_in_url)).path).toContain('DemoLinkUnusable')
    expect(await browser.signIn('demo')).toBe('DemoUnavailable')
    expect((await readSignInOptionsFor(browser.cookieHeader)).demo).toBe('off')
    expect(await readSessionFromCookies(browser.cookieHeader)).toBeNull()
    expect((await browser.get(['session'])).body).toEqual({})
    expect(await new Browser().signIn('credentials', demo)).toBe('CredentialsSignin')
    await expect(verifyKey(demo.api_key)).rejects.toMatchObject({ code: 'invalid_api_key' })
    expect(await ensureDemo()).toBeNull()
    await expect(stat(file())).rejects.toThrow('ENOENT')
    env().demo = true
    const again = await made()
    expect(await readFileJson()).toEqual(again)
    expect(await verifyKey(again.api_key)).toMatchObject({ isOperator: false })
  })
})
