import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { AlertWebhook, AuditPage } from '@/lib/operator/admin/schema'
import { loadSettings } from '@/lib/operator/settings/keep-settings'
import { SettingList } from '@/lib/operator/settings/schema'
import { prisma } from '@/lib/platform/db'
import { env } from '@/lib/platform/env'
import { stopJobs } from '@/lib/platform/jobs/job-queue'
import { openMailServer, textOfMail } from '@/lib/platform/testing/mail-server'
import { openCallbackQueue, openReceiver, verifyReceived } from '@/lib/work/deliveries/testing'
import { asking, newPerson, openDoors } from './testing'

await openCallbackQueue({ works: true })
env().RATE_LIMIT_ACCOUNT = 100_000
const { door: open, call: through, close } = await openDoors()
const operator = await newPerson({ isOperator: true })
const PASSWORD = 'open-sesame-4711'
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

beforeAll(loadSettings)
afterEach(async () => {
  await prisma.setting.deleteMany()
  await prisma.auditEntry.deleteMany()
  await loadSettings()
})
afterAll(async () => {
  close()
  await stopJobs()
})

describe('settings for operators', () => {
  const ask = asking(through, operator)
  const change = (set: object, reset: string[] = []) => ask('PATCH', '/settings', { set, reset })
  const read = async (key: string) =>
    SettingList.parse((await ask('GET', '/settings')).body).data.find((one) => one.key === key)

  it('override the environment until they are reset', async () => {
    expect(await read('RATE_LIMIT_CHAT')).toMatchObject({ value: 600, usual: 600, source: 'default' })
    const { status, body } = await change({
      RATE_LIMIT_CHAT: 5,
      PLATFORM_FEE_RATE: '0.2',
      TRIAL_CREDIT_USD: '3',
    })
    expect(status).toBe(200)
    expect(SettingList.parse(body).data.find(({ key }) => key === 'RATE_LIMIT_CHAT')).toMatchObject({
      value: 5,
      usual: 600,
      source: 'console',
      updated_at: expect.any(String),
    })
    expect(env()).toMatchObject({ RATE_LIMIT_CHAT: 5, PLATFORM_FEE_RATE: '0.2', TRIAL_CREDIT_USD: '3' })
    await change({ RATE_LIMIT_ACCOUNT: 77_777 })
    expect((await ask('GET', '/settings')).headers.get('x-ratelimit-limit-requests')).toBe('77777')
    await change({ SIGN_UP: 'off' }, ['RATE_LIMIT_CHAT', 'PLATFORM_FEE_RATE', 'TRIAL_CREDIT_USD'])
    expect(env()).toMatchObject({ RATE_LIMIT_CHAT: 600, PLATFORM_FEE_RATE: '0.05', SIGN_UP: 'off' })
    expect(env().TRIAL_CREDIT_USD).toBe('0')
    const account = { name: 'Bo', email: 'bo@example.com', password: 'correct-horse-battery' }
    expect(await through('POST', '/api/sign-up', { json: account })).toMatchObject({
      status: 403,
      body: { error: { code: 'sign_up_closed' } },
    })
  })

  it('leave one audit entry per change', async () => {
    await change({ SIGN_UP: 'off', RATE_LIMIT_CHAT: 5 })
    await change({ SIGN_UP: 'off' })
    await change({ RATE_LIMIT_CHAT: 6 }, ['SIGN_UP'])
    const { items } = AuditPage.parse((await ask('GET', '/audit?subject_type=settings')).body)
    const name = 'Accounts: Sign-up, Rate limits: Chat and text'
    const common = { action: 'settings.change', subject: { type: 'settings', id: 'installation', name } }
    expect(items).toMatchObject([
      {
        ...common,
        before: { SIGN_UP: 'off', RATE_LIMIT_CHAT: 5 },
        after: { SIGN_UP: null, RATE_LIMIT_CHAT: 6 },
        names: { SIGN_UP: 'Accounts: Sign-up', RATE_LIMIT_CHAT: 'Rate limits: Chat and text' },
      },
      {
        ...common,
        before: { SIGN_UP: null, RATE_LIMIT_CHAT: null },
        after: { SIGN_UP: 'off', RATE_LIMIT_CHAT: 5 },
      },
    ])
  })

  it('seal a secret and never show it', async () => {
    const url = `smtp://ann:${PASSWORD}@mail.example:587`
    const { body } = await change({ SMTP_URL: url, MAIL_FROM: 'a@example.com' })
    expect(env().SMTP_URL).toBe(url)
    expect(await read('SMTP_URL')).toMatchObject({ value: 'smtp://••••@mail.example:587', usual: null })
    await change({ SMTP_URL: url })
    const { rows } = { rows: await prisma.setting.findMany() }
    expect(rows.find(({ key }) => key === 'SMTP_URL')?.value).toBeNull()
    const shown = JSON.stringify([
      body,
      rows,
      (await ask('GET', '/audit')).body,
      (await ask('GET', '/settings')).body,
    ])
    expect(shown).not.toContain(PASSWORD)
    expect(shown).not.toContain('ann:')
    const seals = rows.map(({ sealed }) => Buffer.from(sealed ?? []).toString('latin1')).join()
    expect(seals).not.toContain(PASSWORD)
  })

  it.each([
    [{ set: { RATE_LIMIT_CHAT: 0 } }, 'set.RATE_LIMIT_CHAT'],
    [{ set: { RATE_LIMIT_CHAT: 'many' } }, 'set.RATE_LIMIT_CHAT'],
    [{ set: { PLATFORM_FEE_RATE: '1' } }, 'set.PLATFORM_FEE_RATE'],
    [{ set: { SIGN_UP: 'maybe' } }, 'set.SIGN_UP'],
    [{ set: { SMTP_URL: 'http://mail.example' } }, 'set.SMTP_URL'],
    [{ set: { SMTP_URL: 'smtp://' } }, 'set.SMTP_URL'],
    [{ set: { MAIL_FROM: 'nobody' } }, 'set.MAIL_FROM'],
    [{ set: { INSTALLATION_NAME: 'two\nlines' } }, 'set.INSTALLATION_NAME'],
    [{ set: { FOOTER_LINKS: [{ label: 'Terms', url: 'http://example.com' }] } }, 'set.FOOTER_LINKS[0].url'],
    [{ set: { FOOTER_LINKS: [{ label: 'Terms', url: 'javascript:alert(1)' }] } }, 'set.FOOTER_LINKS[0].url'],
    [{ set: { NEXTAUTH_SECRET: 'x'.repeat(40) } }, 'set.NEXTAUTH_SECRET'],
    [{ set: { OPERATOR_ALERT_URL: 'http://10.0.0.1/hook' } }, 'set.OPERATOR_ALERT_URL'],
    [{ set: { SIGN_UP: 'off' }, reset: ['SIGN_UP'] }, 'reset'],
    [{ reset: ['PORT'] }, 'reset[0]'],
  ])('refuse %j and name %s', async (json, param) => {
    expect(await ask('PATCH', '/settings', json)).toMatchObject({
      status: 400,
      body: { error: { code: 'invalid_parameter', param } },
    })
    expect(await prisma.setting.count()).toBe(0)
  })

  it('cannot be changed while anyone may use the demo account', async () => {
    Object.assign(env(), { demo: true, isExposed: true })
    try {
      for (const [method, path, json] of [
        ['PATCH', '/settings', { set: { SIGN_UP: 'off' } }],
        ['PUT', '/settings/logo', { image: PNG.toString('base64') }],
        ['DELETE', '/settings/logo', undefined],
      ] as const)
        expect(await ask(method, path, json)).toMatchObject({
          status: 409,
          body: { error: { code: 'demo_is_open' } },
        })
    } finally {
      Object.assign(env(), { demo: false, isExposed: false })
    }
  })
})

describe('the logo', () => {
  const ask = asking(through, operator)
  const put = (bytes: Buffer | string) =>
    ask('PUT', '/settings/logo', { image: Buffer.from(bytes).toString('base64') })

  it('is public, and cached while it is the same', async () => {
    expect((await open('GET', '/api/logo')).status).toBe(404)
    const { status, body } = await put(PNG)
    expect(status).toBe(200)
    const url = SettingList.parse(body).logo_url ?? ''
    const { headers } = await open('GET', url)
    expect(headers.get('content-type')).toBe('image/png')
    expect(headers.get('cache-control')).toMatch(/^public, max-age=315\d{5}, immutable$/)
    expect(headers.get('content-length')).toBe(String(PNG.length))
    const again = { headers: { 'if-none-match': headers.get('etag') ?? '' } }
    expect((await open('GET', url, again)).status).toBe(304)
    expect((await open('GET', '/api/logo')).headers.get('cache-control')).toMatch(/max-age=(300|2\d\d),/)
    expect((await open('GET', url, { headers: { range: 'bytes=0-3' } })).status).toBe(206)
    expect((await open('GET', url, { headers: { range: 'bytes=9999-' } })).status).toBe(416)
    expect(SettingList.parse((await ask('DELETE', '/settings/logo')).body).logo_url).toBeNull()
    expect((await open('GET', url)).status).toBe(404)
    const { items } = AuditPage.parse((await ask('GET', '/audit')).body)
    expect(items.map(({ action }) => action)).toEqual(['settings.remove_logo', 'settings.set_logo'])
    expect(items[1]?.after).toMatchObject({ type: 'image/png', bytes: PNG.length })
  })

  it('may be an SVG, which cannot run scripts', async () => {
    const svg =
      '<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
    const url = SettingList.parse((await put(svg)).body).logo_url ?? ''
    const { headers } = await open('GET', url)
    expect(headers.get('content-type')).toBe('image/svg+xml')
    expect(headers.get('content-security-policy')).toMatch(/^sandbox; default-src 'none'/)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
  })

  it.each([
    ['a page', '<html><svg></svg></html>'],
    ['text', 'hello'],
    ['a GIF', Buffer.from('R0lGODlhAQABAAAAACw=', 'base64')],
    ['more than 100 kB', Buffer.concat([PNG, Buffer.alloc(102_400)])],
  ])('is not %s', async (_what, bytes) => {
    expect(await put(bytes)).toMatchObject({ status: 400, body: { error: { param: 'image' } } })
  })
})

describe('a test', () => {
  const ask = asking(through, operator)

  it('email is sent to the operator with the current settings, in the installation’s name', async () => {
    expect(await ask('POST', '/settings/test-mail')).toMatchObject({
      status: 200,
      body: { problem: 'SMTP_URL and MAIL_FROM are not both set' },
    })
    const server = await openMailServer()
    const set = { SMTP_URL: server.url, MAIL_FROM: 'a@example.com', INSTALLATION_NAME: 'Acme <AI>' }
    await ask('PATCH', '/settings', { set })
    expect(await ask('POST', '/settings/test-mail')).toMatchObject({
      body: { to: operator.email, problem: null, latency_ms: expect.any(Number) },
    })
    expect(server.mails[0]?.to).toEqual([operator.email])
    expect(server.mails[0]?.data).toContain('Subject: Test email from Acme <AI>')
    expect(textOfMail(server.mails[0]?.data ?? '')).toContain('Email delivery works')
    server.isBroken = true
    expect(await ask('POST', '/settings/test-mail')).toMatchObject({
      body: { problem: expect.stringContaining('451') },
    })
    server.close()
  })

  it('is posted to the alert webhook, signed with the shown secret', async () => {
    expect(await ask('POST', '/settings/alert-webhook')).toMatchObject({ status: 400 })
    const receiver = await openReceiver()
    await ask('PATCH', '/settings', { set: { OPERATOR_ALERT_URL: receiver.url } })
    expect((await ask('POST', '/settings/alert-webhook')).status).toBe(202)
    await receiver.untilReceived(1)
    const shown = async () => AlertWebhook.parse((await ask('GET', '/settings/alert-webhook')).body)
    await expect.poll(async () => (await shown()).deliveries[0]?.status).toBe('delivered')
    const [request] = receiver.received
    if (request === undefined) throw new Error('nothing came')
    expect(verifyReceived((await shown()).secret, request)).toMatchObject({ type: 'webhook.test' })
    receiver.close()
  })
})

it('a setting applies on every node', async () => {
  const script = fileURLToPath(
    new URL('../../../../lib/operator/settings/testing/node-process.mjs', import.meta.url),
  )
  const child = fork(script, { env: { ...process.env, DATABASE_URL: env().DATABASE_URL }, execArgv: [] })
  try {
    await once(child, 'message')
    const there = async () => {
      child.send('RATE_LIMIT_CHAT')
      return (await once(child, 'message'))[0]
    }
    const ask = asking(through, operator)
    expect(await there()).toBe(600)
    await ask('PATCH', '/settings', { set: { RATE_LIMIT_CHAT: 7 } })
    await expect.poll(there).toBe(7)
    await ask('PATCH', '/settings', { reset: ['RATE_LIMIT_CHAT'] })
    await expect.poll(there).toBe(600)
  } finally {
    child.kill('SIGKILL')
  }
})
