import { expect } from '@playwright/test'
import { PASSWORD, signUp } from '../people'
import { openPage, test } from '../test'

test('a person is invited, joins in another browser, gets another role and is removed', async ({
  page,
  browser,
}) => {
  await signUp(page, 'Olga Owner')
  await page.goto('/console/organization/members')
  await expect(page.getByText('1 member', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Invite' }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite a person' })
  await dialog.getByRole('button', { name: 'Invite' }).click()
  const link = await page.getByTestId('invitation-link').textContent()
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('list', { name: 'Invitations' })).toContainText('Anyone with the link')

  const guest = await openPage(browser)
  await guest.goto(String(link))
  await expect(guest.getByRole('heading', { name: 'Join Olga Owner' })).toBeVisible()
  const email = `guest.${Date.now()}@example.com`
  await guest.getByLabel('Name').fill('Gus Guest')
  await guest.getByLabel('Email').fill(email)
  await guest.getByLabel('Password').fill(PASSWORD)
  await guest.getByRole('button', { name: 'Sign up' }).click()
  await guest.waitForURL('**/console')
  const switcher = guest.getByRole('button', { name: 'Organization:' })
  await expect(switcher).toContainText('Olga Owner')
  await guest.goto(String(link))
  await expect(guest.getByText('It was already accepted.')).toBeVisible()

  await page.reload()
  const row = page.getByRole('row', { name: /Gus Guest/ })
  await row.getByRole('combobox', { name: 'Role of Gus Guest' }).click()
  await page.getByRole('option', { name: 'Admin' }).click()
  await expect(page.getByText('Role changed')).toBeVisible()
  await guest.goto('/console/organization/members')
  await expect(guest.getByRole('button', { name: 'Invite' })).toBeVisible()

  await switcher.click()
  await guest.getByRole('menuitemradio', { name: 'Gus Guest' }).click()
  await guest.waitForURL('**/console')
  await expect(switcher).toContainText('Gus Guest')

  await row.getByRole('button', { name: 'Actions for Gus Guest' }).click()
  await page.getByRole('menuitem', { name: 'Remove…' }).click()
  await page.getByRole('button', { name: 'Remove member' }).click()
  await expect(page.getByText('1 member', { exact: true })).toBeVisible()
  await switcher.click()
  await expect(guest.getByRole('menuitemradio')).toHaveCount(1)
  await guest.context().close()
})
