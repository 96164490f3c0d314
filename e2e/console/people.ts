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

/** Buys the first package in the sandbox, from the billing page, and waits until it is credited. */
export async function buyCredit(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Buy' }).click()
  await page.getByRole('button', { name: 'Pay', exact: true }).click()
  await page.waitForURL('**/console/billing/return?order=*')
  await expect(page.getByRole('heading', { name: '$9.50 credited' })).toBeVisible()
}

/** Asks a model by the page's own session, as the playground does; gives the status once the request is on record. */
export async function ask(page: Page, content: string, model = 'sandbox/chat'): Promise<number> {
  const { status, id } = await page.evaluate(
    async (body) => {
      const headers = { 'content-type': 'application/json' }
      const response = await fetch('/v1/chat/completions', { method: 'POST', headers, body })
      await response.text()
      return { status: response.status, id: response.headers.get('x-request-id') }
    },
    JSON.stringify({ model, messages: [{ role: 'user', content }] }),
  )
  if (status === 200 || status >= 500) await waitForRecord(page, id)
  return status
}

/** A request is booked after it was answered: a page that is opened meanwhile would not show it. */
export async function waitForRecord(page: Page, requestId: string | null | undefined): Promise<void> {
  const path = `/api-account/user/usage/recent/${requestId}`
  await expect.poll(async () => (await page.request.get(path)).status()).toBe(200)
}
