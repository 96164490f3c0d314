import { expect, type Page } from '@playwright/test'
import { comeAs, consoleNavigation } from '../people'
import { test } from '../test'

/** Holds what the router asks for until `release`. */
async function holdPages(page: Page) {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(/[?&]_rsc=/, async (route) => {
    await released
    await route.continue().catch(() => undefined) // prefetches are given up
  })
  return () => release()
}

test('a clicked link is marked before its page is there', async ({ page }) => {
  await comeAs(page, 'spender')
  await page.goto('/console/settings')
  const release = await holdPages(page)
  const usage = consoleNavigation(page).getByRole('link', { name: 'Usage' })
  await usage.click()
  await expect(usage).toHaveAttribute('aria-current', 'page')
  await expect(page.getByRole('progressbar', { name: 'Loading the page' })).toBeVisible()
  await expect(page).toHaveURL('/console/settings')
  release()
  await expect(page.getByRole('heading', { name: 'Usage', level: 1 })).toBeVisible()
})

test('from a public page, the frame of the console is there before its page', async ({ page }) => {
  await comeAs(page, 'spender')
  await page.goto('/pricing')
  const release = await holdPages(page)
  await page.getByRole('banner').getByRole('link', { name: 'Console' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Loading the page' })).toBeVisible()
  await expect(page).toHaveURL('/pricing')
  release()
  await expect(page.getByRole('heading', { name: 'Overview', level: 1 })).toBeVisible()
})

const visited = [
  ['/console/keys', 'API keys'],
  ['/console/usage', 'Usage'],
  ['/console/billing', 'Billing'],
  ['/console/webhooks', 'Webhooks'],
  ['/console/settings', 'Settings'],
] as const

const MAX_MILLIS = 150

test('between pages seen before, the next one is there after 150 milliseconds of work, whatever the server does', async ({
  page,
}) => {
  await comeAs(page, 'spender')
  await page.goto('/console')
  const devtools = await page.context().newCDPSession(page)
  // What the page's thread itself works, however busy the machine is.
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
  const worked = async () => {
    const { metrics } = await devtools.send('Performance.getMetrics')
    return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN)
  }
  const visit = async ([path, title]: (typeof visited)[number]) => {
    const before = await worked()
    await page.evaluate(
      ([path, title]) =>
        new Promise<void>((resolve) => {
          document.querySelector<HTMLAnchorElement>(`aside a[href="${path}"]`)?.click()
          const look = () => {
            const heading = document.querySelector('main h1')
            if (heading?.textContent === title && heading.checkVisibility()) resolve()
            else requestAnimationFrame(look)
          }
          look()
        }),
      [path, title] as const,
    )
    return Math.round((await worked()) - before)
  }
  for (const one of visited) {
    await visit(one)
    await page.waitForLoadState('networkidle')
  }
  await page.route(/[?&]_rsc=|\/api-account\//, () => undefined) // never answered
  // The best of at most ten visits: a page also does what the one before it has left to do.
  const best = visited.map(() => Number.POSITIVE_INFINITY)
  for (let round = 0; round < 10 && Math.max(...best) > MAX_MILLIS; round += 1)
    for (const [index, one] of visited.entries()) best[index] = Math.min(best[index] ?? 0, await visit(one))
  expect(Math.min(...best)).toBeGreaterThan(0)
  expect(Math.max(...best), best.join(', ')).toBeLessThanOrEqual(MAX_MILLIS)
})
