import { expect, type Page } from '@playwright/test'
import { expectAccessible } from '../gateway/expect-sound'
import { enterDemo, openDemoLink } from '../people'
import { test } from '../test'

/** Texts within <noscript> are none to Playwright; what it contains is. */
async function expectNotice(page: Page): Promise<void> {
  await expect(page.locator('noscript')).toBeVisible()
  await expect(page.locator('noscript').getByRole('status')).toContainText('This page needs JavaScript')
}

test('without a connection a form says so, and what was written stays', async ({ page }) => {
  await enterDemo(page, '/console/keys')
  await page.getByRole('button', { name: 'Create key' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('written without a connection')
  await page.context().setOffline(true)
  await dialog.getByRole('button', { name: 'Create key' }).click()
  await expect(dialog.getByRole('alert')).toContainText('The server could not be reached.')
  await expect(dialog.getByLabel('Name')).toHaveValue('written without a connection')
})

test('a session that ended meanwhile is told of, and signing in leads back', async ({ page }) => {
  await enterDemo(page, '/console/usage')
  await expect(page.getByRole('table', { name: 'Requests' }).or(page.getByText('No requests'))).toBeVisible()
  await page.context().clearCookies({ name: 'next-auth.session-token' })
  await page.getByRole('button', { name: 'Refresh' }).click()
  await page.waitForURL('**/sign-in?callbackUrl=*')
  await expect(page.getByText('Your session has ended')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Use the demo account' }).click()
  await page.waitForURL('**/console/usage')
})

test('a page whose scripts did not arrive says so, and loads anew', async ({ page }) => {
  await enterDemo(page, '/console')
  await expect(page.getByTestId('balance')).toBeVisible()
  await page.route('**/_next/static/chunks/**', (route) => route.abort())
  await page.getByRole('link', { name: 'Playground' }).click()
  await expect(page.getByRole('heading', { name: 'This page could not be loaded.' })).toBeVisible()
  await expectAccessible(page)
  await page.unroute('**/_next/static/chunks/**')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeVisible()
})

test('pages that need JavaScript say so without it', async ({ page, browser }) => {
  await openDemoLink(page.request)
  const storageState = await page.context().storageState()
  const context = await browser.newContext({ javaScriptEnabled: false, storageState })
  const bare = await context.newPage()
  for (const path of ['/console', '/console/playground', '/console/images']) {
    await bare.goto(path)
    await expectNotice(bare)
  }
  await context.clearCookies()
  for (const path of ['/sign-in', '/sign-up']) {
    await bare.goto(path)
    await expectNotice(bare)
  }
  await context.close()
})
