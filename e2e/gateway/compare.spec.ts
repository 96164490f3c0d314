import { expect, type Page } from '@playwright/test'
import { signUp } from '../people'
import { openPage, test } from '../test'
import { expectAccessible, expectHealthy, expectHealthyInBothThemes } from './expect-sound'
import { address, answers, ask, box, open, sendButton } from './playground'

async function addModel(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Compare with another model' }).click()
  await page.getByRole('combobox', { name: 'Search models' }).fill(name)
  await page.keyboard.press('Enter')
}

const verdictOn = (page: Page, name: string) =>
  page.getByRole('region', { name: `Verdict on ${name}`, exact: true })

const screens = [
  { name: 'desktop', viewport: { width: 1280, height: 800 }, expectGood: expectHealthyInBothThemes },
  { name: 'phone', viewport: { width: 390, height: 844 }, expectGood: expectHealthy },
] as const

for (const { name, viewport, expectGood } of screens) {
  test(`compared answers get a verdict, and one is used, on a ${name}`, async ({ page }) => {
    await page.setViewportSize(viewport)
    await open(page)
    await addModel(page, 'chat pro')
    await expect(verdictOn(page, 'Sandbox Chat')).toHaveCount(0)
    await ask(page, '[[tokens:60]] [[chunk-delay:20ms]]')
    const verdict = verdictOn(page, 'Sandbox Chat')
    await expect(verdict).toContainText('Against Sandbox Chat Pro: ')
    await expect(verdict).toContainText(/[\d.]+[×%] cheaper/)
    // Two answers may start in the same millisecond.
    await expect(verdict).toContainText(/to start|same start/)
    await expect(verdictOn(page, 'Sandbox Chat Pro')).toContainText(/[\d.]+[×%] more expensive/)
    for (const measure of ['Cost', 'First token', 'Tokens/s'])
      await expect(verdict.getByText(measure, { exact: true })).toBeVisible()
    await expectGood(page)
    await verdictOn(page, 'Sandbox Chat Pro').getByRole('button', { name: 'Use this one' }).press('Enter')
    await expect(page.getByRole('dialog', { name: 'Code' })).toContainText('"model": "sandbox/chat-pro"')
  })
}

test('an answer that was stopped says so and is not compared', async ({ page }) => {
  await open(page)
  await addModel(page, 'chat pro')
  await box(page).fill('[[tokens:400]] [[chunk-delay:50ms]]')
  await sendButton(page).click()
  await expect(verdictOn(page, 'Sandbox Chat')).toContainText('when the answer is complete')
  await expect(answers(page).nth(1).locator('.answer')).toBeVisible()
  await page.getByRole('button', { name: 'Stop Sandbox Chat Pro' }).click()
  await expect(verdictOn(page, 'Sandbox Chat Pro')).toHaveText('This answer was stopped and is not compared.')
  await expect(verdictOn(page, 'Sandbox Chat')).toContainText('No other answer to compare with.', {
    timeout: 60_000, // it goes on for twenty seconds, so that the other can be stopped
  })
})

test('a conversation is shared by a link, shown to anyone, and the link revoked', async ({
  page,
  browser,
}) => {
  await open(page)
  await addModel(page, 'chat pro')
  await ask(page, '[[say:**bold** <img src=x onerror=alert(1)>]]')
  const title =
    (await page.getByRole('heading', { level: 1 }).textContent())?.replace('Playground: ', '') ?? ''
  await page.getByRole('button', { name: `Actions for ${title}` }).click()
  await page.getByRole('menuitem', { name: 'Share' }).click()
  const dialog = page.getByRole('dialog', { name: 'Share conversation' })
  await dialog.getByRole('button', { name: 'Create link' }).click()
  const link = (await dialog.getByRole('status').locator('code').textContent()) ?? ''
  await expectAccessible(page)

  const reader = await (await browser.newContext({ javaScriptEnabled: false })).newPage()
  await reader.goto(new URL(link).pathname)
  await expect(
    reader.getByRole('article', { name: 'Answer from Sandbox Chat Pro' }).locator('strong'),
  ).toHaveText('bold')
  await expect(reader.locator('article img')).toHaveCount(0)
  await expect(reader.locator('meta[name="robots"]')).toHaveAttribute('content', /noindex/)
  await reader.context().close()
  const visitor = await openPage(browser)
  await visitor.goto(new URL(link).pathname)
  await expect(visitor.getByRole('article')).toHaveCount(2)
  await expectHealthyInBothThemes(visitor)

  const links = dialog.getByRole('list', { name: 'Open links' }).getByRole('listitem')
  const before = await links.count()
  await links
    .first()
    .getByRole('button', { name: /^Revoke link to/ })
    .click()
  await expect(links).toHaveCount(before - 1)
  await visitor.reload()
  await expect(visitor.getByRole('heading', { name: 'This link no longer works' })).toBeVisible()
  await visitor.context().close()
})

test('settings are kept as a preset, chosen by keyboard, renamed and deleted', async ({ page }) => {
  await open(page)
  await page.getByLabel('System prompt').fill('Be brief.')
  await page.getByLabel('Temperature', { exact: true }).fill('0.3')
  await page.keyboard.press('Tab')
  await page.getByRole('button', { name: 'Presets' }).click()
  const name = `Brief ${Date.now()}`
  await page.getByLabel('Save current settings as').fill(name)
  await page.keyboard.press('Enter')
  const kept = page.getByRole('list', { name: 'Presets' }).getByRole('listitem').filter({ hasText: name })
  await expect(kept).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')

  await page.getByLabel('System prompt').fill('')
  await page.getByRole('button', { name: 'Reset parameters' }).click()
  await page.getByRole('button', { name: 'Presets' }).press('Enter')
  await kept.getByRole('button', { name: new RegExp(`^${name}`) }).press('Enter')
  await expect(page.getByLabel('System prompt')).toHaveValue('Be brief.')
  await expect(page.getByLabel('Temperature', { exact: true })).toHaveValue('0.3')
  await expect(box(page)).toBeFocused()

  await page.getByRole('button', { name: 'Presets' }).press('Enter')
  await kept.getByRole('button', { name: `Rename preset ${name}` }).press('Enter')
  await expect(page.getByLabel(`New name of ${name}`)).toBeFocused()
  await page.getByLabel(`New name of ${name}`).fill(`Later ${name}`)
  await page.keyboard.press('Enter')
  await expect(kept.getByRole('button', { name: new RegExp(`^Later ${name}`) })).toBeFocused()
  await kept.getByRole('button', { name: `Delete preset Later ${name}` }).click()
  await expect(kept).toHaveCount(0)
})

test('conversations are a person’s own; those from before are taken over by whose organization it is', async ({
  page,
}) => {
  await signUp(page)
  await page.goto('/console')
  const { customer_id: customerId } = await (await page.request.get('/api-account/user/profile')).json()
  await page.evaluate(async (name) => {
    const settings = { system: '', temperature: null, topP: null, maxTokens: null, frequencyPenalty: null }
    const more = { presencePenalty: null, stop: [], seed: null, responseFormat: 'text', schemaText: '' }
    const conversation = {
      ...{ version: 1, id: 'conv-old', title: 'From before', titled: true, createdAt: 1, updatedAt: 1 },
      columns: [{ id: 'a', modelId: 'sandbox/chat' }],
      settings: { ...settings, ...more, webSearch: false, toolsText: '', toolChoice: 'auto' },
      turns: [],
      spent: { costNanos: 0, promptTokens: 0, completionTokens: 0, answers: 0 },
    }
    const opening = indexedDB.open(name, 1)
    opening.onupgradeneeded = () => {
      const summaries = opening.result.createObjectStore('summaries', { keyPath: 'id' })
      const conversations = opening.result.createObjectStore('conversations', { keyPath: 'id' })
      opening.result.createObjectStore('drafts')
      const { id, title, updatedAt } = conversation
      summaries.put({ id, title, updatedAt, modelIds: [], searchText: '' })
      conversations.put(conversation)
    }
    await new Promise<void>((resolve, reject) => {
      opening.onsuccess = () => resolve(opening.result.close())
      opening.onerror = () => reject(opening.error)
    })
  }, `portico-playground-${customerId}`)
  const openList = async () => {
    await page.goto(address)
    await page.getByRole('button', { name: 'Conversations', exact: true }).click()
  }
  await openList()
  await expect(page.getByRole('list', { name: 'Conversations' })).toContainText('From before')
  const names = () => page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name))
  expect(await names()).not.toContain(`portico-playground-${customerId}`)
  await page.reload()
  await expect(page.getByRole('list', { name: 'Conversations' })).toContainText('From before')
  await page.context().clearCookies()
  await signUp(page, 'Bob Example')
  await page.goto(address)
  await expect(box(page)).toBeVisible()
  await expect(page.getByText('From before')).toHaveCount(0)
})
