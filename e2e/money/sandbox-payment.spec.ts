import { expect, type Page } from '@playwright/test'
import { expectAccessible } from '../gateway/expect-sound'
import { allowSandboxPayments, buy, comeAs, signUp } from '../people'
import { openPage, test } from '../test'

async function statusOf(page: Page, orderId: string): Promise<string> {
  const response = await page.request.get(`/api-account/user/billing/payment-status/${orderId}`)
  return (await response.json()).status
}

test('a sandbox payment brings credit', async ({ page }) => {
  await signUp(page)
  await allowSandboxPayments(page)
  const { order_id, checkout_url } = await buy(page, 2)
  await page.goto(checkout_url)
  await expect(page.getByRole('heading', { name: 'Buy API credit' })).toBeVisible()
  await expect(page.getByText('Test mode', { exact: true })).toBeVisible()
  await expect(page.getByText('no money moves')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Pay' }).click()
  await page.waitForURL(`**/console/billing/return?order=${order_id}`)
  expect(await statusOf(page, order_id)).toBe('paid')
  await expect(page.getByTestId('balance')).toHaveText('$47.50')
  await page.goto(checkout_url)
  await expect(page.getByRole('heading', { name: 'This order is paid.' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Pay' })).toHaveCount(0)
})

test('a sandbox payment can be declined and cancelled', async ({ page }) => {
  await comeAs(page, 'newcomer')
  await allowSandboxPayments(page)
  const declined = await buy(page, 1)
  await page.goto(declined.checkout_url)
  await page.getByRole('button', { name: 'Decline' }).click()
  await page.waitForURL('**/console/billing/return?order=*')
  expect(await statusOf(page, declined.order_id)).toBe('failed')
  const cancelled = await buy(page, 1)
  await page.goto(cancelled.checkout_url)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.waitForURL(`**/console/billing?cancelled=${cancelled.order_id}`)
  expect(await statusOf(page, cancelled.order_id)).toBe('cancelled')
})

test('a browser without the sign-in link of the server cannot pay', async ({ page }) => {
  await comeAs(page, 'newcomer')
  const { order_id, checkout_url } = await buy(page, 1)
  await page.goto(checkout_url)
  await expect(page.getByText('Only the person who started the server can pay here')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Pay' })).toHaveCount(0)
  await expectAccessible(page)
  const paid = await page.request.post(`/api/sandbox/checkout/${order_id}`, { data: { action: 'pay' } })
  expect(paid.status()).toBe(403)
  expect((await paid.json()).error.code).toBe('demo_link_needed')
  expect(await statusOf(page, order_id)).toBe('pending')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.waitForURL(`**/console/billing?cancelled=${order_id}`)
})

test("the sandbox payment page is its customer's alone", async ({ page, browser }) => {
  await comeAs(page, 'newcomer')
  const { checkout_url } = await buy(page, 1)
  const other = await openPage(browser)
  await other.goto(checkout_url)
  await other.waitForURL('**/sign-in?callbackUrl=*')
  await comeAs(other, 'spender')
  const response = await other.goto(checkout_url)
  expect(response?.status()).toBe(404)
  await other.context().close()
})
