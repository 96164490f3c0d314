import { expect } from '@playwright/test'
import { answers, ask, open } from '../gateway/playground'
import { comeAs, enterDemo, signUp } from '../people'
import { test } from '../test'

test('a tab never acts for another user than it shows', async ({ page, context }) => {
  await enterDemo(page, '/console/keys')
  const account = page.getByRole('button', { name: 'Account' })
  await expect(account).toHaveText(/^D/)
  const other = await context.newPage()
  await signUp(other, 'Grace Hopper')
  await other.goto('/console')
  await expect(account).toHaveText(/^GH/)

  await other.getByRole('button', { name: 'Account' }).click()
  await other.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(other).toHaveURL(/\/sign-in/)
  await expect(page).toHaveURL(/\/sign-in/)
})

test('a key revoked in another tab can be revoked here too', async ({ page }) => {
  await comeAs(page, 'newcomer')
  const { id } = await (
    await page.request.post('/api-account/user/api-keys', { data: { name: 'old tab' } })
  ).json()
  await page.goto('/console/keys')
  const row = page.getByRole('row', { name: /old tab/ })
  await expect(row).toBeVisible()
  expect((await page.request.delete(`/api-account/user/api-keys/${id}`)).status()).toBe(200)
  await row.getByRole('button').last().click()
  await page.getByRole('menuitem', { name: 'Revoke' }).click()
  await page.getByRole('button', { name: 'Revoke key' }).click()
  await expect(row).toBeHidden()
})

test('a conversation continues in one tab as it was left in the other', async ({ page, context }) => {
  await open(page)
  await ask(page, '[[say:ALPHA]]')
  await expect(answers(page).first()).toContainText('ALPHA')
  await expect(page).toHaveURL(/c=conv_/)
  const other = await context.newPage()
  await other.goto(page.url())
  await expect(answers(other).first()).toContainText('ALPHA')
  await ask(other, '[[say:BRAVO]]')
  await expect(answers(page).nth(1)).toContainText('BRAVO')
  await ask(page, '[[say:CHARLIE]]')
  await expect(answers(page).nth(2)).toContainText('CHARLIE')
  await other.reload()
  await expect(answers(other)).toHaveCount(3)
  await expect(answers(other).nth(1)).toContainText('BRAVO')
})
