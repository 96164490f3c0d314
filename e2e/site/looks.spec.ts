import { expect, type Page } from '@playwright/test'
import { openPortico } from '../open-portico'
import { signUp } from '../people'
import { openPage, test } from '../test'

/**
 * Ten pages as pictures without letters, in both themes: a layout that shifts is seen. On a server of its own, whose data no other test changes; the
 * browser's clock stands still, and usage is made up below. `npm test -- --only e2e e2e/site/looks.spec.ts --update-snapshots` takes
 * them anew, into e2e/site/looks.
 */
const pages: Readonly<Record<string, string>> = {
  home: '/',
  models: '/models',
  pricing: '/pricing',
  docs: '/docs/limits',
  overview: '/console',
  playground: '/console/playground',
  images: '/console/images',
  keys: '/console/keys',
  usage: '/console/usage',
  billing: '/console/billing',
}

test.describe.configure({ mode: 'serial' })

let portico: Awaited<ReturnType<typeof openPortico>>
let page: Page

test.beforeAll(async ({ browser }) => {
  portico = await openPortico('looks', { TRIAL_CREDIT_USD: '1.00' })
  page = await openPage(browser, {
    baseURL: portico.url(),
    viewport: { width: 1280, height: 800 },
    reducedMotion: 'reduce',
    timezoneId: 'UTC',
    locale: 'en-US',
  })
  await page.clock.setFixedTime('2026-11-28T12:00:00Z')
  await page.route(/\/api-account\/user\/usage\?/, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: madeUp(await response.json()) })
  })
  await signUp(page)
})

test.afterAll(async () => {
  await page.context().close()
  await portico.close()
})

type Day = { requests: number; successful_requests: number; cost: string }

/** The same figures at every run. */
function madeUp({ daily, ...rest }: { daily: Day[] }) {
  const days = daily.map((day, index) => {
    const requests = (index * 7) % 23
    return { ...day, requests, successful_requests: requests, cost: (((index * 13) % 29) / 10).toFixed(9) }
  })
  return { ...rest, daily: days }
}

for (const theme of ['light', 'dark'] as const)
  for (const [name, path] of Object.entries(pages))
    test(`the page ${name} looks as before, ${theme}`, async () => {
      await page.emulateMedia({ colorScheme: theme })
      await page.goto(path)
      await expect(page.getByRole('status').filter({ hasText: /^Loading/ })).toHaveCount(0)
      await page.waitForLoadState('networkidle')
      await page.evaluate(() => document.fonts.ready)
      await expect(page).toHaveScreenshot(`${name}-${theme}.png`)
    })
