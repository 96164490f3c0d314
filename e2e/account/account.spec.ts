import { expect } from '@playwright/test'
import { expectHealthy } from '../gateway/expect-sound'
import { ask, buyCredit, enterDemo, PASSWORD, signIn, signUp } from '../people'
import { readDemo } from '../read-demo'
import { test } from '../test'

test('a person deletes an account and signs up again with the same email', async ({ page }) => {
  const email = await signUp(page)
  await buyCredit(page)
  expect(await ask(page, 'Hello')).toBe(200)
  const made = await page.request.post('/api-account/user/api-keys', { data: { name: 'laptop' } })
  const { key } = await made.json()

  await page.goto('/console/settings')
  await page.getByRole('button', { name: 'Delete account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete account' })
  await expect(dialog).toContainText('You will lose $9.49 of unused credit.')
  await expectHealthy(page)
  const confirm = dialog.getByRole('button', { name: 'Delete account' })
  await expect(confirm).toBeDisabled()
  const password = dialog.getByLabel('Your password')
  await password.fill('not this one')
  await confirm.click()
  await expect(password).toHaveAccessibleDescription(/incorrect/)
  await password.fill(PASSWORD)
  await confirm.click()

  await page.waitForURL('**/sign-in?deleted=1')
  await expect(page.getByText('Your account was deleted')).toBeVisible()
  const headers = { authorization: `Bearer ${key}` }
  expect((await page.request.get('/v1/models', { headers })).status()).toBe(401)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByText('Incorrect email or password.')).toBeVisible()

  const account = { name: 'Ann Example', email, password: PASSWORD }
  expect((await page.request.post('/api/sign-up', { data: account })).status()).toBe(201)
  await signIn(page, 'credentials', { email, password: PASSWORD })
  await page.goto('/console')
  await expect(page.getByTestId('balance')).toHaveText('$0.00')
})

test('an operator sees deleted accounts and cannot delete its own', async ({ page }) => {
  await signUp(page)
  const { customer_id } = await (await page.request.get('/api-account/user/profile')).json()
  const gone = await page.request.post('/api-account/user/delete-account', {
    data: { current_password: PASSWORD },
  })
  expect(gone.status()).toBe(200)

  await enterDemo(page, `/console/admin/customers/${customer_id}`)
  await expect(page.getByRole('heading', { name: 'Deleted account' })).toBeVisible()
  await expect(page.getByText('Deleted', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Suspend' })).toBeHidden()
  await page.goto('/console/settings')
  await expect(page.getByText('An operator’s account cannot be deleted.')).toBeVisible()
  const refused = await page.request.post('/api-account/user/delete-account', {
    data: { current_password: readDemo().password },
  })
  expect(refused.status()).toBe(409)
})

test('without mail, an email change takes effect immediately', async ({ page }) => {
  const email = await signUp(page)
  await page.goto('/console/settings')
  await page.getByRole('button', { name: 'Change email' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change email' })
  await dialog.getByLabel('New email').fill(readDemo().email)
  await dialog.getByLabel('Your password').fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Change email' }).click()
  await expect(dialog.getByLabel('New email')).toHaveAccessibleDescription(/already exists/)
  await dialog.getByLabel('New email').fill(`new.${email}`)
  await dialog.getByRole('button', { name: 'Change email' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText(`new.${email}`).first()).toBeVisible()
  await page.getByRole('button', { name: 'Account', exact: true }).click()
  await expect(page.getByRole('menu')).toContainText(`new.${email}`)
  await signIn(page, 'credentials', { email: `new.${email}`, password: PASSWORD })
})
