import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** Axe finds nothing on the page as it stands; by these rules alone, where any are given. */
export async function expectAccessible(page: Page, rules?: string[]): Promise<void> {
  // Legacy mode spares a second page per run; what it leaves out are frames of other origins, which no page has.
  // Of what passes, only what is needed to know that it does is gathered and sent over.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })
  const { violations } = await (rules ? axe.withRules(rules) : axe).analyze()
  expect(
    violations.map(({ id, nodes }) => ({ id, where: nodes.map(({ target }) => target.join(' ')) })),
  ).toEqual([])
}

/** Nothing loads or moves any more, axe finds nothing, and nothing sticks out sideways. */
export async function expectSound(page: Page): Promise<void> {
  await expectSettled(page)
  await expectAccessible(page)
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(overflow, 'pixels that stick out sideways').toBeLessThanOrEqual(0)
}

/** The same in both themes, which differ in colours alone. */
export async function expectSoundInBothThemes(page: Page): Promise<void> {
  await showTheme(page, 'light')
  await expectSound(page)
  await showTheme(page, 'dark')
  await expectSettled(page)
  await expectAccessible(page, ['color-contrast'])
}

async function expectSettled(page: Page): Promise<void> {
  await expect(page.locator('h1')).toBeAttached()
  await expect(page.getByRole('status').filter({ hasText: /^Loading/ })).toHaveCount(0)
  // What is not drawn before it is scrolled to has the colours of an earlier moment, and axe would judge by those.
  await page.addStyleTag({ content: '* { content-visibility: visible !important }' })
  await page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== 'running'))
}

async function showTheme(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme })
  await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme)
}
