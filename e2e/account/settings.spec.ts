import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { TOTP } from 'otpauth'
import sharp from 'sharp'
import { OidcIssuer } from '@/lib/account/identity/testing/oidc-issuer'
import { S3Server } from '@/lib/platform/storage/testing/s3-server'
import { type MailServer, openMailServer, textOfMail } from '@/lib/platform/testing/mail-server'
import { answerWith } from '@/lib/upstream/testing/answer-with'
import { startFaultUpstream } from '@/lib/upstream/testing/fault-upstream'
import { expectHealthy, expectHealthyInBothThemes } from '../gateway/expect-sound'
import { openPortico } from '../open-portico'
import { enterDemo, PASSWORD, signIn, signUp } from '../people'
import { openPage, test } from '../test'

/** One Portico for all tests here: with mail, a bucket, and providers. */
test.describe.configure({ mode: 'serial' })
let portico: Awaited<ReturnType<typeof openPortico>>
let server: MailServer
const store = new S3Server()
const issuer = new OidcIssuer()
let routes: Awaited<ReturnType<typeof openRoutes>>
let page: Page

test.beforeAll(async () => {
  server = await openMailServer()
  routes = await openRoutes()
  await issuer.start()
  portico = await openPortico('settings', {
    SMTP_URL: server.url,
    MAIL_FROM: 'Portico <no-reply@portico.example>',
    S3_ENDPOINT: await store.start(),
    S3_BUCKET: store.bucket,
    S3_ACCESS_KEY_ID: store.credentials.accessKeyId,
    S3_SECRET_ACCESS_KEY: store.credentials.secretAccessKey,
    PROVIDERS_FILE: routes.file,
    OIDC_ISSUER: issuer.issuer,
    OIDC_CLIENT_ID: issuer.client.id,
    OIDC_CLIENT_SECRET: issuer.client.secret,
    OIDC_NAME: 'Acme',
  })
})
test.afterAll(async () => {
  await portico?.close()
  await routes?.close()
  store.stop()
  server?.close()
  await issuer.stop()
})
test.beforeEach(async ({ browser }) => {
  page = await openPage(browser, { baseURL: portico.url(), reducedMotion: 'reduce' })
})
test.afterEach(() => page.context().close())

/** The last mail to this address that contains the words, once it has arrived. */
async function mailTo(email: string, words: string): Promise<string> {
  const found = () =>
    server.mails
      .filter(({ to }) => to.includes(email))
      .map(({ data }) => textOfMail(data))
      .findLast((text) => text.includes(words))
  await expect.poll(found).toBeDefined()
  return found() ?? ''
}

const linkIn = (mail: string) => /http:\/\/localhost:\d+\/[a-z-]+\/[\w-]{43}/.exec(mail)?.[0] ?? ''

test('a mailed link resets a forgotten password once', async () => {
  const email = await signUp(page)
  await page.context().clearCookies()
  await page.goto('/sign-in')
  await expectHealthy(page)
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await expectHealthyInBothThemes(page)
  await page.getByRole('button', { name: 'Email me a link' }).click()
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription('Enter your email address.')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Email').press('Enter')
  await expect(page.getByText('Check your email')).toBeVisible()
  await expectHealthy(page)

  const link = linkIn(await mailTo(email, 'request to reset the password'))
  const opened = await page.goto(link)
  expect(opened?.headers()).toMatchObject({ 'referrer-policy': 'no-referrer', 'cache-control': 'no-store' })
  await expect(page.getByText(email)).toBeVisible()
  await expectHealthyInBothThemes(page)
  const field = page.getByLabel('New password')
  await field.fill('short')
  await field.press('Enter')
  await expect(field).toHaveAccessibleDescription(/^At least 10 characters\./)
  await field.fill('another one, longer')
  await field.press('Enter')
  await page.waitForURL('**/sign-in?reset=1')
  await expect(page.getByText('Your password was changed')).toBeVisible()
  await mailTo(email, 'The password of your account was changed.')
  await signIn(page, 'credentials', { email, password: 'another one, longer' })

  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'This link does not work' })).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  await expectHealthyInBothThemes(page)
  await page.getByRole('link', { name: 'Request a new link' }).click()
  await page.waitForURL('**/forgot-password')
})

test('either of two reset links works, and an open page of the other then says it is invalid', async () => {
  const email = await signUp(page)
  const asked = 'request to reset the password'
  const countOfMails = () => server.mails.filter(({ to }) => to.includes(email)).length
  const ask = () => page.request.post('/api/forgot-password', { data: { email } })
  const setPassword = async (at: Page) => {
    await at.getByLabel('New password').fill(PASSWORD)
    await at.getByRole('button', { name: 'Save password' }).click()
  }
  await ask()
  const first = linkIn(await mailTo(email, asked))
  await ask()
  await expect.poll(countOfMails, { timeout: 30_000 }).toBe(2)
  const second = linkIn(await mailTo(email, asked))
  expect(second).not.toBe(first)
  await page.goto(second)
  const other = await page.context().newPage()
  await other.goto(first)
  await setPassword(other)
  await other.waitForURL('**/sign-in?reset=1')
  await setPassword(page)
  await expect(page.getByRole('heading', { name: 'This link does not work' })).toBeVisible()
})

test('an email change is confirmed by a mailed link', async () => {
  const email = await signUp(page)
  const next = `new.${email}`
  await page.goto('/console/settings')
  await page.getByRole('button', { name: 'Change email' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change email' })
  await expectHealthyInBothThemes(page)
  await dialog.getByLabel('New email').fill(next)
  await dialog.getByLabel('Your password').fill('not this one')
  await dialog.getByRole('button', { name: 'Send link' }).click()
  await expect(dialog.getByLabel('Your password')).toHaveAccessibleDescription(/incorrect/)
  await dialog.getByLabel('Your password').fill(PASSWORD)
  await dialog.getByLabel('Your password').press('Enter')
  await expect(page.getByText('is not confirmed yet')).toBeVisible()
  await expectHealthyInBothThemes(page)

  const mail = await mailTo(next, `The account with ${email}`)
  await page.goto(linkIn(mail))
  await expect(page.getByText(next)).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  await expectHealthyInBothThemes(page)
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByRole('heading', { name: 'Your email is confirmed' })).toBeVisible()
  await expectHealthy(page)
  await mailTo(email, `You now sign in with ${next}`)
  await page.goto('/console/settings')
  await expect(page.getByText(next)).toBeVisible()
  await expectHealthy(page)
  await page.goto(linkIn(mail))
  await expect(page.getByRole('heading', { name: 'This link does not work' })).toBeVisible()
  await signIn(page, 'credentials', { email: next, password: PASSWORD })
})

test('a pending email change is cancelled', async () => {
  const email = await signUp(page)
  const next = `new.${email}`
  const wish = { email: next, current_password: PASSWORD }
  expect((await page.request.put('/api-account/user/email', { data: wish })).status()).toBe(200)
  const link = linkIn(await mailTo(next, `The account with ${email}`))
  await page.goto('/console/settings')
  await page.getByRole('button', { name: 'Cancel change' }).click()
  await expect(page.getByText('is not confirmed yet')).toBeHidden()
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'This link does not work' })).toBeVisible()
})

test('a page uploads to a bucket of another origin and shows the result', async () => {
  await enterDemo(page, '/console/images', portico.dataDir)
  await page.getByRole('radio', { name: 'Edit' }).press('Space')
  const buffer = await sharp({ create: { width: 512, height: 512, channels: 3, background: '#7a9' } })
    .png()
    .toBuffer()
  const file = { name: 'green.png', mimeType: 'image/png', buffer }
  await page.locator('input[type=file]').first().setInputFiles(file)
  await page.getByRole('textbox', { name: 'Prompt', exact: true }).fill('A red boat')
  await page.getByRole('button', { name: 'Generate' }).click()
  const made = page.getByRole('region', { name: 'Image history' }).getByRole('img').first()
  await expect(made).toBeVisible({ timeout: 90_000 })
  await expect.poll(() => made.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  const uploads = store.requests.filter((request) => request.startsWith(`PUT /${store.bucket}/uploads/`))
  expect(uploads).toHaveLength(1)
})

const answer = {
  id: 'up-1',
  object: 'chat.completion',
  created: 1,
  model: 'large',
  choices: [{ index: 0, message: { role: 'assistant', content: 'Hi there' }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 1200, completion_tokens: 340, total_tokens: 1540 },
}
const pricing = { prompt: '0.000001', completion: '0.000002' }

/** Three providers of one model, of which the first two fail, and a provider of a fallback model. */
async function openRoutes() {
  const folder = mkdtempSync(join(tmpdir(), 'portico-attempts-'))
  const [down, busy, good] = await Promise.all([
    startFaultUpstream(),
    startFaultUpstream(),
    startFaultUpstream(),
  ])
  down.answer(answerWith.json(503, { error: { message: 'down' } }))
  busy.answer(answerWith.json(429, { error: { message: 'later' } }))
  good.answer(answerWith.json(200, answer))
  const large = { id: 'acme/large', name: 'Acme Large', modality: 'chat', upstream_id: 'large', pricing }
  const longId = 'acme/an-older-model-with-a-rather-long-name-2026-11-22'
  const older = { ...large, id: longId, name: 'Acme Older' }
  const providers = [
    { id: 'north', name: 'North', base_url: down.baseUrl, models: [large, older] },
    { id: 'a-provider-with-a-long-name', name: 'Long', base_url: busy.baseUrl, models: [large] },
    { id: 'south', name: 'South', base_url: good.baseUrl, models: [large] },
  ]
  const file = join(folder, 'providers.json')
  writeFileSync(file, JSON.stringify(providers.map((one) => ({ adapter: 'openai-compatible', ...one }))))
  return {
    file,
    longId,
    close: async () => {
      await Promise.all([down.stop(), busy.stop(), good.stop()])
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Sends a request from the demo account; resolves once it is recorded. */
async function ask(body: object) {
  const messages = [{ role: 'user', content: 'Hello' }]
  const response = await portico.post('/v1/chat/completions', { messages, ...body })
  const id = response.headers.get('x-request-id') ?? ''
  const isRecorded = async () => (await portico.get(`/api-account/user/usage/recent/${id}`)).ok
  await expect.poll(isRecorded).toBe(true)
  return { status: response.status, id }
}

test('a request with failed attempts shows each provider with its outcome and duration, in order', async () => {
  const ignore = ['south']
  const mended = await ask({ model: 'acme/large' })
  const failed = await ask({ model: routes.longId, models: ['acme/large'], provider: { ignore } })
  expect([mended.status, failed.status]).toEqual([200, 429])
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 900 })
    await enterDemo(page, '/console/usage', portico.dataDir)
    const details = page.getByRole('dialog')
    const attempts = details.getByRole('table', { name: 'Steps' })
    const time = /\d+ ms|\d+(\.\d+)? s/

    const list = page.getByLabel('Requests', { exact: true })
    await list.getByRole('button', { name: 'Acme Large' }).last().click()
    await expect(attempts.getByRole('row')).toHaveCount(7)
    const [, , , first, second, last] = await attempts.getByRole('row').all()
    await expect(first ?? attempts).toContainText(/Try 1 · north.*upstream_error.*Status 503/s)
    await expect(second ?? attempts).toContainText(
      /Try 2 · a-provider-with-a-long-name.*rate_limit_exceeded.*Status 429/s,
    )
    await expect(last ?? attempts).toContainText(/Try 3 · south.*Answered/s)
    for (const row of [first, second, last]) await expect(row ?? attempts).toContainText(time)
    await expect(details).toContainText('2 attempts failed before south answered.')
    await expectHealthy(page)

    await page.goto(`/console/usage?request=${failed.id}`)
    await expect(attempts.getByRole('row')).toHaveCount(7)
    await expect(attempts).toContainText(routes.longId)
    await expect(details).toContainText('All 3 attempts failed.')
    await expectHealthy(page)
  }
})

test('two-factor authentication also applies after signing in with another service', async () => {
  const email = await signUp(page)
  issuer.visitor = { sub: email, name: 'Ann', email, email_verified: true }
  await page.goto('/console/settings')
  await page.getByRole('button', { name: 'Connect Acme' }).click()
  await expect(page.getByRole('button', { name: 'Disconnect' })).toBeVisible({ timeout: 30_000 })

  await page.getByRole('button', { name: 'Turn on' }).click()
  await page.getByLabel('Your password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Continue' }).click()
  const secret = (await page.getByTestId('totp-secret').textContent()) ?? ''
  await page.getByLabel('Code', { exact: true }).fill(new TOTP({ secret }).generate())
  await page.getByRole('button', { name: 'Turn on' }).click()
  const shown = page.getByTestId('recovery-codes')
  const [spent = '', kept = ''] = ((await shown.textContent()) ?? '').split('\n')
  await page.getByRole('button', { name: 'Done' }).click()

  await page.getByRole('button', { name: 'New recovery codes' }).click()
  await expectHealthy(page)
  await page.getByLabel('Code', { exact: true }).fill(spent)
  await page.getByRole('button', { name: 'Generate new codes' }).click()
  await expect(shown).toBeVisible()
  const [fresh = ''] = ((await shown.textContent()) ?? '').split('\n')

  await page.context().clearCookies()
  await page.goto('/console/keys')
  await page.getByRole('button', { name: 'Continue with Acme' }).click()
  await page.waitForURL('**/sign-in/code?*')
  await expect(page.getByText(email)).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  await expectHealthyInBothThemes(page)
  const code = page.getByLabel('Code', { exact: true })
  await code.fill(kept)
  await code.press('Enter')
  await expect(page.getByText('The code is incorrect or was already used.')).toBeVisible()
  await page.goto('/console/keys')
  await page.waitForURL('**/sign-in?*')
  await page.goto('/sign-in/code?callbackUrl=/console/keys')
  await code.fill(fresh)
  await code.press('Enter')
  await page.waitForURL(({ pathname }) => pathname === '/console/keys')
  await page.goto('/sign-in/code')
  await page.waitForURL('**/console')
})
