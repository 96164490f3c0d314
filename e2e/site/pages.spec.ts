import { expect } from '@playwright/test'
import { enterDemo } from '../people'
import { test } from '../test'

test('a phone moves about by its menu, and lists keys as cards', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await enterDemo(page)
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'API keys' }).click()
  await page.waitForURL('**/console/keys')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.getByRole('list', { name: 'API keys' }).getByRole('listitem').first()).toBeVisible()
  await expect(page.getByRole('table')).toBeHidden()
})

test('the theme that was chosen stays', async ({ page }) => {
  await enterDemo(page, '/console/settings')
  await page.getByRole('radio', { name: 'Dark' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await page.reload()
  await expect(page.getByRole('radio', { name: 'Dark' })).toBeChecked()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
})

test('every link on the landing page leads somewhere', async ({ page, request }) => {
  await page.goto('/')
  const addresses = await page
    .locator('a[href]')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')))
  for (const address of new Set(addresses)) {
    expect((await request.get(address ?? '')).status(), `${address}`).toBe(200)
  }
})
