import { randomUUID } from 'node:crypto'
import { type APIRequestContext, type Browser, type Cookie, expect, type Page } from '@playwright/test'
import { z } from 'zod'
import { readDemo } from './read-demo'
import { openPage } from './test'

export const PASSWORD = 'correct horse battery'

/** A browser, or what sends requests instead of one. */
type Asker = { request: APIRequestContext }

/** A new person with a customer of their own, signed in before any page is opened; gives the email. `invitation`: the token of a link. */
export async function signUp({ request }: Asker, name = 'Ann Example', invitation?: string): Promise<string> {
  const email = `${randomUUID()}@example.com`
  const account = { name, email, password: PASSWORD, invitation }
  expect((await request.post('/api/sign-up', { data: account })).status()).toBe(201)
  await signIn({ request }, 'credentials', { email, password: PASSWORD })
  return email
}

/**
 * People that tests share who need just any account: e2e/sign-in-once.ts has signed them in. The newcomer never has credit;
 * the spender has some and asked three times, and asks no more. What a test leaves with them must not matter to another.
 */
const Sessions = z.record(z.enum(['newcomer', 'spender']), z.custom<Cookie[]>())

export async function comeAs(page: Page, who: 'newcomer' | 'spender'): Promise<void> {
  const sessions = Sessions.parse(JSON.parse(process.env.E2E_SESSIONS ?? '{}'))
  await page.context().addCookies(sessions[who])
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
export async function signIn(
  { request }: Asker,
  provider: string,
  credentials: Record<string, string> = {},
): Promise<void> {
  const { csrfToken } = await (await request.get('/api/auth/csrf')).json()
  const form = { csrfToken, json: 'true', callbackUrl: '/console', ...credentials }
  expect((await request.post(`/api/auth/callback/${provider}`, { form })).status()).toBe(200)
}

type Checkout = { order_id: string; checkout_url: string }

/** What "Buy" does, by the page's own session. */
export async function buy({ request }: Asker, innerId: number): Promise<Checkout> {
  const response = await request.post('/api-account/user/billing/create-checkout', {
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
  await pay(page)
}

/** The same where it is allowed already. */
export async function pay({ request }: Asker): Promise<void> {
  const { order_id } = await buy({ request }, 1)
  const paid = await request.post(`/api/sandbox/checkout/${order_id}`, { data: { action: 'pay' } })
  expect((await paid.json()).status).toBe('paid')
}

/** A new person, signed in in a browser of their own, who joins the organization of the page's by a link. */
export async function join(page: Page, browser: Browser, name: string, role: string): Promise<Page> {
  const invited = await page.request.post('/api-account/organization/invitations', { data: { role } })
  const guest = await openPage(browser)
  await signUp(
    guest,
    name,
    String((await invited.json()).url)
      .split('/')
      .pop(),
  )
  return guest
}

/** Asks a model by the page's own session, as the playground does; gives the status once the request is on record. */
export async function ask({ request }: Asker, content: string, model = 'sandbox/chat'): Promise<number> {
  const response = await request.post('/v1/chat/completions', {
    data: { model, messages: [{ role: 'user', content }] },
  })
  const status = response.status()
  if (status === 200 || status >= 500) await waitForRecord({ request }, response.headers()['x-request-id'])
  return status
}

/** A request is booked after it was answered: a page that is opened before that would not show it. */
export async function waitForRecord({ request }: Asker, requestId: string | undefined): Promise<void> {
  const path = `/api-account/user/usage/recent/${requestId}`
  await expect.poll(async () => (await request.get(path)).status()).toBe(200)
}

export const consoleNavigation = (page: Page) => page.getByRole('navigation', { name: 'Console' })

/** As people go there: by its link. */
export async function openConsolePage(page: Page, name: string): Promise<void> {
  await consoleNavigation(page).getByRole('link', { name, exact: true }).click()
  await expect(page.getByRole('heading', { name, exact: true, level: 1 })).toBeVisible()
}
