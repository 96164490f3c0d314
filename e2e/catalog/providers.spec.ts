import { expect, type Page } from '@playwright/test'
import { startKeyedUpstream } from '../../lib/upstream/testing/keyed-upstream'
import { expectHealthyInBothThemes } from '../gateway/expect-sound'
import { openPortico } from '../open-portico'
import { ask, enterDemo, signUp } from '../people'
import { openPage, test } from '../test'

const KEY = 'sk-a-very-secret-key-of-the-operator-7Q2X'
/** Its beginning tells whose it is. */
const PASTED = 'sk-proj-another-secret-key-of-the-operator-4K8M'
const MODEL = 'openai/gpt-4.1-mini'
/** Narrow and wide, light and dark. */
async function expectSoundAnywhere(page: Page): Promise<void> {
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    await expectHealthyInBothThemes(page)
  }
}

/** One fresh install, without providers before the first test and after it. */
test.describe.configure({ mode: 'serial', timeout: 300_000 })
let upstream: Awaited<ReturnType<typeof startKeyedUpstream>>
let portico: Awaited<ReturnType<typeof openPortico>>

test.beforeAll(async () => {
  upstream = await startKeyedUpstream()
  upstream.accept({ [KEY]: 'ok' })
  portico = await openPortico('providers', {
    OPENAI_BASE_URL: upstream.baseUrl,
    OUTBOUND_ALLOW: '127.0.0.1',
    ENCRYPTION_KEY: 'an-encryption-key-of-the-tests-own-0123',
  })
})
test.afterAll(async () => {
  await portico?.close()
  await upstream?.stop()
})

test('on a fresh install, a key added in the console serves a customer’s request', async ({ browser }) => {
  const seen: string[] = []
  const page = await openPage(browser, { baseURL: portico.url(), viewport: { width: 1280, height: 900 } })
  page.on('response', async (response) => {
    const type = response.headers()['content-type'] ?? ''
    if (/json|html/.test(type)) seen.push(await response.text().catch(() => ''))
  })
  const customer = await openPage(browser, { baseURL: portico.url() })
  await signUp(customer)
  await customer.goto(`/models/${MODEL}`)
  await expect(customer.getByText('This model is currently not available on this gateway.')).toBeVisible()
  await customer.goto('/models')
  await expect(customer.getByText('Available once connected')).toHaveCount(0)

  await enterDemo(page, '/models', portico.dataDir)
  await expect(page.getByRole('heading', { name: 'Available once connected' })).toBeVisible()
  await expectSoundAnywhere(page)
  await page.goto(`/models/${MODEL}`)
  await page.getByRole('link', { name: 'Connect OpenAI' }).click()

  const sheet = page.getByRole('dialog', { name: 'OpenAI' })
  await expect(sheet.getByText('Not connected')).toBeVisible()
  await sheet.getByLabel('API key').fill('short')
  await sheet.getByRole('button', { name: 'Connect' }).click()
  await expect(sheet.getByLabel('API key')).toHaveAccessibleDescription(/at least 8 characters/)
  await sheet.getByLabel('API key').fill('sk-a-key-that-nobody-knows-WXYZ')
  await page.keyboard.press('Enter')
  await expect(sheet.getByText('The key was rejected')).toBeVisible()
  await expect(sheet.getByText('Rejected', { exact: true })).toBeVisible()

  await sheet.getByRole('button', { name: 'Replace the key ending in WXYZ' }).click()
  await sheet.getByLabel('New key').fill(KEY)
  await sheet.getByRole('button', { name: 'Replace key' }).click()
  await expect(sheet.getByText(/2 models listed in \d+ ms/)).toBeVisible()
  await expect(sheet.getByText('Operational')).toBeVisible()
  await expectSoundAnywhere(page)
  await page.keyboard.press('Escape')
  const openai = page.getByRole('switch', { name: 'OpenAI', exact: true })
  await expect(openai).toBeChecked()
  await expectSoundAnywhere(page)
  await openai.click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Disable' }).click()
  await expect(openai).not.toBeChecked()
  await openai.click()
  await expect(page.getByText('OpenAI enabled')).toBeVisible()
  await expect(openai).toBeChecked()

  // The trial credit of an account that was made while the sandbox was alone.
  expect(await ask(customer, 'Hello', MODEL)).toBe(200)
  const posted = upstream.requests.filter(({ method }) => method === 'POST') // a job lists the models in between
  expect(posted.at(-1)).toMatchObject({ path: '/v1/chat/completions' })

  await page.goto('/console/admin/audit')
  await expect(page.getByRole('button', { name: /^Replaced a key of provider OpenAI/ })).toBeVisible()
  await page.getByRole('button', { name: /^Disabled provider OpenAI/ }).click()
  await expect(page.getByText('Status', { exact: true }).first()).toBeVisible()
  await expectNothingOf(page)

  await page.goto('/console/admin/providers?provider=openai')
  await sheet.getByRole('button', { name: 'Remove the key ending in 7Q2X' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove key' }).click()
  await expect(sheet.getByText('Not connected')).toBeVisible()
  expect(await ask(customer, 'Hello', MODEL)).toBe(404)
  expect(seen.filter((text) => text.includes(KEY))).toEqual([])
  await Promise.all([page, customer].map((one) => one.context().close()))
})

test('a custom provider is added, tested, changed and removed', async ({ browser }) => {
  const page = await openPage(browser, { baseURL: portico.url(), viewport: { width: 1280, height: 900 } })
  await enterDemo(page, '/console/admin/providers', portico.dataDir)
  await page.getByRole('button', { name: 'Add provider' }).click()
  const form = page.getByRole('dialog', { name: 'Add a provider' })
  await form.getByLabel('Name').fill('A provider of our own with a rather long name, in another region')
  await form.getByLabel('Base URL').fill('http://10.1.2.3/v1')
  await form.getByLabel('API key').fill(KEY)
  await form.getByLabel('Headers').fill('X-Tenant acme')
  await form.getByRole('button', { name: 'Add provider' }).click()
  await expect(form.getByLabel('Headers')).toHaveAccessibleDescription(/Line 1 must be a name/)
  await form.getByLabel('Headers').fill('X-Tenant: acme')
  await form.getByRole('button', { name: 'Add provider' }).click()
  await expect(form.getByLabel('Base URL')).toHaveAccessibleDescription(/must be https/)
  await expectSoundAnywhere(page)
  await form.getByLabel('Base URL').fill(upstream.baseUrl)
  await form.getByRole('button', { name: 'Add provider' }).click()

  const sheet = page.getByRole('dialog', { name: /^A provider of our own/ })
  await expect(sheet.getByText('No models yet')).toBeVisible()
  await sheet.getByRole('button', { name: 'Test the key ending in 7Q2X' }).click()
  await expect(sheet.getByText(/2 models listed in/)).toBeVisible()
  expect(upstream.requests.map(({ headers }) => headers['x-tenant'])).toContain('acme')
  await expectSoundAnywhere(page)

  await sheet.getByRole('button', { name: 'Edit' }).click()
  const change = page.getByRole('dialog', { name: /^Edit / })
  await change.getByLabel('Name').fill('Acme')
  await change.getByLabel('Remove all headers').click()
  await change.getByRole('button', { name: 'Save' }).click()
  const renamed = page.getByRole('dialog', { name: 'Acme' })
  await expect(renamed.getByText('X-Tenant')).toHaveCount(0)
  await renamed.getByRole('button', { name: 'Remove provider' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove provider' }).click()
  await expect(page.getByRole('row', { name: /Acme.*Removed/ })).toBeVisible()
})

test('a pasted key is recognized and tested, and its models are priced in one step', async ({ browser }) => {
  const page = await openPage(browser, { baseURL: portico.url(), viewport: { width: 1280, height: 900 } })
  await enterDemo(page, '/console/admin', portico.dataDir)
  const setup = page.getByRole('region', { name: 'Set up this gateway' })
  await expect(setup).toContainText('0 of 5 steps done')
  await setup.getByRole('link', { name: 'Connect: Connect a provider' }).click()

  const panel = page.getByRole('region', { name: 'Connect a provider' })
  const box = panel.getByLabel('Key of any provider')
  await box.fill(`sk-${'0123456789abcdef'.repeat(2)}`)
  await panel.getByRole('button', { name: 'Connect' }).click()
  await expect(panel.getByText('Several providers have such keys')).toBeVisible()
  await box.fill('sk-proj-that-openai-does-not-know-WXYZ')
  await page.keyboard.press('Enter')
  await expect(box).toHaveAccessibleDescription(/rejected this key. It was not saved/)
  await expectSoundAnywhere(page)
  upstream.accept({ [PASTED]: 'ok' })
  await box.fill(PASTED)
  await page.keyboard.press('Enter')

  await page.waitForURL('**/console/admin/models/discover?provider=openai')
  await page.getByRole('combobox', { name: 'Filter' }).click()
  await page.getByRole('option', { name: 'Published', exact: true }).click()
  await page.getByRole('checkbox', { name: 'Select all' }).click()
  const publish = page.getByRole('region', { name: 'Publish' })
  await publish.getByLabel('Markup on all prices (%)').fill('20')
  await expectSoundAnywhere(page)
  await publish.getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByText('2 models published')).toBeVisible()

  await page.goto('/console/admin/models')
  const rows = page.getByRole('table', { name: 'Models' }).getByRole('row')
  await expect(rows.filter({ hasText: MODEL })).toContainText('$0.48 in, $1.92 out')
  await expect(rows.filter({ hasText: 'Not connected' })).toHaveCount(0)
  await page.getByRole('combobox', { name: 'Status' }).click()
  await page.getByRole('option', { name: 'Not connected' }).click()
  await expect(rows.filter({ hasText: 'Not connected' }).first()).toBeVisible()
  await expect(page.getByRole('table', { name: 'Models' }).getByRole('switch')).toHaveCount(0)
  await page.getByRole('navigation', { name: 'Pages of models' }).getByLabel('Next models').click()
  await expect(page.getByText(/^51 – /)).toBeVisible()

  await page.goto('/console/admin')
  await expect(setup).toContainText('2 of 5 steps done')
  for (const title of ['Review prices', 'Decide who can sign up', 'Take payments'])
    await setup.getByRole('button', { name: `Mark as done: ${title}` }).click()
  await expect(setup).toHaveCount(0)
  await expectNothingOf(page)
})

/** The key is not on the page. */
async function expectNothingOf(page: Page): Promise<void> {
  const content = await page.content()
  for (const key of [KEY, PASTED]) expect(content).not.toContain(key)
}
