import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** Nothing loads or moves any more, axe finds nothing, and nothing sticks out sideways. */
export async function expectSound(page: Page): Promise<void> {
  await expectAccessible(page, axe(page))
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(overflow, 'pixels that stick out sideways').toBeLessThanOrEqual(0)
}

/** The same in both themes, which differ in colours alone. */
export async function expectSoundInBothThemes(page: Page): Promise<void> {
  await showTheme(page, 'light')
  await expectSound(page)
  await showTheme(page, 'dark')
  await expectAccessible(page, axe(page).withRules(['color-contrast']))
}

/** Legacy mode spares a second page per run; what it leaves out are frames of other origins, which no page has. */
const axe = (page: Page) => new AxeBuilder({ page }).setLegacyMode()

async function expectAccessible(page: Page, builder: AxeBuilder): Promise<void> {
  await expect(page.locator('h1')).toBeAttached()
  await expect(page.getByRole('status').filter({ hasText: /^Loading/ })).toHaveCount(0)
  await page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== 'running'))
  const { violations } = await builder.analyze()
  expect(
    violations.map(({ id, nodes }) => ({ id, where: nodes.map(({ target }) => target.join(' ')) })),
  ).toEqual([])
}

async function showTheme(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme })
  await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme)
}
