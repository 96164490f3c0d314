import { expect } from '@playwright/test'
import { expectHealthy } from '../gateway/expect-sound'
import { enterDemo, openConsolePage } from '../people'
import { test } from '../test'

test('an operator benchmarks a model at a price shown beforehand, and everyone sees the scores', async ({
  page,
}) => {
  test.setTimeout(300_000) // more than what is waited for below
  await enterDemo(page, '/console/admin/benchmarks')
  await page.getByRole('combobox', { name: 'Model' }).click()
  await page.getByRole('option', { name: 'sandbox/chat-pro' }).click()
  for (const suite of ['Instruction following', 'Structured output', 'Tool use'])
    await page.getByRole('checkbox', { name: suite }).uncheck()
  await expect(
    page.getByText(/^24 items\. Estimated cost to your account: \$0\.\d+ to \$0\.\d+\.$/),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Start run' }).click()

  const run = page
    .getByRole('list', { name: 'Runs' })
    .getByRole('listitem')
    .filter({ hasText: 'sandbox/chat-pro' })
  await expect(run.first().getByText('Completed')).toBeVisible({ timeout: 120_000 })
  await expect(run.first()).toContainText('24 of 24')
  const scores = run.first().getByRole('table', { name: 'Scores of sandbox/chat-pro' })
  await expect(scores.getByRole('row', { name: /Reasoning and arithmetic/ })).toContainText(
    /portico-reasoning@2.*\d%.*\d–\d.*of 24/,
  )
  await expectHealthy(page)

  // Public pages are updated once a minute.
  await expect(async () => {
    await page.goto('/models/sandbox/chat-pro')
    await expect(page.getByRole('list', { name: 'Benchmarks' })).toContainText(
      /Reasoning and arithmeticportico-reasoning@2, .*\d+(\.\d)?%\d+(\.\d)?% – \d+(\.\d)?%, 24 items/,
      { timeout: 1000 },
    )
  }).toPass({ timeout: 90_000 })
})

test('an operator imports scores and removes them again', async ({ page }) => {
  const category = `Translation ${Date.now()}`
  await enterDemo(page, '/console/admin/benchmarks')
  await page.getByLabel('Published scores as JSON').fill(
    JSON.stringify({
      source: {
        name: 'Example Lab',
        url: 'https://example.org/results',
        licence: 'CC BY 4.0',
        date: '2026-11-01',
      },
      results: [{ model: 'sandbox/chat', category, metric: 'BLEU', score: 41.2 }],
    }),
  )
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  const line = page
    .getByRole('list', { name: 'Imported scores' })
    .getByRole('listitem')
    .filter({ hasText: category })
  await expect(line).toContainText('1 score in BLEU, from Example Lab (CC BY 4.0)')
  // By keyboard: a measurement that runs in another test moves this line while the mouse is down.
  await line.getByRole('button', { name: `Remove ${category}` }).press('Enter')
  await expect(page.getByRole('alertdialog')).toContainText('1 score from Example Lab will be removed')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect(line).toHaveCount(0)
  await openConsolePage(page, 'Audit log')
  await page.getByRole('button', { name: `Removed imported scores for ${category}` }).click()
  await expect(page.getByRole('cell', { name: 'Example Lab' })).toBeVisible()
})
