import { randomUUID } from 'node:crypto'
import { expect, type Page } from '@playwright/test'

export const PASSWORD = 'correct horse battery'

/** A new person with a customer of their own, signed in and in the console; gives the e-mail. */
export async function signUp(page: Page, name = 'Ann Example'): Promise<string> {
  const email = `${randomUUID()}@example.com`
  await page.goto('/sign-up')
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign up' }).click()
  await page.waitForURL('**/console')
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible()
  return email
}

/** The demo account, by its one click. */
export async function enterDemo(page: Page, to = '/console'): Promise<void> {
  await page.goto(to)
  await page.getByRole('button', { name: 'Use the demo account' }).click()
  await page.waitForURL(`**${to}`)
}
