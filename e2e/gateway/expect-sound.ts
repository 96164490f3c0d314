import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** Axe finds no violations on the page; checks only `rules` if given. */
export async function expectAccessible(page: Page, rules?: string[]): Promise<void> {
  // Legacy mode saves a second page per run. It only skips frames of other origins, which no page has.
  // Results other than violations are not collected.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })
  const { violations } = await (rules ? axe.withRules(rules) : axe).analyze()
  expect(
    violations.map(({ id, nodes }) => ({ id, where: nodes.map(({ target }) => target.join(' ')) })),
  ).toEqual([])
}

/** The page has finished loading and moving, axe finds no violations, and nothing overflows sideways. */
export async function expectHealthy(page: Page): Promise<void> {
  await expectSettled(page)
  await expectAccessible(page)
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(overflow, 'pixels of horizontal overflow').toBeLessThanOrEqual(0)
}

/** The same in both themes, which differ only in colors. */
export async function expectHealthyInBothThemes(page: Page): Promise<void> {
  await showTheme(page, 'light')
  await expectHealthy(page)
  await showTheme(page, 'dark')
  await expectSettled(page)
  await expectAccessible(page, ['color-contrast'])
}

/** The page has finished loading, its fonts too, and nothing moves by itself. */
export async function expectSettled(page: Page): Promise<void> {
  await expect(page.locator('h1')).toBeAttached()
  await expect(page.getByRole('status').filter({ hasText: /^Loading/ })).toHaveCount(0)
  // Content that is not rendered yet keeps older colors, which axe would check.
  await page.addStyleTag({ content: '* { content-visibility: visible !important }' })
  await page.evaluate(async () => void (await document.fonts.ready))
  await page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== 'running'))
}

async function showTheme(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme })
  await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme)
}
