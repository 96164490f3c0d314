import { randomUUID } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { expectHealthy } from '../gateway/expect-sound'
import { ask, buyCredit, enterDemo, signUp } from '../people'
import { openPage, test } from '../test'

const rowsOf = (page: Page) => page.getByRole('table', { name: 'Requests', exact: true }).getByRole('row')

test('requests appear as they are settled, hold still while they are read, and open with their steps', async ({
  page,
}) => {
  await signUp(page)
  await buyCredit(page)
  await page.goto('/console/usage')
  await expect(page.getByText('No requests in this period')).toBeVisible()
  const live = page.getByRole('button', { name: 'Live', exact: true })
  await expect(live).toHaveAttribute('aria-pressed', 'true')
  expect(await ask(page, 'Hello')).toBe(200)
  await expect(rowsOf(page)).toHaveCount(2)

  await rowsOf(page).nth(1).getByRole('button', { name: 'Sandbox Chat' }).click()
  const steps = page.getByRole('dialog').getByRole('table', { name: 'Steps' })
  await expect(steps.getByRole('row')).toContainText(['Step', 'Hold', 'Route', 'Try 1 · sandbox', 'Settled'])
  await expectHealthy(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()

  // Neither moves under the pointer nor under the keyboard.
  await rowsOf(page).nth(1).hover()
  expect(await ask(page, 'Hello again')).toBe(200)
  await expect(page.getByRole('button', { name: 'Show 1 new' })).toBeVisible()
  await expect(rowsOf(page)).toHaveCount(2)
  await page.getByRole('button', { name: 'Show 1 new' }).click()
  await expect(rowsOf(page)).toHaveCount(3)

  await live.click()
  await expect(page.getByRole('button', { name: 'Paused' })).toHaveAttribute('aria-pressed', 'false')
  expect(await ask(page, 'While it is paused')).toBe(200)
  await page.getByRole('button', { name: 'Paused' }).click()
  await expect(rowsOf(page)).toHaveCount(4)
})

test('an operator sees the requests of all customers', async ({ page, browser }) => {
  const name = `Zoë ${randomUUID().slice(0, 8)}`
  const visitor = await openPage(browser)
  await signUp(visitor, name)
  await buyCredit(visitor)
  await enterDemo(page, '/console/admin')
  await expect(page.getByRole('button', { name: 'Live', exact: true })).toBeVisible()
  expect(await ask(visitor, 'Hello')).toBe(200)
  const row = rowsOf(page).filter({ hasText: name })
  await expect(row).toHaveCount(1)
  await row.getByRole('button', { name: 'Sandbox Chat' }).click()
  const details = page.getByRole('dialog')
  await expect(details).toContainText(name)
  await expect(details).toContainText('Upstream cost')
  await expect(details.getByRole('table', { name: 'Steps' })).toContainText('Settled')
  await expectHealthy(page)
  await visitor.context().close()
})
