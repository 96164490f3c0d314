import { expect } from '@playwright/test'
import { expectHealthy, expectHealthyInBothThemes } from '../gateway/expect-sound'
import { enterDemo, signUp } from '../people'
import { test } from '../test'

test('an operator makes a price group with a rule and a discount by volume, and deletes it', async ({
  page,
}) => {
  const name = `Partners ${Date.now()}`
  await enterDemo(page, '/console/admin/price-groups')
  await page.getByRole('button', { name: 'Add price group' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Discount by monthly volume').fill('a lot')
  await dialog.getByRole('button', { name: 'Add price group' }).click()
  await expect(dialog.getByText('Enter a name.')).toBeVisible()
  await expect(dialog.getByText(/^Line 1 must be an amount and a factor/)).toBeVisible()
  await expectHealthy(page)
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByLabel('Discount by monthly volume').fill('1000 0.95')
  await dialog.getByRole('button', { name: 'Add price group' }).click()
  const group = page.getByRole('region', { name })
  await expect(group.getByText('By monthly volume: × 0.95 from $1,000.00')).toBeVisible()

  await group.getByRole('button', { name: 'Add rule' }).click()
  await dialog.getByLabel('Model').fill('sandbox/chat')
  await dialog.getByRole('textbox', { name: 'Factor' }).fill('0.8')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(group.getByRole('row', { name: /sandbox\/chat.*0\.8/ })).toBeVisible()
  await expectHealthyInBothThemes(page)

  await group.getByRole('button', { name: `Delete ${name}` }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(group).toHaveCount(0)
})

test('an operator compares a statement, and sees what differs', async ({ page }) => {
  await enterDemo(page, '/console/admin/statements')
  await page.getByRole('combobox', { name: 'Provider' }).click()
  await page.getByRole('option', { name: 'Sandbox' }).click()
  const csv = 'date,model,cost\n2026-01-01,sandbox/chat,12.50\n'
  const file = { name: 'statement.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) }
  await page.locator('input[type=file]').setInputFiles(file)
  await expect(page.getByText('1 difference').first()).toBeVisible()
  await expect(page.getByText(/Billed \$12\.50?, recorded \$0/).first()).toBeVisible()
  await expectHealthyInBothThemes(page)
})

test('a customer limits what each end user may spend', async ({ page }) => {
  await signUp(page)
  await page.goto('/console/usage')
  await page.getByRole('button', { name: 'New budget' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Create budget' }).click()
  await expect(dialog.getByText('Enter an amount in USD, such as 2 or 0.50.')).toBeVisible()
  await expectHealthy(page)
  await dialog.getByLabel('Spending limit').fill('2')
  await dialog.getByRole('button', { name: 'Create budget' }).click()
  await expect(page.getByText('$2.00 a day each')).toBeVisible()
  await expectHealthyInBothThemes(page)
})
