import { expect } from '@playwright/test'
import { expectHealthy } from '../gateway/expect-sound'
import { ask, buyCredit, comeAs, signUp, waitForRecord } from '../people'
import { test } from '../test'

test('the first steps guide a new customer until a request comes in over the API', async ({
  page,
  request,
}) => {
  await signUp(page)
  await page.goto('/console')
  const steps = page.getByRole('region', { name: 'First steps' })
  await expect(steps).toContainText('0 of 3 done')
  await expect(page.getByRole('region', { name: 'Balance' })).toContainText('Your balance is empty')
  await expectHealthy(page)

  await steps.getByRole('link', { name: 'Add credit' }).first().click()
  await page.waitForURL('**/console/billing')
  await buyCredit(page)
  await page.goto('/console')
  await expect(steps).toContainText('1 of 3 done')
  await steps.getByRole('button', { name: 'Send' }).click()
  await expect(steps).toContainText('2 of 3 done')
  await page.reload()
  await expect(steps).toContainText('2 of 3 done')

  const made = await page.request.post('/api-account/user/api-keys', { data: { name: 'First' } })
  const answer = await request.post('/v1/chat/completions', {
    headers: { authorization: `Bearer ${(await made.json()).key}` },
    data: { model: 'sandbox/chat', messages: [{ role: 'user', content: 'Hello' }] },
  })
  expect(answer.status()).toBe(200)
  await waitForRecord(page, answer.headers()['x-request-id'])
  await page.reload()
  await expect(page.getByRole('table', { name: 'Requests', exact: true })).toContainText('Sandbox Chat')
  await expect(steps).toBeHidden()
})

test('the first steps stay hidden once they are hidden by hand', async ({ page }) => {
  await signUp(page)
  await page.goto('/console')
  const steps = page.getByRole('region', { name: 'First steps' })
  await steps.getByRole('button', { name: 'Hide' }).click()
  await expect(steps).toBeHidden()
  await page.reload()
  await expect(page.getByRole('region', { name: 'Balance' })).toBeVisible()
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
  const kinds = page.getByRole('table', { name: 'By kind' })
  await expect(kinds.getByRole('row').nth(1)).toHaveText(/^ChatRequests2Success50%Average latency.*s$/)
  const balance = page.getByRole('region', { name: 'Balance' })
  await expect(balance).toContainText('$9.49') // never rounded up
  await expect(balance).toContainText('Lasts more than a year')
  const spend = page.getByRole('table', { name: 'Spend by day, last 14 days' })
  await expect(spend.getByRole('row')).toHaveCount(15)
  await expect(spend.getByRole('row').filter({ hasText: /\$0\.0000\d+/ })).toHaveCount(1) // today, or by now yesterday
})

test('the chart of the spend has an axis with its unit, and is drawn without scrolling to it', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 300 })
  await comeAs(page, 'spender')
  await page.goto('/console')
  const chart = page.getByRole('figure', { name: 'Spend by day, last 14 days' })
  await expect(chart.getByText('USD per day')).toBeAttached()
  await expect(chart.locator('.recharts-yAxis-tick-labels text, .recharts-yAxis text').first()).toHaveText(
    '$0',
  )
  const ticks = chart.locator('.recharts-xAxis-tick-labels text, .recharts-xAxis text')
  const places = await ticks.evaluateAll((all) => all.map((one) => Number(one.getAttribute('x'))))
  const steps = places.slice(1).map((x, index) => Math.round(x - (places[index] ?? 0)))
  expect(new Set(steps).size).toBe(1)
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('banner')).toBeHidden()
  await expect(chart.locator('svg').first()).toBeVisible()
})

test('the account menu leads to settings, billing and the docs', async ({ page }) => {
  await comeAs(page, 'newcomer')
  await page.goto('/console')
  await page.getByRole('button', { name: 'Account' }).click()
  for (const name of ['Settings', 'Billing', 'Docs'])
    await expect(page.getByRole('menuitem', { name })).toHaveAttribute('href', /^\//)
  await page.getByRole('menuitem', { name: 'Billing' }).click()
  await expect(page).toHaveURL('/console/billing')
})
