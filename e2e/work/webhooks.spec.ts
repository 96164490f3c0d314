import { expect, type Page } from '@playwright/test'
import { expectAccessible } from '../gateway/expect-sound'
import { openReceiver } from '../open-receiver'
import { signUp } from '../people'
import { test } from '../test'

async function readSecret(page: Page, name = 'secret'): Promise<string> {
  await page.getByRole('button', { name: `Reveal the ${name}`, exact: true }).click()
  const secret = (await page.getByTestId(name).textContent()) ?? ''
  await page.getByRole('button', { name: `Hide the ${name}`, exact: true }).click()
  return secret
}

async function sendTest(page: Page, url: string): Promise<void> {
  await page.getByRole('button', { name: 'Send a test' }).first().click()
  await page.getByRole('dialog').getByLabel('URL').fill(url)
  await page.getByRole('dialog').getByRole('button', { name: 'Send', exact: true }).click()
}

/** The button is disabled both while saving and afterwards: only the response shows that it was saved. */
async function savedBy(page: Page, action: () => Promise<void>): Promise<void> {
  const answered = page.waitForResponse((response) => response.request().method() === 'PATCH')
  await action()
  expect((await answered).status()).toBe(200)
}

test('a test webhook is sent, verified, inspected, redelivered and filtered', async ({ page }) => {
  const receiver = await openReceiver()
  receiver.status = 503
  await signUp(page)
  await page.goto('/console')
  await page.getByRole('link', { name: 'Webhooks' }).click()
  await expect(page.getByText('No deliveries yet')).toBeVisible()
  const secret = await readSecret(page)
  expect(secret).toMatch(/^whsec_/)
  await expect(page.getByText(secret)).toHaveCount(0)

  await sendTest(page, 'http://example.com/')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('URL')).toHaveAccessibleDescription(/The URL must be https\./)
  await dialog.getByLabel('URL').fill(receiver.url)
  await dialog.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(dialog.getByText('Not delivered')).toBeVisible()
  await expect(dialog.getByText('The endpoint responded with 503.')).toBeVisible()
  const [first] = receiver.received
  if (!first) throw new Error('nothing was received')
  expect(receiver.verify(secret, first)).toMatchObject({ type: 'webhook.test' })

  await dialog.getByRole('button', { name: 'Details' }).click()
  const details = page.getByRole('dialog', { name: 'webhook.test' })
  await expect(details.getByText('from the receiver')).toBeVisible()
  await expect(details.getByText(`webhook-signature: ${first.headers['webhook-signature']}`)).toBeVisible()
  await expectAccessible(page)

  receiver.status = 200
  await details.getByRole('button', { name: 'Redeliver' }).click()
  await expect(details.getByText('Attempt 2')).toBeVisible()
  await expect(details.getByText('Delivered')).toBeVisible()
  expect(receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual([
    first.headers['webhook-id'],
    first.headers['webhook-id'],
  ])
  await page.keyboard.press('Escape')

  await page.getByRole('combobox', { name: 'Status' }).click()
  await page.getByRole('option', { name: 'Failed' }).click()
  await expect(page.getByText('No delivery of the last 30 days has this status.')).toBeVisible()
  await page.getByRole('combobox', { name: 'Status' }).click()
  await page.getByRole('option', { name: 'Delivered' }).click()
  await expect(page.getByRole('row', { name: /webhook\.test/ })).toContainText('200')
  await expectAccessible(page)
  receiver.close()
})

test('after a rotation, the new and the old secret both sign', async ({ page }) => {
  const receiver = await openReceiver()
  await signUp(page)
  await page.goto('/console/webhooks')
  const old = await readSecret(page)
  await page.getByRole('button', { name: 'Rotate secret' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Rotate secret' }).click()
  await expect(page.getByText('The old secret also signs until').first()).toBeVisible()
  expect(await readSecret(page, 'old secret')).toBe(old)
  const present = await readSecret(page)
  expect(present).not.toBe(old)
  await sendTest(page, receiver.url)
  await expect(page.getByRole('dialog').getByText('Delivered', { exact: true })).toBeVisible()
  const [received] = receiver.received
  if (!received) throw new Error('nothing was received')
  expect(receiver.verify(old, received)).toEqual(receiver.verify(present, received))
  receiver.close()
})

test('the alert URL of the API is one endpoint among the others, and is removed like them', async ({
  page,
}) => {
  await signUp(page)
  const alert_url = 'http://127.0.0.1:9/alerts'
  const set = await page.request.patch('/api-account/user/webhooks', { data: { alert_url } })
  expect(set.status()).toBe(200)
  await page.goto('/console/webhooks')
  const endpoints = page.getByRole('list', { name: 'Endpoints' })
  await expect(endpoints.getByRole('listitem')).toHaveText(/127\.0\.0\.1:9\/alerts.*All events/)
  await savedBy(page, () => endpoints.getByRole('button', { name: `Remove ${alert_url}` }).click())
  await expect(endpoints.getByRole('listitem')).toHaveCount(0)
  await page.getByRole('button', { name: 'New endpoint' }).click()
  const box = page.getByRole('textbox', { name: 'New endpoint' })
  await box.fill('https://10.0.0.1/hook')
  await box.press('Enter')
  await expect(box).toHaveAccessibleDescription(/must resolve to public addresses only/)
})
