import { expect } from '@playwright/test'
import { expectHealthy } from '../gateway/expect-sound'
import { comeAs } from '../people'
import { test } from '../test'

test('a request appears with its bill, and the balance pays for it', async ({ page }) => {
  await comeAs(page, 'spender')
  await page.goto('/console/usage')
  await expect(page.getByTestId('balance')).toHaveText('$9.49') // never rounded up
  const requests = page.getByRole('table', { name: 'Requests', exact: true })
  await requests.getByRole('button', { name: 'Sandbox Chat' }).first().click()
  const details = page.getByRole('dialog')
  await expect(details.getByRole('table', { name: 'Bill' })).toContainText('Prompt tokens')
  await expect(details).toContainText('per million')
  await expectHealthy(page)

  // The drawer stands in the address, so its link can be shared.
  await expect(page).toHaveURL(/request=req_/)
  const address = page.url()
  await page.keyboard.press('Escape')
  await expect(details).toBeHidden()
  await expect(page).not.toHaveURL(/request=/)
  await page.goto(address)
  await expect(details.getByRole('table', { name: 'Bill' })).toBeVisible()
})

test.describe('with some requests', () => {
  test.beforeEach(async ({ page }) => {
    await comeAs(page, 'spender')
    await page.goto('/console/usage')
  })

  test('range, time zone, metric, grouping and filters are in the URL and survive a reload', async ({
    page,
  }) => {
    const totals = page.getByRole('region', { name: 'Totals' })
    await expect(totals).toContainText('1 of 3')
    await page.getByRole('button', { name: /^Range/ }).click()
    await page.getByRole('button', { name: 'Last 7 days' }).click()
    await page.getByRole('radio', { name: 'Requests' }).click()
    await page.getByRole('combobox', { name: 'Group by' }).click()
    await page.getByRole('option', { name: 'By key' }).click()
    await page.getByRole('button', { name: /^Time zone/ }).click()
    await page.getByRole('searchbox', { name: 'Search zones' }).fill('tokyo')
    await page.getByRole('button', { name: 'Asia/Tokyo' }).click()
    await page
      .getByRole('region', { name: 'By model' })
      .getByRole('button', { name: 'Sandbox Chat Pro' })
      .click()
    await expect(totals).toContainText('0 of 1')
    await expect(page).toHaveURL(
      '/console/usage?range=7d&zone=Asia%2FTokyo&metric=requests&group=key&model=sandbox%2Fchat-pro',
    )

    await page.reload()
    await expect(totals).toContainText('0 of 1')
    await expect(page.getByRole('button', { name: 'Range: Last 7 days' })).toBeVisible()
    await expect(page.getByRole('radio', { name: 'Requests' })).toBeChecked()
    await expect(page.getByRole('combobox', { name: 'Model' })).toHaveText('Sandbox Chat Pro')
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await expect(totals).toContainText('1 of 3')

    const rows = page.getByRole('table', { name: 'Requests', exact: true }).getByRole('row')
    await expect(rows).toHaveCount(4)
    await page.getByRole('combobox', { name: 'Status' }).click()
    await page.getByRole('option', { name: 'Failed' }).click()
    await expect(rows).toHaveCount(2)
    await expect(rows.nth(1)).toContainText('Failed')
    await page.getByRole('combobox', { name: 'Kind' }).click()
    await page.getByRole('option', { name: 'Video' }).click()
    await expect(page.getByText('No matching requests')).toBeVisible()
  })

  test('the chart works with arrow keys, and as a table', async ({ page }) => {
    const chart = page.getByRole('figure', { name: /^Cost by day/ })
    await chart.getByRole('application').focus()
    await page.keyboard.press('ArrowRight')
    await expect(chart.locator('[aria-live]')).toHaveText(/^\w{3}, \d+ \w+ \d{4}: \$0\.00\.$/)
    await page.getByRole('radio', { name: 'Table' }).click()
    const table = page.getByRole('table', { name: /^Cost by day/ })
    await expect(table.getByRole('row')).toHaveCount(31)
    await expect(table.getByRole('columnheader')).toHaveText([
      'Day',
      'Sandbox Chat Pro',
      'Sandbox Chat',
      'Total',
    ])
  })

  test('a custom range is any two days in order', async ({ page }) => {
    await page.getByRole('button', { name: /^Range/ }).click()
    await page.getByLabel('From').fill('2026-02-02')
    await page.getByLabel('To', { exact: true }).fill('2026-02-01')
    await page.getByRole('button', { name: 'Show these days' }).click()
    await expect(page.getByText('The start is after the end.')).toBeVisible()
    await page.getByLabel('From').fill('2026-01-31')
    await page.getByRole('button', { name: 'Show these days' }).click()
    await expect(page.getByRole('button', { name: 'Range: 31 Jan – 1 Feb 2026' })).toBeVisible()
    await expect(page.getByText('No requests in this period')).toBeVisible()
  })

  test('the CSV has the filtered days', async ({ page }) => {
    await page
      .getByRole('region', { name: 'By model' })
      .getByRole('button', { name: 'Sandbox Chat Pro' })
      .click()
    await expect(page).toHaveURL(/model=/)
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: 'CSV by day' }).click()
    const file = await download
    expect(file.suggestedFilename()).toMatch(/^usage-.*\.csv$/)
    const text = await (await file.createReadStream()).toArray()
    expect(Buffer.concat(text).toString()).toContain('sandbox/chat-pro')
    expect(Buffer.concat(text).toString()).not.toContain('"sandbox/chat"')

    const requests = page.waitForEvent('download')
    await page.getByRole('link', { name: 'CSV of these requests' }).click()
    const lines = Buffer.concat(await (await (await requests).createReadStream()).toArray())
      .toString()
      .split('\r\n')
    expect(lines.slice(1, -1)).toEqual([expect.stringMatching(/^req_.*,sandbox\/chat-pro,/)])
  })

  test('a request is found by its ID, listed or not', async ({ page }) => {
    const rows = page.getByRole('table', { name: 'Requests', exact: true }).getByRole('row')
    const bill = page.getByRole('dialog').getByRole('table', { name: 'Bill' })
    await rows.nth(1).getByText('Console', { exact: true }).click() // anywhere in the row
    await expect(bill).toBeVisible()
    await expect(page).toHaveURL(/request=req_/)
    const id = new URL(page.url()).searchParams.get('request') ?? ''
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
    await page.getByRole('combobox', { name: 'Kind' }).click()
    await page.getByRole('option', { name: 'Video' }).click()
    await expect(page.getByText('No matching requests')).toBeVisible()
    const finder = page.getByRole('searchbox', { name: 'Find by request ID' })
    await finder.fill(` ${id} `)
    await finder.press('Enter')
    await expect(bill).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
    await finder.fill('req_0000000000')
    await finder.press('Enter')
    await expect(page.getByRole('dialog').getByText('Request not found')).toBeVisible()
  })
})
