import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { type APIRequestContext, expect, type Locator, type Page } from '@playwright/test'
import { expectHealthy, expectHealthyInBothThemes } from '../gateway/expect-sound'
import { openPortico } from '../open-portico'
import { buyCredit, signUp, waitForRecord } from '../people'
import { readDemo } from '../read-demo'
import { openPage, stopClock, test } from '../test'

const TWO_MINUTES = 120_000
const clipboard = ['clipboard-read', 'clipboard-write']
const readClipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText())
const runInShell = (script: string) => promisify(execFile)('bash', ['-c', script])
const code = (page: Page) => page.getByTestId('client-code')

/** A customer with credit and one key, which has made a request. */
async function comeWithKey(page: Page, request: APIRequestContext) {
  await signUp(page)
  await buyCredit(page)
  const made = await page.request.post('/api-account/user/api-keys', { data: { name: 'Nightly runs' } })
  const { id, key } = await made.json()
  const ask = async (content: string) => {
    const answer = await request.post('/v1/chat/completions', {
      headers: { authorization: `Bearer ${key}` },
      data: { model: 'sandbox/chat', messages: [{ role: 'user', content }] },
    })
    return answer
  }
  const first = await ask('Hello')
  expect(first.status()).toBe(200)
  // Recorded later, it would be the next one.
  await waitForRecord(page, first.headers()['x-request-id'])
  return { id, ask: async (content: string) => (await ask(content)).status() }
}

test('from the printed link to the first request in under two minutes', async ({ browser }) => {
  test.slow()
  const portico = await openPortico('connect', {})
  const page = await openPage(browser, { baseURL: portico.url(), permissions: clipboard })
  try {
    const begun = Date.now()
    await page.goto(readDemo(portico.dataDir).sign_in_url)
    const steps = page.getByRole('region', { name: 'First steps' })
    await steps.getByRole('link', { name: 'Connect' }).click()
    await expect(page.getByRole('heading', { name: 'Connect', level: 1 })).toBeVisible()
    await expect(code(page)).toContainText('YOUR_API_KEY')
    await page.getByRole('button', { name: 'Create key' }).click()
    await expect(page.getByText('Waiting for the first request with “curl”')).toBeVisible()
    await expect(code(page)).toContainText(`curl ${portico.url()}/v1/chat/completions`)
    await stopClock(page)
    await page.getByRole('button', { name: 'Copy code' }).click()
    await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible()
    await page.clock.resume()
    const { stdout } = await runInShell(await readClipboard(page))
    expect(JSON.parse(stdout)).toMatchObject({ model: 'sandbox/chat' })
    const arrived = page.getByRole('status').filter({ hasText: 'Your first request arrived' })
    await expect(arrived).toContainText(/\d ?m?s, \$0\.0\d+, Sandbox Chat/)
    const millis = Date.now() - begun
    test.info().annotations.push({ type: 'seconds', description: (millis / 1000).toFixed(1) })
    expect(millis).toBeLessThan(TWO_MINUTES)

    await expectHealthyInBothThemes(page)
    await page.setViewportSize({ width: 390, height: 844 })
    await expectHealthy(page)
    await page.setViewportSize({ width: 1280, height: 800 })
    await arrived.getByRole('link', { name: 'View bill' }).click()
    await expect(page.getByRole('dialog').getByRole('heading', { name: 'Bill' })).toBeVisible()
    await page.goto('/console')
    await expect(page.getByRole('region', { name: 'Balance' })).toBeVisible()
    await expect(steps).toBeHidden()
  } finally {
    await page.context().close()
    await portico.close()
  }
})

test.describe('with the keyboard alone', () => {
  test.use({ permissions: clipboard })

  /** Presses Tab until the element has the focus. */
  async function tabTo(page: Page, element: Locator): Promise<void> {
    await expect(element).toBeVisible()
    const hasFocus = () => element.evaluate((node) => node === document.activeElement)
    for (let presses = 0; presses < 20 && !(await hasFocus()); presses += 1) await page.keyboard.press('Tab')
    await expect(element).toBeFocused()
  }

  test('a client is chosen, a key created, and its code copied', async ({ page }) => {
    await signUp(page)
    await page.goto('/console/connect')
    await tabTo(page, page.getByRole('link', { name: 'Skip to content' }))
    await page.keyboard.press('Enter')
    await tabTo(page, page.getByRole('tab', { name: 'curl' }))
    for (const name of ['TypeScript', 'Python', 'Claude Code']) {
      await page.keyboard.press('ArrowRight')
      await expect(page.getByRole('tab', { name, selected: true })).toBeFocused()
    }
    await tabTo(page, page.getByRole('combobox', { name: 'Model' }))
    await page.keyboard.type('Sandbox Chat Pro')
    await expect(code(page)).toContainText('ANTHROPIC_MODEL=sandbox/chat-pro')
    await tabTo(page, page.getByRole('button', { name: 'Create key' }))
    await page.keyboard.press('Enter')
    await expect(page.getByText('Waiting for the first request with “Claude Code”')).toBeVisible()
    await tabTo(page, page.getByRole('button', { name: 'Copy code' }))
    await stopClock(page)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: 'Copied' })).toBeFocused()
    await page.clock.resume()
    const copied = await readClipboard(page)
    expect(copied).toBe(await code(page).textContent())
    expect(copied).toMatch(/ANTHROPIC_AUTH_TOKEN=sk-portico-\w{49}\n/)

    // A reload waits for the same key, whose secret is gone.
    await page.reload()
    await expect(page.getByText('Waiting for the first request with “Claude Code”')).toBeVisible()
    await expect(code(page)).toContainText('YOUR_API_KEY')
  })
})

test('an existing key waits for its next request, through one that fails', async ({ page, request }) => {
  const { id, ask } = await comeWithKey(page, request)
  await page.goto('/console/keys')
  await page.getByRole('button', { name: 'Actions for Nightly runs' }).click()
  await page.getByRole('menuitem', { name: 'Connect' }).click()
  await expect(page).toHaveURL(`/console/connect?key=${id}`)
  await expect(page.getByText('Waiting for the next request with “Nightly runs”')).toBeVisible()
  await expect(code(page)).toContainText('YOUR_API_KEY')
  expect(await ask('[[fail:upstream_error]]')).toBe(502)
  await expect(page.getByText('A request arrived, but the provider failed')).toBeVisible()
  expect(await ask('Hello')).toBe(200)
  await expect(page.getByText('Your next request arrived')).toBeVisible()
  await expectHealthy(page)
})

test('waiting pauses while the page is hidden, and ends after five minutes', async ({ page, request }) => {
  const { id, ask } = await comeWithKey(page, request)
  await page.clock.install()
  let polls = 0
  page.on('request', (sent) => {
    if (sent.url().includes(`usage/recent?api_key_id=${id}&limit=1`)) polls += 1
  })
  await page.goto(`/console/connect?key=${id}`)
  await expect(page.getByText('Waiting for the next request')).toBeVisible()
  await expect.poll(() => polls).toBeGreaterThan(1)
  const become = (state: 'hidden' | 'visible') =>
    page.evaluate((value) => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, value })
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
    }, state)
  await become('hidden')
  const before = polls
  await page.clock.runFor(60_000)
  // One may have been on its way.
  expect(polls - before).toBeLessThanOrEqual(1)
  await become('visible')
  await expect.poll(() => polls).toBeGreaterThan(before)

  await page.clock.fastForward(5 * 60_000)
  await expect(page.getByText('No request with “Nightly runs” yet')).toBeVisible()
  const after = polls
  await page.clock.runFor(60_000)
  expect(polls).toBe(after)
  expect(await ask('Hello')).toBe(200)
  await page.getByRole('button', { name: 'Check again' }).click()
  await expect(page.getByText('Your next request arrived')).toBeVisible()
})

test('the code of no client is cut off', async ({ page }) => {
  await signUp(page)
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 800 })
    await page.goto('/console/connect')
    const tabs = page.getByRole('tablist', { name: 'Client' }).getByRole('tab')
    await expect(tabs.first()).toBeVisible()
    for (const tab of await tabs.all()) {
      await tab.click()
      const block = page.locator('pre').filter({ has: code(page) })
      expect(await block.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
    }
  }
})
