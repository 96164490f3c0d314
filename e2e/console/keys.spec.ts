import { expect } from '@playwright/test'
import { test } from '../test'
import { signUp } from './people'

test('a key is created, shown once, changed, stopped, rotated and revoked', async ({ page, request }) => {
  const works = async (key: string) => {
    const answer = await request.get('/v1/models', { headers: { authorization: `Bearer ${key}` } })
    return answer.status() === 200
  }
  await signUp(page)
  await page.goto('/console/keys')
  await expect(page.getByText('No keys yet')).toBeVisible()

  await page.getByRole('button', { name: 'Create key' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Create key' }).click()
  await expect(dialog.getByLabel('Name')).toHaveAccessibleDescription('Give the key a name.')
  await dialog.getByLabel('Name').fill('Nightly runs')
  await dialog.getByLabel('Spending limit').fill('5')
  await dialog.getByRole('combobox', { name: 'Limit resets' }).click()
  await page.getByRole('option', { name: 'Every day' }).click()
  await dialog.getByRole('button', { name: 'Create key' }).click()
  await expect(dialog.getByText('This is the only time the key is shown')).toBeVisible()
  const key = (await dialog.getByTestId('key-secret').textContent()) ?? ''
  expect(key).toMatch(/^sk-portico-\w{49}$/)
  await dialog.getByRole('button', { name: 'Done' }).click()
  expect(await works(key)).toBe(true)
  await expect(page.getByText(key)).toHaveCount(0)

  const row = page.getByRole('row', { name: /Nightly runs/ })
  await expect(row).toContainText(`…${key.slice(-4)}`)
  await expect(row).toContainText('of $5 a day')
  await row.getByRole('button', { name: 'Nightly runs', exact: true }).click()
  await dialog.getByLabel('Name').fill('Evening runs')
  await dialog.getByRole('switch', { name: /Only some models/ }).click()
  await dialog.getByRole('button', { name: 'Allowed models' }).click()
  await page.getByRole('checkbox', { name: /^Sandbox Chat sandbox\/chat$/ }).click()
  await page.keyboard.press('Escape')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()

  const renamed = page.getByRole('row', { name: /Evening runs/ })
  await expect(renamed).toContainText('sandbox/chat')
  const act = async (action: string) => {
    await renamed.getByRole('button', { name: 'Actions for Evening runs' }).click()
    await page.getByRole('menuitem', { name: action }).click()
  }
  await act('Disable')
  await expect(renamed).toContainText('Disabled')
  await expect.poll(() => works(key)).toBe(false)
  await act('Enable')
  await expect(renamed).toContainText('Active')
  await expect.poll(() => works(key)).toBe(true)

  await act('Rotate…')
  await dialog.getByRole('combobox', { name: 'The old secret' }).click()
  await page.getByRole('option', { name: 'Stops at once' }).click()
  await dialog.getByRole('button', { name: 'Rotate key' }).click()
  const rotated = (await dialog.getByTestId('key-secret').textContent()) ?? ''
  expect(rotated).not.toBe(key)
  await dialog.getByRole('button', { name: 'Done' }).click()
  expect(await works(rotated)).toBe(true)
  expect(await works(key)).toBe(false)

  await act('Revoke…')
  await page.keyboard.press('Escape')
  await expect(renamed.getByRole('button', { name: 'Actions for Evening runs' })).toBeFocused()
  await act('Revoke…')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke key' }).click()
  await expect(page.getByText('No keys yet')).toBeVisible()
  expect(await works(rotated)).toBe(false)
})
