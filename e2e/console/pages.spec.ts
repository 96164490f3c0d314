import { expect } from '@playwright/test'
import { test } from '../test'
import { expectAccessible, expectSound, expectSoundInBothThemes } from './expect-sound'
import { enterDemo } from './people'

const publicPages = [
  '/',
  '/sign-in',
  '/sign-up',
  '/forgot-password',
  '/reset-password/x',
  '/confirm-email/x',
  '/no-such-page',
]
const consolePages = [
  '/console',
  '/console/keys',
  '/console/usage',
  '/console/billing',
  '/console/webhooks',
  '/console/settings',
  '/console/no-such-page',
]

const screens = [
  { name: 'desktop', viewport: { width: 1280, height: 800 }, judge: expectSoundInBothThemes },
  { name: 'phone', viewport: { width: 390, height: 844 }, judge: expectSound },
] as const

for (const { name, viewport, judge } of screens) {
  test.describe(name, () => {
    test.use({ viewport })

    test('public pages are accessible', async ({ page }) => {
      for (const path of publicPages) {
        await page.goto(path)
        await judge(page)
      }
    })

    test('console pages are accessible', async ({ page }) => {
      test.slow()
      await enterDemo(page)
      for (const path of consolePages) {
        await page.goto(path)
        await judge(page)
      }
      await page.goto('/console/keys')
      await page.getByRole('button', { name: 'Create key' }).click()
      await page.getByRole('dialog').getByRole('switch').click()
      await judge(page)
    })
  })
}

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

test('menus, lists and popovers are accessible while they are open', async ({ page }) => {
  await enterDemo(page, '/console/usage')
  await page.getByRole('button', { name: 'Account' }).click()
  await expect(page.getByRole('menu')).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await page.getByRole('combobox', { name: 'Model' }).click()
  await expect(page.getByRole('listbox')).toBeVisible()
  // The page beneath is out of reach meanwhile, so what a whole page must have is not asked for.
  await expectAccessible(page, ['aria-hidden-focus', 'aria-required-children', 'color-contrast'])
  await page.keyboard.press('Escape')
  await expect(page.getByRole('combobox', { name: 'Model' })).toBeFocused()
  await page.getByRole('button', { name: /^Range/ }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectAccessible(page)
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
