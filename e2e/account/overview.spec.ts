import { expect } from '@playwright/test'
import { expectHealthy } from '../gateway/expect-sound'
import { ask, buyCredit, signUp, waitForRecord } from '../people'
import { test } from '../test'

test('the first steps guide a new customer and show what is done', async ({ page, request }) => {
  await signUp(page)
  await page.goto('/console')
  const steps = page.getByRole('region', { name: 'First steps' })
  await expect(steps).toContainText('0 of 4 done')
  await expect(page.getByRole('region', { name: 'Balance' })).toContainText('Your balance is empty')
  await expect(steps).toContainText(`curl ${new URL(page.url()).origin}/v1/chat/completions`)
  await steps.getByRole('tab', { name: 'Python' }).click()
  await expect(steps).toContainText(`base_url="${new URL(page.url()).origin}/v1"`)
  await expectHealthy(page)

  await steps.getByRole('button', { name: 'Create key' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('First')
  await dialog.getByRole('button', { name: 'Create key' }).click()
  const key = (await dialog.getByTestId('key-secret').textContent()) ?? ''
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(steps).toContainText('1 of 4 done')

  await steps.getByRole('link', { name: 'Add credit' }).click()
  await page.waitForURL('**/console/billing')
  await buyCredit(page)
  await page.goto('/console')
  await expect(steps).toContainText('2 of 4 done')

  const answer = await request.post('/v1/chat/completions', {
    headers: { authorization: `Bearer ${key}` },
    data: { model: 'sandbox/chat', messages: [{ role: 'user', content: 'Hello' }] },
  })
  expect(answer.status()).toBe(200)
  await waitForRecord(page, answer.headers()['x-request-id'])
  await page.reload()
  await expect(page.getByRole('table', { name: 'Requests', exact: true })).toContainText('Sandbox Chat')
  await expect(steps).toBeHidden()
})

test('the overview shows spend and traffic as figures and a chart with a table', async ({ page }) => {
  await signUp(page)
  await buyCredit(page)
  expect(await ask(page, 'Hello')).toBe(200)
  expect(await ask(page, '[[fail:upstream_error]]')).toBe(502)
  await page.goto('/console')
  const figures = page.getByRole('region', { name: 'Figures' })
  await expect(figures).toContainText('50%')
  await expect(figures).toContainText('Median of the last 1')
  const balance = page.getByRole('region', { name: 'Balance' })
  await expect(balance).toContainText('$9.49') // never rounded up
  await expect(balance).toContainText('Lasts more than a year')
  const spend = page.getByRole('table', { name: 'Spend by day, last 14 days' })
  await expect(spend.getByRole('row')).toHaveCount(15)
  await expect(spend.getByRole('row').nth(1)).toContainText(/\$0\.0000\d+/)
})
