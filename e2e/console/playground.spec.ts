import { expect, type Locator, type Page } from '@playwright/test'
import { test } from '../test'
import { expectAccessible } from './expect-sound'
import { enterDemo } from './people'

const address = '/console/playground'

const box = (page: Page) => page.getByRole('textbox', { name: 'Message', exact: true })
const sendButton = (page: Page) => page.getByRole('button', { name: 'Send', exact: true })
const stopButton = (page: Page) => page.getByRole('button', { name: 'Stop', exact: true })
const answers = (page: Page) => page.getByRole('article', { name: /^Answer of/ })
const metric = (answer: Locator, name: string) => answer.locator(`[data-metric="${name}"]`)

async function open(page: Page): Promise<void> {
  await enterDemo(page, address)
  await expect(box(page)).toBeVisible()
}

/** Sends and waits for the end of the answer. */
async function ask(page: Page, text: string): Promise<void> {
  const before = await answers(page).count()
  await box(page).fill(text)
  await sendButton(page).click()
  await expect.poll(() => answers(page).count()).toBeGreaterThan(before)
  await expect(sendButton(page)).toBeVisible()
}

/** What the browser has kept of the conversations, as JSON: read from its database, whatever page is open. */
function readKeptConversations(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const named = (await indexedDB.databases()).find(({ name }) => name?.startsWith('portico-playground-'))
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open(named?.name ?? '')
      opening.onsuccess = () => resolve(opening.result)
      opening.onerror = () => reject(opening.error)
    })
    return new Promise<string>((resolve, reject) => {
      const reading = database.transaction('conversations').objectStore('conversations').getAll()
      reading.onsuccess = () => resolve(JSON.stringify(reading.result))
      reading.onerror = () => reject(reading.error)
    }).finally(() => database.close())
  })
}

async function addModel(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Compare with another model' }).click()
  await page.getByRole('combobox', { name: 'Search models' }).fill(name)
  await page.keyboard.press('Enter')
}

test('an answer streams in, with what it cost', async ({ page }) => {
  await open(page)
  await box(page).fill('[[tokens:60]] [[chunk-delay:100ms]] Go on')
  await page.keyboard.press('Enter')
  const answer = answers(page).first()
  await expect(answer).toHaveAttribute('aria-busy', 'true')
  await expect(answer.getByText('Writing')).toBeVisible()
  await expect(sendButton(page)).toBeVisible()
  await expect(metric(answer, 'Cost')).toHaveText(/^\$0\.0000\d+$/)
  await expect(metric(answer, 'Tokens in')).toHaveText(/^\d+ in$/)
  await expect(metric(answer, 'Tokens out')).toHaveText('60 out')
  await expect(metric(answer, 'First token')).toHaveText(/^first token \d/)
  await expect(metric(answer, 'Speed')).toHaveText(/tok\/s$/)

  await ask(page, '[[say:second]]')
  await expect(answers(page).nth(1)).toContainText('second')
  await expect(page.getByTestId('conversation-totals')).toContainText('2 answers')
  await expect(box(page)).toBeFocused()
})

test('Markdown is rendered and HTML in it is not', async ({ page }) => {
  await open(page)
  await ask(
    page,
    '[[say:**bold** <img src=x onerror=alert(1)> [link](https://example.com) [bad](javascript:alert(1))]]',
  )
  const answer = answers(page).first()
  await expect(answer.locator('strong')).toHaveText('bold')
  await expect(answer.locator('img')).toHaveCount(0)
  await expect(answer.getByRole('link', { name: 'link' })).toHaveAttribute('rel', /noopener/)
  await expect(answer.locator('a[href^="javascript"]')).toHaveCount(0)
})

test('Stop and Escape keep what had been written', async ({ page }) => {
  await open(page)
  await box(page).fill('[[tokens:2000]] [[chunk-delay:20ms]]')
  await sendButton(page).click()
  await expect(answers(page).locator('.answer')).toBeVisible()
  await stopButton(page).click()
  await expect(answers(page).getByText('Stopped', { exact: true })).toBeVisible()
  await expect(answers(page).locator('.answer')).not.toBeEmpty()
  // The usage of a stopped stream never arrives; what was delivered is looked up afterwards.
  await expect(metric(answers(page), 'Cost')).toHaveText(/^\$0\.0\d+$/)

  await page.getByRole('button', { name: 'Retry answer' }).click()
  await expect(answers(page).locator('.answer')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(answers(page).getByText('Stopped', { exact: true })).toBeVisible()
})

test('an earlier message is edited and sent again; another is deleted and brought back', async ({ page }) => {
  await open(page)
  await ask(page, '[[say:one]]')
  await ask(page, '[[say:two]]')
  const first = page.getByRole('article', { name: 'Your message' }).first()
  await first.hover()
  await first.getByRole('button', { name: 'Edit message' }).click()
  await page.getByRole('textbox', { name: 'Message text' }).fill('[[say:three]]')
  await page.getByRole('button', { name: 'Resend' }).click()
  await expect(answers(page)).toHaveCount(1)
  await expect(answers(page)).toContainText('three')

  await page.getByRole('article', { name: 'Your message' }).hover()
  await page.getByRole('button', { name: 'Delete message' }).click()
  await expect(answers(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(answers(page)).toContainText('three')
})

test('two models answer side by side', async ({ page }) => {
  await open(page)
  await addModel(page, 'chat pro')
  await ask(page, '[[say:both of us]]')
  await expect(page.getByRole('region', { name: 'Column Sandbox Chat', exact: true })).toContainText(
    'both of us',
  )
  await expect(page.getByRole('region', { name: 'Column Sandbox Chat Pro' })).toContainText('both of us')
  await expect(metric(answers(page).nth(1), 'Cost')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Remove Sandbox Chat Pro' }).click()
  await expect(answers(page)).toHaveCount(1)
})

test('a tool is called, answered by hand, and the model goes on', async ({ page }) => {
  await open(page)
  await page.getByRole('button', { name: 'Add tools' }).click()
  await page.getByRole('textbox', { name: 'List of function tools' }).fill('[{]')
  await expect(page.getByRole('button', { name: 'Save' })).toBeDisabled()
  await page.getByRole('button', { name: 'Insert example' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await ask(page, 'What is the weather in Lisbon right now?')
  const call = page.getByRole('region', { name: 'Tool call get_weather' })
  await expect(call).toContainText('"city": "Lisbon"')
  await call.getByLabel('Result of get_weather').fill('{"temperature": 21}')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(answers(page)).toHaveCount(2)
  await expect(answers(page).nth(1)).toContainText('21')
  await expectAccessible(page)
})

test('errors stand in place, with their code and a retry', async ({ page }) => {
  await open(page)
  await ask(page, '[[status:429]]')
  const limited = answers(page).first().getByRole('alert')
  await expect(limited).toContainText('rate_limit_exceeded')
  await expect(limited).toContainText('HTTP 429')
  await ask(page, 'Tell me something [[tokens:50]] [[cut:5]]')
  const broken = answers(page).nth(1)
  await expect(broken.getByRole('alert')).toContainText('upstream_error')
  await expect(broken.locator('.answer')).not.toBeEmpty()
  await expect(broken.getByRole('button', { name: 'Retry' })).toBeEnabled()
})

test('the request is shown as code', async ({ page }) => {
  await open(page)
  await page.getByLabel('System prompt').fill('Be brief.')
  await page.getByLabel('Temperature', { exact: true }).fill('0.3')
  await box(page).fill("It's me")
  await page.getByRole('button', { name: 'Code' }).click()
  const dialog = page.getByRole('dialog', { name: 'Code' })
  await expect(dialog).toContainText(`It'\\''s me`)
  await expect(dialog).toContainText('$PORTICO_API_KEY')
  await expect(dialog).toContainText(`${new URL(page.url()).origin}/v1/chat/completions`)
  await dialog.getByRole('tab', { name: 'TypeScript' }).click()
  await expect(dialog).toContainText('temperature: 0.3,')
  await dialog.getByRole('tab', { name: 'Python' }).click()
  await expect(dialog).toContainText('stream=True,')
  await dialog.getByRole('switch', { name: 'Stream' }).click()
  await expect(dialog).not.toContainText('stream=True,')
  await expectAccessible(page)
})

test('a conversation survives a reload, also in the middle of an answer', async ({ page }) => {
  await open(page)
  await ask(page, '[[say:kept]]')
  await page.reload()
  await expect(answers(page)).toContainText('kept')

  await box(page).fill('[[tokens:2000]] [[chunk-delay:20ms]]')
  await sendButton(page).click()
  await expect(answers(page).nth(1).locator('.answer')).toBeVisible()
  // Drafts are kept twice a second: long before that much was written, some of it was kept.
  const written = async () => (await answers(page).nth(1).locator('.answer').textContent())?.length ?? 0
  await expect.poll(written).toBeGreaterThan(300)
  await page.reload()
  const second = answers(page).nth(1)
  await expect(second.getByText('Interrupted', { exact: true })).toBeVisible()
  await expect(second.locator('.answer')).not.toBeEmpty()
})

test('a link from elsewhere chooses the model', async ({ page }) => {
  await enterDemo(page)
  await page.goto(`${address}?model=sandbox%2Fchat-pro`)
  await expect(page.getByRole('button', { name: 'Model: sandbox/chat-pro' })).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`${address}$`))
})

test('a browser that keeps nothing says so, and the playground works all the same', async ({ page }) => {
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('blocked', 'SecurityError')
    }
  })
  await open(page)
  await expect(page.getByText('Nothing is kept')).toBeVisible()
  await ask(page, '[[say:still here]]')
  await expect(answers(page)).toContainText('still here')
})

test('a full storage is told, and clears up', async ({ page }) => {
  await open(page)
  await page.evaluate(() => {
    const put = IDBObjectStore.prototype.put
    IDBObjectStore.prototype.put = () => {
      throw new DOMException('no room', 'QuotaExceededError')
    }
    window.addEventListener('room', () => {
      IDBObjectStore.prototype.put = put
    })
  })
  await ask(page, '[[say:one]]')
  await expect(page.getByText('storage is full')).toBeVisible()
  await page.evaluate(() => window.dispatchEvent(new Event('room')))
  await ask(page, '[[say:two]]')
  await expect(page.getByText('storage is full')).toBeHidden()
})

test('an answer is written to its end while its reader is elsewhere in the console', async ({ page }) => {
  await open(page)
  await box(page).fill('[[tokens:80]] [[chunk-delay:20ms]]')
  await sendButton(page).click()
  await expect(answers(page).locator('.answer')).toBeVisible()
  await page.getByRole('link', { name: 'API keys' }).click()
  await page.waitForURL('**/console/keys')
  await expect.poll(() => readKeptConversations(page), { timeout: 30_000 }).toContain('"status":"done"')
  await page.getByRole('link', { name: 'Playground' }).click()
  await expect(metric(answers(page).first(), 'Tokens out')).toHaveText('80 out')
})

test('conversations are listed, searched, renamed, exported and deleted', async ({ page }) => {
  await open(page)
  await ask(page, 'About turtles [[say:slow]]')
  await page.getByRole('button', { name: 'New conversation' }).click()
  await ask(page, 'About hares [[say:fast]]')
  await page.getByRole('button', { name: 'Conversations', exact: true }).click()
  const list = page.getByRole('list', { name: 'Conversations' })
  await expect(list.getByRole('listitem')).toHaveCount(2)
  await page.getByRole('searchbox', { name: 'Search conversations' }).fill('slow')
  await expect(list.getByRole('listitem')).toHaveCount(1)
  await list.getByRole('button', { name: /^About turtles/ }).click()
  await expect(answers(page)).toContainText('slow')

  await list.getByRole('listitem').hover()
  await list.getByRole('button', { name: /^Actions for/ }).click()
  await page.getByRole('menuitem', { name: 'Rename' }).click()
  await page.getByRole('textbox', { name: 'Conversation title' }).fill('Shells')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Shells')

  await list.getByRole('listitem').hover()
  await list.getByRole('button', { name: 'Actions for Shells' }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Export as JSON' }).click()
  expect((await download).suggestedFilename()).toBe('shells.json')

  await list.getByRole('listitem').hover()
  await list.getByRole('button', { name: 'Actions for Shells' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Delete conversation' }).click()
  await page.getByRole('searchbox', { name: 'Search conversations' }).fill('')
  await expect(list.getByRole('listitem')).toHaveCount(1)
})

const screens = [
  { name: 'desktop, light', colorScheme: 'light', viewport: { width: 1280, height: 800 } },
  { name: 'desktop, dark', colorScheme: 'dark', viewport: { width: 1280, height: 800 } },
  { name: 'phone, dark', colorScheme: 'dark', viewport: { width: 390, height: 844 } },
] as const

for (const { name, colorScheme, viewport } of screens) {
  test.describe(name, () => {
    test.use({ colorScheme, viewport })

    test('the playground is accessible, empty and with answers', async ({ page }) => {
      await open(page)
      await expectAccessible(page)
      await ask(
        page,
        '[[say:# Title\n\n| a | b |\n| - | - |\n| 1 | 2 |\n\n- [x] done\n\n```js\nlet a = 1\n```\n]]',
      )
      await ask(page, '[[status:500]]')
      await expect(answers(page)).toHaveCount(2)
      await expectAccessible(page)
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      expect(overflow).toBeLessThanOrEqual(0)
    })
  })
}
