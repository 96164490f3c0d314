import { expect, type Page } from '@playwright/test'
import { test } from '../test'
import { answers, ask, box, metric, open, sendButton } from './playground'

/** The conversations in the browser's database, as JSON, whatever page is open. */
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

test('a conversation survives a reload, also in the middle of an answer', async ({ page }) => {
  await open(page)
  await ask(page, '[[say:kept]]')
  await page.reload()
  await expect(answers(page)).toContainText('kept')

  await box(page).fill('[[tokens:2000]] [[chunk-delay:20ms]]')
  await sendButton(page).click()
  await expect(answers(page).nth(1).locator('.answer')).toBeVisible()
  // Drafts are saved twice a second, so some of this text is saved long before it is complete.
  const written = async () => (await answers(page).nth(1).locator('.answer').textContent())?.length ?? 0
  await expect.poll(written).toBeGreaterThan(300)
  await page.reload()
  const second = answers(page).nth(1)
  await expect(second.getByText('Interrupted', { exact: true })).toBeVisible()
  await expect(second.locator('.answer')).not.toBeEmpty()
})

test('the playground works without storage, and says that nothing is saved', async ({ page }) => {
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('blocked', 'SecurityError')
    }
  })
  await open(page)
  await expect(page.getByText('Conversations are not saved')).toBeVisible()
  await ask(page, '[[say:still here]]')
  await expect(answers(page)).toContainText('still here')
})

test('full storage is reported until there is room again', async ({ page }) => {
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

test('an answer is completed while its reader is on another page of the console', async ({ page }) => {
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
  await expect(answers(page)).toHaveCount(0)
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
