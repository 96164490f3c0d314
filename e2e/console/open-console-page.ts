import { expect, type Page } from '@playwright/test'

export const consoleNavigation = (page: Page) => page.getByRole('navigation', { name: 'Console' })

/** As people go there: by its link. */
export async function openConsolePage(page: Page, name: string): Promise<void> {
  await consoleNavigation(page).getByRole('link', { name, exact: true }).click()
  await expect(page.getByRole('heading', { name, exact: true, level: 1 })).toBeVisible()
}
