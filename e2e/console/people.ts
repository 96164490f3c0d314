import { randomUUID } from 'node:crypto'
import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { readDemo } from '../read-demo'

export const PASSWORD = 'correct horse battery'

/** A new person with a customer of their own, signed in before any page is opened; gives the email. */
export async function signUp(page: Page, name = 'Ann Example'): Promise<string> {
  const email = `${randomUUID()}@example.com`
  const account = { name, email, password: PASSWORD }
  expect((await page.request.post('/api/sign-up', { data: account })).status()).toBe(201)
  await signIn(page, 'credentials', { email, password: PASSWORD })
  return email
}

/** The demo account, at `to`, in a browser that has opened the link of `npm start`; of another server by its DATA_DIR. */
export async function enterDemo(page: Page, to = '/console', dataDir?: string): Promise<void> {
  await openDemoLink(page.request, dataDir)
  await page.goto(to)
}

/** Signs the demo account in, and is from then on a browser that has opened the link. */
export async function openDemoLink(request: APIRequestContext, dataDir?: string): Promise<void> {
  const { sign_in_url } = readDemo(dataDir)
  const answer = await request.get(sign_in_url, { maxRedirects: 0 })
  expect(answer.headers().location).toBe('/console')
}

/** What the sign-in form sends; its page has tests of its own (sign-in.spec.ts), and takes a while to load. */
export async function signIn(page: Page, provider: string, credentials: Record<string, string> = {}) {
  const { csrfToken } = await (await page.request.get('/api/auth/csrf')).json()
  const form = { csrfToken, json: 'true', callbackUrl: '/console', ...credentials }
  expect((await page.request.post(`/api/auth/callback/${provider}`, { form })).status()).toBe(200)
}

type Checkout = { order_id: string; checkout_url: string }

/** What "Buy" does, by the page's own session. */
export async function buy(page: Page, innerId: number): Promise<Checkout> {
  const response = await page.request.post('/api-account/user/billing/create-checkout', {
    headers: { 'idempotency-key': randomUUID() },
    data: { channel: 'stripe', inner_id: innerId },
  })
  expect(response.status()).toBe(200)
  return response.json()
}

/** Lets the page's own person pay on the sandbox payment page. */
export async function allowSandboxPayments(page: Page): Promise<void> {
  const before = await page.context().cookies()
  await openDemoLink(page.request)
  await page.context().addCookies(before) // not signed in as the demo's
}

/** Buys the first package, $9.50 of credit, and pays for it. */
export async function buyCredit(page: Page): Promise<void> {
  await allowSandboxPayments(page)
  const { order_id } = await buy(page, 1)
  const paid = await page.request.post(`/api/sandbox/checkout/${order_id}`, { data: { action: 'pay' } })
  expect((await paid.json()).status).toBe('paid')
}

/** Asks a model by the page's own session, as the playground does; gives the status once the request is on record. */
export async function ask(page: Page, content: string, model = 'sandbox/chat'): Promise<number> {
  const response = await page.request.post('/v1/chat/completions', {
    data: { model, messages: [{ role: 'user', content }] },
  })
  const status = response.status()
  if (status === 200 || status >= 500) await waitForRecord(page, response.headers()['x-request-id'])
  return status
}

/** A request is booked after it was answered: a page that is opened meanwhile would not show it. */
export async function waitForRecord(page: Page, requestId: string | undefined): Promise<void> {
  const path = `/api-account/user/usage/recent/${requestId}`
  await expect.poll(async () => (await page.request.get(path)).status()).toBe(200)
}
