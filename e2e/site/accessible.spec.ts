import { expect, type Page } from '@playwright/test'
import { expectAccessible, expectHealthy, expectHealthyInBothThemes } from '../gateway/expect-sound'
import { ask, enterDemo, openDemoLink } from '../people'
import { test } from '../test'

/** Every page: in both themes on a desktop, in the dark one on a phone. Dialogs and results are checked by the tests of their flows. */
const site = [
  '/',
  '/models',
  '/models?compare=sandbox%2Fchat&compare=sandbox%2Fchat-pro&view=compare',
  '/models/sandbox/chat',
  '/models/sandbox/image-1',
  '/models/sandbox/video',
  '/explore/providers',
  '/explore/providers/sandbox',
  '/explore/providers/openai',
  '/explore/rankings',
  '/pricing',
  '/docs',
  '/docs/clients',
  '/docs/reference/models',
  '/docs/search?q=error',
  '/docs/benchmarks',
]
const signingIn = [
  '/sign-in',
  '/sign-up',
  '/forgot-password',
  '/reset-password/x',
  '/confirm-email/x',
  '/no-such-page',
]
const account = [
  '',
  '/connect',
  '/keys',
  '/usage',
  '/billing',
  '/webhooks',
  '/settings',
  '/rankings',
  '/no-such-page',
]
const studios = ['/playground', '/images', '/videos', '/audio', '/portraits']
const operator = [
  '',
  '/providers',
  '/models',
  '/models/discover?provider=openai',
  '/customers',
  '/queue',
  '/ledger',
  '/benchmarks',
  '/audit',
  '/settings',
]

const inConsole = (paths: string[]) => paths.map((path) => `/console${path}`)

/** Signs in as the demo account, with a request to show. */
async function enterConsole(page: Page): Promise<void> {
  await openDemoLink(page.request)
  expect(await ask(page, '[[say:hello]]')).toBe(200)
}

const groups = [
  { name: 'the site', paths: site },
  { name: 'signing in', paths: signingIn },
  { name: 'the account', paths: inConsole(account), enter: enterConsole },
  { name: 'the studios', paths: inConsole(studios), enter: enterConsole },
  { name: 'the operator', paths: inConsole(operator.map((path) => `/admin${path}`)), enter: enterConsole },
]
const desk = { width: 1280, height: 800 }
const phone = { width: 390, height: 844 }

for (const { name, paths, enter } of groups)
  test(`pages of ${name} are accessible`, async ({ page }) => {
    test.slow()
    await enter?.(page)
    for (const path of paths) {
      await page.setViewportSize(desk)
      const response = await page.goto(path)
      expect(response?.status(), path).toBe(path.endsWith('no-such-page') ? 404 : 200)
      await expectHealthyInBothThemes(page)
      await page.setViewportSize(phone)
      await expectHealthy(page)
    }
  })

test('menus, lists, dialogs and popovers are accessible while they are open', async ({ page }) => {
  await enterDemo(page, '/console/usage')
  await page.getByRole('button', { name: 'Account' }).click()
  await expect(page.getByRole('menu')).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await page.getByRole('combobox', { name: 'Model' }).click()
  await expect(page.getByRole('listbox')).toBeVisible()
  // The page beneath is inert while the dialog is open, so the rules for whole pages do not apply.
  await expectAccessible(page, ['aria-hidden-focus', 'aria-required-children', 'color-contrast'])
  await page.keyboard.press('Escape')
  await expect(page.getByRole('combobox', { name: 'Model' })).toBeFocused()
  await page.getByRole('button', { name: /^Range/ }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await page.goto('/console/keys')
  await page.getByRole('button', { name: 'Create key' }).click()
  await page.getByRole('dialog').getByRole('switch').click()
  await expectHealthyInBothThemes(page)
})
