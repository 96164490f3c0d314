import { randomUUID } from 'node:crypto'
import { type Browser, expect, type Page } from '@playwright/test'
import { expectHealthy } from '../gateway/expect-sound'
import {
  ask,
  buyCredit,
  comeAs,
  consoleNavigation,
  enterDemo,
  openConsolePage,
  signIn,
  signUp,
} from '../people'
import { openPage, test } from '../test'

test('operator pages are not found for anyone else', async ({ page }) => {
  await comeAs(page, 'newcomer')
  await page.goto('/console')
  await expect(consoleNavigation(page).getByText('Operator')).toHaveCount(0)
  for (const path of ['/console/admin', '/console/admin/customers']) {
    const response = await page.goto(path)
    expect(response?.status()).toBe(404)
    await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
    await expect(page).toHaveTitle(/Not found/)
  }
  expect(await page.evaluate(async () => (await fetch('/api-account/admin/overview')).status)).toBe(404)
})

/** Returns a new customer's page, while `page` shows the customer to an operator. */
async function openCustomer(page: Page, browser: Browser): Promise<Page> {
  const name = `Zoë ${randomUUID().slice(0, 8)}`
  const visitor = await openPage(browser)
  await signUp(visitor, name)
  await enterDemo(page, '/console/admin')
  await openConsolePage(page, 'Customers')
  await page.getByLabel('Search by name, email or ID').fill(name)
  await page.getByRole('link', { name }).click()
  await expect(page.getByText('No entries', { exact: true })).toBeVisible()
  return visitor
}

test('a customer is credited, and debited at most the available balance', async ({ page, browser }) => {
  const visitor = await openCustomer(page, browser)
  expect(await ask(visitor, '[[say:hello]]')).toBe(402)

  await page.getByRole('button', { name: 'Credit or debit' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Amount').fill('12.50')
  await dialog.getByLabel('Reason').fill('Because of an outage')
  await expectHealthy(page)
  await dialog.getByRole('button', { name: 'Add credit' }).click()
  await expect(
    page.getByRole('row', { name: /Operator adjustment.*Because of an outage.*\$12\.50/ }),
  ).toBeVisible()
  expect(await ask(visitor, '[[say:hello]]')).toBe(200)
  await visitor.context().close()

  await page.getByRole('button', { name: 'Credit or debit' }).click()
  await dialog.getByRole('radio', { name: 'Debit' }).click()
  await dialog.getByLabel('Amount').fill('100')
  await dialog.getByLabel('Reason').fill('Too much')
  await dialog.getByRole('button', { name: 'Add debit' }).click()
  await expect(dialog.getByLabel('Amount')).toHaveAccessibleDescription(/Only \$12\.\d+ is available\./)
})

test('a customer is suspended and notified, resumed, and both are recorded', async ({ page, browser }) => {
  const visitor = await openCustomer(page, browser)
  await buyCredit(visitor)
  expect(await ask(visitor, '[[say:hello]]')).toBe(200)

  await page.getByRole('button', { name: 'Suspend', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason').fill('A stolen card')
  await dialog.getByRole('button', { name: 'Suspend' }).click()
  await expect(page.getByText('Suspended', { exact: true })).toBeVisible()
  expect(await ask(visitor, '[[say:hello]]')).toBe(403)
  await visitor.goto('/console')
  await expect(visitor.getByText('This account is suspended')).toBeVisible()
  await expectHealthy(visitor)

  await page.getByRole('button', { name: 'Resume' }).click()
  await dialog.getByLabel('Reason').fill('It was a mistake')
  await dialog.getByRole('button', { name: 'Resume' }).click()
  await expect(page.getByRole('button', { name: 'Suspend', exact: true })).toBeVisible()
  expect(await ask(visitor, '[[say:hello]]')).toBe(200)
  await visitor.context().close()

  await page.getByRole('button', { name: /^Suspended.*A stolen card/ }).click()
  await expect(page.getByRole('row', { name: /Suspended since.*None/ })).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  await expectHealthy(page)
})

test('a price is scheduled beside the active one', async ({ page }) => {
  await enterDemo(page, '/console/admin')
  await openConsolePage(page, 'Models')
  await page.getByLabel('Search models or providers').fill('openai/gpt-4.1-mini')
  await page.getByRole('button', { name: 'Search all statuses' }).click()
  await page.getByRole('table', { name: 'Models' }).getByRole('link').first().click()
  await page.getByRole('button', { name: 'New price' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Input', { exact: true }).first().fill('0.5')
  await dialog.getByRole('radio', { name: 'Later' }).click()
  await dialog.getByLabel('Effective from').fill('2099-01-01T00:00')
  await expectHealthy(page)
  await dialog.getByRole('button', { name: 'Schedule price' }).click()
  await expect(page.getByRole('row', { name: /v2.*\$0\.50 per million.*Scheduled/ })).toBeVisible()
  await expect(page.getByRole('row', { name: /v1.*Active/ }).first()).toBeVisible()
  await expectHealthy(page)
})

test('the overview, the queue and a ledger check are shown', async ({ page }) => {
  await enterDemo(page, '/console/admin')
  await expect(page.getByText('Only the sandbox is active')).toBeVisible()

  await openConsolePage(page, 'Site settings')
  await page.getByLabel('Chat and text').fill('777')
  await page.getByLabel('Uploads').fill('x')
  await page.getByRole('button', { name: 'Save rate limits' }).click()
  await expect(page.getByLabel('Uploads')).toHaveAccessibleDescription(/Enter a whole number/)
  await page.getByLabel('Uploads').fill('')
  await page.getByRole('button', { name: 'Save rate limits' }).click()
  await expect(page.getByText('Rate limits saved')).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Chat and text')).toHaveValue('777')
  await page.getByLabel('Chat and text').fill('')
  await page.getByRole('button', { name: 'Save rate limits' }).click()
  await expect(page.getByText('Rate limits saved')).toBeVisible()
  await expect(page.getByLabel('Platform fee (%)')).toHaveValue('5')

  await openConsolePage(page, 'Queue')
  // The first jobs of a new server are those that run every minute.
  await page.getByRole('button', { name: /^Show \d+ idle job types?$/ }).click({ timeout: 90_000 })
  await expect(page.getByRole('table', { name: 'Job types' })).toBeVisible()

  await openConsolePage(page, 'Ledger')
  await page.getByRole('button', { name: 'Check now' }).click()
  await expect(page.getByText(/^Checked .*: no problems$/)).toBeVisible()
  await expect(page.getByRole('row', { name: /Passed.*Operator/ }).first()).toBeVisible()
})

test('an operator creates a password link where no email is sent', async ({ page, browser }) => {
  const visitor = await openCustomer(page, browser)
  const profile = await visitor.request.get('/api-account/user/profile')
  const { email } = await profile.json()
  await visitor.goto('/forgot-password')
  await expect(visitor.getByText('Ask the operator of this service')).toBeVisible()

  await page.getByRole('button', { name: `Password link for ${email}` }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason').fill('Known by voice')
  await dialog.getByRole('button', { name: 'Create link' }).click()
  const link = await dialog.getByTestId('reset-link').textContent()
  await expectHealthy(page)
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByText('Created a password link for')).toBeVisible()

  await visitor.goto(link ?? '')
  await visitor.getByLabel('New password').fill('another one, longer')
  await visitor.getByRole('button', { name: 'Save password' }).click()
  await visitor.waitForURL('**/sign-in?reset=1')
  await expect(visitor.getByRole('link', { name: 'Forgot your password?' })).toHaveCount(0)
  await signIn(visitor, 'credentials', { email, password: 'another one, longer' })
  await visitor.context().close()
})
