import { expect, type Page } from '@playwright/test'
import OpenAI from 'openai'
import { StripeStandIn } from '@/lib/money/orders/testing/stripe/stripe-stand-in'
import * as playground from '../gateway/playground'
import { openPortico } from '../open-portico'
import { signUp } from '../people'
import { openPage, test } from '../test'

test.describe.configure({ mode: 'serial' })

let stripe: StripeStandIn
let portico: Awaited<ReturnType<typeof openPortico>>
let page: Page
let delivered = 0

test.beforeAll(async ({ browser }) => {
  stripe = await StripeStandIn.start()
  portico = await openPortico('new-customer', {
    STRIPE_SECRET_KEY: stripe.secretKey,
    STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
    STRIPE_API_BASE: stripe.origin,
    TRIAL_CREDIT_USD: '1.00',
  })
  page = await openPage(browser, { baseURL: portico.url() })
  // Stripe's own pages.
  await page.route(`${stripe.origin}/**`, (route) =>
    route.fulfill({ contentType: 'text/html', body: 'Stripe' }),
  )
})

test.afterAll(async () => {
  await page.context().close()
  await portico.close()
  stripe.close()
})

/** Sends Stripe's events since the last call to our webhook. */
async function deliverEvents(): Promise<void> {
  for (const event of stripe.state.events.slice(delivered)) {
    const { text, headers } = stripe.sign(event)
    const answer = await fetch(`${portico.url()}/api/webhooks/stripe`, {
      method: 'POST',
      headers,
      body: text,
    })
    expect(answer.status).toBe(200)
    delivered += 1
  }
}

/** What is being saved looks as if it were; a page that is loaded anew would give it up. */
async function savedBy(action: () => Promise<void>): Promise<void> {
  const answered = page.waitForResponse((answer) => answer.request().method() === 'PATCH')
  await action()
  expect((await answered).status()).toBe(200)
}

const lastSession = () => [...stripe.state.sessions.keys()].at(-1) ?? ''
const region = (name: string) => page.getByRole('region', { name })

test('a new customer spends trial credit in the playground and with an API key by OpenAI’s SDK', async () => {
  test.slow()
  await signUp(page)
  await page.goto('/console')
  await expect(region('Balance')).toContainText('$1.00')
  await expect(region('Balance')).toContainText(/trial credit/i)

  await page.goto(playground.address)
  await playground.ask(page, '[[say:welcome]]')
  await expect(playground.answers(page).last()).toContainText('welcome')

  await page.goto('/console/keys')
  await page.getByRole('button', { name: 'Create key' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('First')
  await dialog.getByRole('button', { name: 'Create key' }).click()
  const apiKey = (await dialog.getByTestId('key-secret').textContent()) ?? ''
  const client = new OpenAI({ apiKey, baseURL: `${portico.url()}/v1` })
  const completion = await client.chat.completions.create({
    model: 'sandbox/chat',
    messages: [{ role: 'user', content: '[[say:by the SDK]]' }],
  })
  expect(completion.choices[0]?.message.content).toBe('by the SDK')
})

test('then buys a custom amount, sets up automatic top-up, and gets numbered invoices', async () => {
  test.slow()
  await page.goto('/console/billing')
  await page.getByRole('heading', { name: 'History and documents' }).scrollIntoViewIfNeeded()
  const details = region('Billing details')
  await details.getByLabel('Company or full name').fill('Acme GmbH')
  await details.getByLabel(/^Tax ID/).fill('DE123456789')
  await details.getByLabel('Country').selectOption('DE')
  await details.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Billing details saved')).toBeVisible()

  const topUp = region('Automatic top-up')
  await topUp.getByRole('button', { name: 'Save a card' }).click()
  await page.waitForURL(`${stripe.origin}/**`)
  stripe.payer.saveCard(lastSession())
  await deliverEvents()

  await page.goto('/console/billing')
  await page.getByRole('radio', { name: /^Other amount/ }).check({ force: true })
  await page.getByLabel('Amount in USD').fill('40')
  await expect(region('Add credit')).toContainText('$38.00')
  await page.getByRole('button', { name: 'Buy' }).click()
  await page.waitForURL(`${stripe.origin}/**`)
  stripe.payer.pay(lastSession())
  await deliverEvents()

  await page.goto('/console/billing')
  await expect(region('Balance')).toContainText('$38.99')
  const setAmount = async (name: string, amount: string) => {
    const row = topUp.locator('form').filter({ has: page.getByLabel(name) })
    await row.getByLabel(name).fill(amount)
    await savedBy(() => row.getByRole('button', { name: 'Save' }).click())
    await expect(row.getByRole('button', { name: 'Save' })).toBeDisabled()
  }
  await setAmount('When the balance falls below', '50')
  await setAmount('Charge', '20')
  await expect(topUp).toContainText('Visa')
  await savedBy(() => topUp.getByRole('switch', { name: 'Charge this card automatically' }).click())

  const orders = page.getByRole('table', { name: 'Orders' })
  await expect(async () => {
    await deliverEvents()
    await page.reload()
    await expect(orders.getByRole('row').nth(1)).toContainText('Automatic')
    await expect(orders.getByRole('row').nth(1)).toContainText('Paid')
  }).toPass({ timeout: 150_000 })
  await expect(region('Balance')).toContainText('$57.99')

  for (const [row, number] of [
    [1, '000002'],
    [2, '000001'],
  ] as const) {
    const opened = page.waitForEvent('popup')
    await orders.getByRole('row').nth(row).getByRole('button', { name: 'Invoice' }).click()
    const invoice = await opened
    await expect(invoice.getByText(new RegExp(`INV-\\d{4}-${number}`))).toBeVisible()
    await expect(invoice.getByText('DE123456789')).toBeVisible()
    await expect(invoice.getByText('Acme GmbH')).toBeVisible()
    await invoice.close()
  }
})
