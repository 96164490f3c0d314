import { expect, type Page } from '@playwright/test'
import { comeAs, enterDemo } from '../people'
import { test } from '../test'

// With scrollbars that take up space, as on Windows and Linux; Playwright hides them.
test.use({
  launchOptions: async ({ launchOptions }, use) =>
    use({ ...launchOptions, ignoreDefaultArgs: ['--hide-scrollbars'] }),
})

// A font that arrives after the first paint changes the width of words, and where those beside them stand.
test.beforeEach(({ page }) => page.route('**/*.woff2', (route) => route.abort()))

/** Where the parts of the page stand, but not those of windows. */
const placesOf = (page: Page) =>
  page.evaluate(() =>
    [
      ...document.querySelectorAll(
        'header, header a, header button, aside a, main, main h1, main h2, main button',
      ),
    ]
      .filter((element) => !element.closest('[role=dialog], dialog'))
      .map((element) => {
        const { x, y, width, height } = element.getBoundingClientRect()
        return `${element.tagName} ${element.textContent?.slice(0, 30)}: ${[x, y, width, height].join(' ')}`
      }),
  )

for (const height of [900, 300])
  test(`nothing moves when a window opens on a page of ${height} pixels`, async ({ page }) => {
    await page.setViewportSize({ width: 1280, height })
    await comeAs(page, 'spender')
    await page.goto('/console/portraits')
    const open = page.getByRole('button', { name: 'New person' })
    await expect(open).toHaveCount(2) // in the bar, and in the empty list
    await expect(page.getByTestId('balance')).toBeVisible()
    const scrolls = await page.evaluate(() => document.documentElement.scrollHeight > innerHeight)
    expect(scrolls).toBe(height === 300)
    const before = await placesOf(page)
    expect(before.length).toBeGreaterThan(20)
    for (const press of [() => open.first().click(), () => page.keyboard.press('Control+k')]) {
      await press()
      await expect(page.getByRole('dialog')).toBeVisible()
      expect(await placesOf(page)).toEqual(before)
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toBeHidden()
      expect(await placesOf(page)).toEqual(before)
    }
  })

test('nothing in the bar moves when the balance arrives, or fails to', async ({ page }) => {
  await comeAs(page, 'spender')
  const arrivals: (() => void)[] = []
  let status = 200
  await page.route('**/api-account/user/balance', async (route) => {
    await new Promise<void>((resolve) => arrivals.push(resolve))
    await (status === 200 ? route.continue() : route.fulfill({ status, json: {} }))
  })
  const places = () =>
    page.locator('header').evaluate((header) =>
      [...header.querySelectorAll('a, button')].map((element) => {
        const { x, width } = element.getBoundingClientRect()
        return [x, width]
      }),
    )
  await page.goto('/console/settings')
  await expect(page.getByRole('button', { name: 'Go to…' })).toBeVisible()
  await expect.poll(() => arrivals.length).toBe(1)
  const before = await places()
  arrivals.pop()?.()
  await expect(page.getByTestId('balance')).toHaveText(/\$/)
  expect(await places()).toEqual(before)

  status = 400
  await page.reload()
  await expect.poll(() => arrivals.length).toBe(1)
  arrivals.pop()?.()
  await expect(page.getByTestId('balance')).toHaveText('–')
  expect(await places()).toEqual(before)
})

const screens = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
]
const pages = ['', '/connect', '/usage', '/billing', '/rankings', '/audio', '/webhooks']

for (const viewport of screens)
  test(`nothing in view moves while pages of ${viewport.width} pixels load`, async ({ page }) => {
    await page.setViewportSize(viewport)
    await comeAs(page, 'spender')
    // Placeholders are drawn first.
    await page.route(/\/api-account\//, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 400))
      await route.continue()
    })
    await page.addInitScript(() => {
      const shifts: string[] = []
      Object.assign(window, { shifts })
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
          if (!('sources' in entry) || !Array.isArray(entry.sources)) continue
          for (const { node, previousRect, currentRect } of entry.sources)
            shifts.push(
              `${node?.nodeName} ${node?.textContent?.slice(0, 40)} ${JSON.stringify(previousRect)} ${JSON.stringify(currentRect)}`,
            )
        }
      }).observe({ type: 'layout-shift', buffered: true })
    })
    const moved: Record<string, unknown> = {}
    for (const path of pages) {
      await page.goto(`/console${path}`)
      await expect(page.getByRole('status').filter({ hasText: /^Loading/ })).toHaveCount(0)
      await page.waitForLoadState('networkidle')
      const shifts = await page.evaluate(() => Reflect.get(window, 'shifts'))
      if (shifts.length > 0) moved[path] = shifts
    }
    expect(moved).toEqual({})
  })

test('all pages of an operator are in view in the sidebar', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await enterDemo(page, '/console')
  const links = page.getByRole('complementary').getByRole('link')
  await expect(links.filter({ hasText: 'Site settings' })).toBeVisible()
  const last = await links.filter({ hasText: 'Site settings' }).boundingBox()
  expect((last?.y ?? 800) + (last?.height ?? 0)).toBeLessThanOrEqual(800)
})
