import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { expectAccessible } from '../gateway/expect-sound'
import { signUp } from '../people'
import { stopClock, test } from '../test'

/** Without the session of the page. */
const works = async (request: APIRequestContext, key: string) =>
  (await request.get('/v1/models', { headers: { authorization: `Bearer ${key}` } })).status() === 200

test('a key is created with a limit, shown once, and works', async ({ page, request }) => {
  await signUp(page)
  await page.goto('/console/keys')
  await expect(page.getByText('No keys yet')).toBeVisible()
  await page.getByRole('button', { name: 'Create key' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Create key' }).click()
  await expect(dialog.getByLabel('Name')).toHaveAccessibleDescription('Give the key a name.')
  await dialog.getByLabel('Name').fill('Nightly runs')
  await dialog.getByLabel('Spending limit').fill('5')
  await dialog.getByRole('combobox', { name: 'Limit resets' }).click()
  await page.getByRole('option', { name: 'Every day' }).click()
  await dialog.getByRole('button', { name: 'Create key' }).click()
  await expect(dialog.getByText('You won’t see the key again')).toBeVisible()
  const key = (await dialog.getByTestId('key-secret').textContent()) ?? ''
  expect(key).toMatch(/^sk-portico-\w{49}$/)
  // It ends in the code that uses it, and waits for the first request.
  await dialog.getByRole('tab', { name: 'Python' }).click()
  await expect(dialog.getByTestId('client-code')).toContainText(`api_key="${key}"`)
  await expect(dialog.getByText('Waiting for the first request with “Nightly runs”')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Done' }).click()
  expect(await works(request, key)).toBe(true)
  await expect(page.getByText(key)).toHaveCount(0)
  const row = page.getByRole('row', { name: /Nightly runs/ })
  await expect(row).toContainText(`…${key.slice(-4)}`)
  await expect(row).toContainText('of $5.00 a day')
})

test('many keys are searched, filtered, sorted and paged', async ({ page }) => {
  await signUp(page)
  const names = Array.from({ length: 60 }, (_, index) => `Worker ${index + 1}`)
  for (const name of names)
    expect((await page.request.post('/api-account/user/api-keys', { data: { name } })).status()).toBe(201)
  await page.goto('/console/keys')
  const rows = page.getByRole('table', { name: 'API keys' }).getByRole('row')
  const pages = page.getByRole('navigation', { name: 'Pages of keys' })
  await expect(pages).toContainText('1 – 25 of 60')
  await expect(rows).toHaveCount(26)
  await expect(rows.nth(1)).toContainText('Worker 60')
  await pages.getByRole('button', { name: 'Next keys' }).click()
  await expect(pages).toContainText('26 – 50 of 60')
  await expect(rows.nth(1)).toContainText('Worker 35')

  await page.getByRole('combobox', { name: 'Order' }).click()
  await page.getByRole('option', { name: 'By name' }).click()
  await expect(pages).toContainText('1 – 25 of 60')
  await expect(rows.nth(2)).toContainText('Worker 2')

  await rows.nth(2).getByRole('button', { name: 'Actions for Worker 2', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Disable' }).click()
  await page.getByRole('combobox', { name: 'Status' }).click()
  await page.getByRole('option', { name: 'Disabled' }).click()
  await expect(rows).toHaveCount(2)
  await expect(pages).toHaveCount(0)
  await page.getByRole('searchbox', { name: /^Search/ }).fill('worker 59')
  await expect(page.getByText('No matching keys')).toBeVisible()
  await page.getByRole('combobox', { name: 'Status' }).click()
  await page.getByRole('option', { name: 'All statuses' }).click()
  await expect(rows).toHaveCount(2)
  await expect(rows.nth(1)).toContainText('Worker 59')
})

test.describe('over http, where the clipboard API is unavailable', () => {
  const makeKey = async (page: Page) => {
    await signUp(page)
    await page.goto('/console/keys')
    await page.getByRole('button', { name: 'Create key' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Nightly runs')
    await dialog.getByRole('button', { name: 'Create key' }).click()
    const key = await dialog.getByTestId('key-secret').textContent()
    await stopClock(page)
    await dialog.getByRole('button', { name: 'Copy', exact: true }).click()
    return { dialog, key: key ?? '' }
  }

  test('a new key is copied from its dialog', async ({ page }) => {
    await page.addInitScript(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }))
    const { dialog, key } = await makeKey(page)
    await expect(dialog.getByRole('button', { name: 'Copied' })).toBeFocused()
    await page.clock.resume()
    await dialog.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('button', { name: 'Create key' }).click()
    await dialog.getByLabel('Name').press('ControlOrMeta+v')
    await expect(dialog.getByLabel('Name')).toHaveValue(key)
  })

  test('a key that cannot be copied is shown selected, without “Copied”', async ({ page }) => {
    await page.addInitScript(() => {
      Object.defineProperty(navigator, 'clipboard', {
        value: { writeText: () => Promise.reject(new Error('no')) },
      })
      document.execCommand = () => false
    })
    const { dialog, key } = await makeKey(page)
    const shown = dialog.getByRole('textbox', { name: /Ctrl\+C/ })
    await expect(shown).toBeFocused()
    expect(await shown.evaluate(() => getSelection()?.toString())).toBe(key)
    await expect(dialog.getByText('Copied')).toHaveCount(0)
    await dialog.getByRole('heading').click()
    await expect(shown).toHaveCount(0)
  })
})

test.describe('an existing key', () => {
  let key: string
  const row = (page: Page) => page.getByRole('row', { name: /runs/ })
  const act = async (page: Page, action: string) => {
    await row(page).getByRole('button', { name: 'Actions for Nightly runs' }).click()
    await page.getByRole('menuitem', { name: action }).click()
  }

  test.beforeEach(async ({ page, request }) => {
    await signUp(page)
    const made = await page.request.post('/api-account/user/api-keys', { data: { name: 'Nightly runs' } })
    key = (await made.json()).key
    expect(await works(request, key)).toBe(true)
    await page.goto('/console/keys')
  })

  test('is renamed and restricted to specific models', async ({ page }) => {
    const dialog = page.getByRole('dialog')
    await row(page).getByRole('button', { name: 'Nightly runs', exact: true }).click()
    await dialog.getByLabel('Name').fill('Evening runs')
    await dialog.getByRole('switch', { name: /Restrict to specific models/ }).click()
    await dialog.getByRole('button', { name: 'Allowed models' }).click()
    await page.getByRole('checkbox', { name: /^Sandbox Chat sandbox\/chat$/ }).click()
    await page.keyboard.press('Escape')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog).toBeHidden()
    await expect(row(page)).toContainText('Evening runs')
    await expect(row(page)).toContainText('sandbox/chat')
  })

  test('is refused while disabled, and by its old secret after a rotation', async ({ page, request }) => {
    await act(page, 'Disable')
    await expect(row(page)).toContainText('Disabled')
    await expect.poll(() => works(request, key)).toBe(false)
    await act(page, 'Enable')
    await expect(row(page)).toContainText('Active')
    await expect.poll(() => works(request, key)).toBe(true)

    await act(page, 'Rotate…')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('combobox', { name: 'Old secret' }).click()
    await page.getByRole('option', { name: 'Stops working immediately' }).click()
    await dialog.getByRole('button', { name: 'Rotate key' }).click()
    const rotated = (await dialog.getByTestId('key-secret').textContent()) ?? ''
    expect(rotated).not.toBe(key)
    expect(await works(request, rotated)).toBe(true)
    expect(await works(request, key)).toBe(false)
  })

  test('is revoked after a confirmation and no longer works', async ({ page, request }) => {
    // The menu gives the focus back in a task of its own, which may come after the window has opened.
    await page.evaluate(() => {
      const later = window.setTimeout
      const setTimeout = (work: () => void, millis = 0, ...rest: unknown[]) =>
        later(work, millis || 300, ...rest)
      Object.assign(window, { setTimeout })
    })
    await act(page, 'Revoke…')
    await expect(page.getByRole('alertdialog')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(row(page).getByRole('button', { name: 'Actions for Nightly runs' })).toBeFocused()
    await act(page, 'Revoke…')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke key' }).click()
    await expect(page.getByText('No keys yet')).toBeVisible()
    expect(await works(request, key)).toBe(false)
  })
})
