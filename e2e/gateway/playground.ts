import { expect, type Locator, type Page } from '@playwright/test'
import { enterDemo } from '../people'

export const address = '/console/playground'

export const box = (page: Page) => page.getByRole('textbox', { name: 'Message', exact: true })
export const sendButton = (page: Page) => page.getByRole('button', { name: 'Send', exact: true })
export const answers = (page: Page) => page.getByRole('article', { name: /^Answer from/ })
export const metric = (answer: Locator, name: string) => answer.locator(`[data-metric="${name}"]`)

export async function open(page: Page): Promise<void> {
  await enterDemo(page, address)
  await expect(box(page)).toBeVisible()
}

/** Sends and waits for the end of the answer. */
export async function ask(page: Page, text: string): Promise<void> {
  const before = await answers(page).count()
  await box(page).fill(text)
  await sendButton(page).click()
  await expect.poll(() => answers(page).count()).toBeGreaterThan(before)
  await expect(sendButton(page)).toBeVisible()
}
