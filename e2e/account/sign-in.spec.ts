import { randomUUID } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { openDemoLink, PASSWORD } from '../people'
import { readDemo } from '../read-demo'
import { test } from '../test'

test('a person signs up, signs out and signs in again', async ({ page }) => {
  const email = `${randomUUID()}@example.com`
  await page.goto('/sign-up')
  await expect(page.getByText('No email confirmation.')).toBeVisible()
  await page.getByLabel('Name').fill('Ann Example')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign up' }).click()
  await page.waitForURL('**/console')
  await expect(page.getByRole('heading', { name: 'First steps' })).toBeVisible()

  await page.getByRole('button', { name: 'Account' }).click()
  await expect(page.getByRole('menu')).toContainText(email)
  const opened: string[] = []
  page.on(
    'request',
    (request) => request.isNavigationRequest() && opened.push(new URL(request.url()).pathname),
  )
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.waitForURL('**/sign-in')
  expect(opened, 'what else it opens would compete with it').toEqual(['/sign-in'])

  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL('**/console')
})

test('forms show the error next to its field', async ({ page }) => {
  await page.goto('/sign-up')
  await page.getByLabel('Email').fill('nonsense')
  await page.getByLabel('Password').fill('short')
  await page.getByRole('button', { name: 'Sign up' }).click()
  await expect(page.getByLabel('Name')).toHaveAccessibleDescription('Enter your name.')
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription('Enter an email address.')
  await expect(page.getByLabel('Password')).toHaveAccessibleDescription(/^At least 10 characters\./)

  await page.getByLabel('Name').fill('Ann')
  await page.getByLabel('Email').fill(readDemo().email)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign up' }).click()
  await expect(page.getByLabel('Email')).toHaveAttribute('aria-invalid', 'true')
})

test('a wrong password shows a message', async ({ page }) => {
  await page.goto('/sign-in')
  await page.getByLabel('Email').fill('nobody@example.com')
  await page.getByLabel('Password').fill('not this one')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByText('Incorrect email or password.')).toBeVisible()
})

test('the link printed by npm start signs in and does not leak its address', async ({ page }) => {
  const { sign_in_url, email } = readDemo()
  await page.goto(sign_in_url)
  await page.waitForURL('**/console')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.getByRole('button', { name: 'Account' }).click()
  await expect(page.getByRole('menu')).toContainText(email)
  expect(await page.evaluate(() => [document.referrer, document.cookie])).toEqual([
    '',
    expect.not.stringContaining('demo-link'),
  ])
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.waitForURL('**/sign-in')
  await page.getByRole('button', { name: 'Use the demo account' }).click()
  await page.waitForURL('**/console')
})

test('a browser without the link gets a hint instead of the demo account', async ({ page }) => {
  await page.goto('/sign-in')
  await expect(page.getByText('Open the sign-in link printed by npm start')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Use the demo account' })).toHaveCount(0)
  await page.goto(`/sign-in?token=${'x'.repeat(43)}`)
  await expect(page).toHaveURL(/\/sign-in\?error=/)
  await expect(page.getByText('Open the one printed by npm start.')).toBeVisible()
})

test('the console redirects to sign-in and back to the requested page', async ({ page }) => {
  await leaveDemo(page)
  await page.goto('/console/keys')
  await page.getByRole('button', { name: 'Use the demo account' }).click()
  await page.waitForURL('**/console/keys')
  await expect(page.getByRole('heading', { name: 'API keys' })).toBeVisible()
})

test('sign-in never redirects to another site', async ({ page }) => {
  await leaveDemo(page)
  await page.goto('/sign-in?callbackUrl=https%3A%2F%2Fevil.example%2F')
  await page.getByRole('button', { name: 'Use the demo account' }).click()
  await page.waitForURL('**/console')
})

/** Signed out in a browser that has opened the demo link. */
async function leaveDemo(page: Page): Promise<void> {
  await openDemoLink(page.request)
  await page.context().clearCookies({ name: 'next-auth.session-token' })
}
