import { expect } from '@playwright/test'
import { expectHealthy, expectSettled } from '../gateway/expect-sound'
import { allowSandboxPayments, buyCredit, comeAs, signUp } from '../people'
import { openPage, test } from '../test'

test.beforeEach(async ({ page }) => {
  await signUp(page)
  await allowSandboxPayments(page)
  await page.goto('/console/billing')
})

test('a purchase is paid, credited once, and has its documents', async ({ page }) => {
  await expect(page.getByText('Test mode: no card is charged')).toBeVisible()
  await page.getByRole('radio', { name: '$50' }).check({ force: true })
  const credit = page.getByRole('region', { name: 'Add credit' })
  await expect(credit).toContainText('Platform fee (5%)')
  await expect(credit).toContainText('$47.50')

  await page.getByRole('button', { name: 'Buy' }).click()
  await page.getByRole('button', { name: 'Pay', exact: true }).click()
  await expect(page.getByRole('heading', { name: '$47.50 credited' })).toBeVisible()
  await expect(page.getByTestId('balance')).toHaveText('$47.50')
  await expectHealthy(page)

  // Coming back once more credits nothing more.
  await page.reload()
  await expect(page.getByRole('heading', { name: '$47.50 credited' })).toBeVisible()
  await page.getByRole('link', { name: 'Go to billing' }).click()
  await expect(page.getByRole('region', { name: 'Balance' })).toContainText('$47.50')
  const orders = page.getByRole('table', { name: 'Orders' })
  await expect(orders.getByRole('row')).toHaveCount(2)
  await expect(orders).toContainText('Paid')
  await expect(page.getByRole('region', { name: 'Balance' })).toContainText('Total purchased$47.50')
  await expect(orders.getByRole('row').nth(1)).toContainText('$50.00$2.50$47.50')
  await page.getByRole('radio', { name: 'Credits and debits' }).click()
  const entries = page.getByRole('table', { name: 'Credits and debits' })
  await expect(entries.getByRole('row')).toHaveCount(2)
  await expect(entries).toContainText('Credit purchase')
  await expect(entries).toContainText('$47.50')
  await page.getByRole('radio', { name: 'Orders' }).click()
  for (const name of ['Invoice', 'Receipt']) {
    const opened = page.waitForEvent('popup')
    await orders.getByRole('button', { name }).click()
    const document = await opened
    await document.waitForURL((url) => url.href !== 'about:blank')
    const answer = await page.request.get(document.url())
    expect(answer.headers()['content-type']).toContain('text/html')
    await document.close()
  }
})

test('a declined card is reported, and nothing is credited', async ({ page }) => {
  await page.getByRole('button', { name: 'Buy' }).click()
  await page.getByRole('button', { name: 'Decline' }).click()
  await expect(page.getByRole('heading', { name: 'The card was declined' })).toBeVisible()
  await expect(page.getByTestId('balance')).toHaveText('$0.00')
  await expectHealthy(page)
  await page.getByRole('link', { name: 'Try again' }).click()
  await expect(page.getByRole('table', { name: 'Orders' })).toContainText('Failed')
  await page.getByRole('button', { name: 'Buy' }).click()
  await page.getByRole('button', { name: 'Pay', exact: true }).click()
  await expect(page.getByRole('heading', { name: '$9.50 credited' })).toBeVisible()
})

test('a cancelled payment leaves a note and no order to pay', async ({ page }) => {
  await page.getByRole('button', { name: 'Buy' }).click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('The payment was cancelled')).toBeVisible()
  await page.getByRole('button', { name: 'Show expired' }).click()
  await expect(page.getByRole('table', { name: 'Orders' })).toContainText('Cancelled')
  await expect(page.getByRole('link', { name: 'Continue' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await expect(page.getByText('The payment was cancelled')).toBeHidden()
  await expect(page).not.toHaveURL(/cancelled/)
})

test('a double click makes one order, and going back makes the next one another', async ({ page }) => {
  await page.getByRole('button', { name: 'Buy' }).dblclick()
  await page.waitForURL('**/sandbox/checkout/*')
  await page.goto('/console/billing')
  const orders = page.getByRole('table', { name: 'Orders' })
  await expect(orders.getByRole('row')).toHaveCount(2)
  await expect(orders).toContainText('Waiting for payment')

  await page.getByRole('button', { name: 'Buy' }).click()
  await page.waitForURL('**/sandbox/checkout/*')
  await page.goBack()
  await expect(orders.getByRole('row')).toHaveCount(3)
  await expect(page.getByRole('button', { name: 'Buy' })).toBeEnabled()
  await orders.getByRole('link', { name: 'Continue' }).first().click()
  await page.waitForURL('**/sandbox/checkout/*')
})

test('on a phone, orders are cards; a link without an order says so', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await buyCredit(page)
  await page.goto('/console/billing')
  await expect(page.getByRole('list', { name: 'Orders' }).getByRole('listitem')).toHaveCount(1)
  await page.goto('/console/billing/return')
  await expect(page.getByText('No order in this link')).toBeVisible()
  await page.goto('/console/billing/return?order=ord_00000000000000000000000000')
  await expect(page.getByText('The order could not be loaded')).toBeVisible()
})

test('whatever amount is typed, Buy stays where it is', async ({ page }) => {
  const credit = page.getByRole('region', { name: 'Add credit' })
  const buy = credit.getByRole('button', { name: 'Buy' })
  await expect(buy).toBeEnabled()
  await expectSettled(page)
  const box = await buy.boundingBox()
  await credit.getByRole('textbox', { name: 'Amount in USD' }).click()
  await expect(credit.getByRole('radio', { name: 'Other amount' })).toBeChecked()
  await expect(buy).toBeDisabled()
  for (const [typed, total, isSold] of [
    ['4.99', '–', false],
    ['37.5', '$37.50Platform fee (5%)$1.88Credit added$35.62', true],
    ['10000.01', '–', false],
    ['x', '–', false],
  ] as const) {
    await credit.getByRole('textbox', { name: 'Amount in USD' }).fill(typed)
    await expect(credit).toContainText(`Price${total}`)
    await expect(buy).toBeEnabled({ enabled: isSold })
    await expect(credit.getByRole('alert')).toHaveCount(isSold ? 0 : 1)
    expect(await buy.boundingBox(), typed).toEqual(box)
  }
})

test('a browser that cannot pay is told before it buys', async ({ browser }) => {
  const page = await openPage(browser)
  await comeAs(page, 'newcomer')
  await page.goto('/console/billing')
  await expect(page.getByText('You can’t buy credit in this browser')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Buy' })).toBeDisabled()
  await page.context().close()
})
