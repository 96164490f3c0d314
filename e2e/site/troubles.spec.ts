import { expect, type Page } from '@playwright/test'
import sharp from 'sharp'
import { expectAccessible } from '../gateway/expect-sound'
import { buyCredit, comeAs, enterDemo, openDemoLink, signUp } from '../people'
import { test } from '../test'

/** Playwright finds no text in <noscript>, but finds the elements in it. */
async function expectNotice(page: Page): Promise<void> {
  await expect(page.locator('noscript')).toBeVisible()
  await expect(page.locator('noscript').getByRole('status')).toContainText('This page needs JavaScript')
}

test('offline, a form says so and keeps what was typed', async ({ page }) => {
  await enterDemo(page, '/console/keys')
  await page.getByRole('button', { name: 'Create key' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('written without a connection')
  await page.context().setOffline(true)
  await dialog.getByRole('button', { name: 'Create key' }).click()
  await expect(dialog.getByRole('alert')).toContainText('The server could not be reached.')
  await expect(dialog.getByLabel('Name')).toHaveValue('written without a connection')
})

test('an ended session is reported, and signing in leads back', async ({ page }) => {
  await enterDemo(page, '/console/usage')
  await expect(page.getByRole('table', { name: 'Requests' }).or(page.getByText('No requests'))).toBeVisible()
  await page.context().clearCookies({ name: 'next-auth.session-token' })
  const left = page.waitForURL('**/sign-in?callbackUrl=*')
  await Promise.race([left, page.getByRole('button', { name: 'Refresh' }).click()]) // the page may ask by itself before
  await left
  await expect(page.getByText('Your session has ended')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Use the demo account' }).click()
  await page.waitForURL('**/console/usage')
})

test('a page whose scripts did not arrive says so and can be reloaded', async ({ page }) => {
  await enterDemo(page, '/console')
  await expect(page.getByTestId('balance')).toBeVisible()
  await page.route('**/_next/static/chunks/**', (route) => route.abort())
  await page.getByRole('link', { name: 'Playground' }).click()
  await expect(page.getByRole('heading', { name: 'This page could not be loaded' })).toBeVisible()
  await expectAccessible(page)
  await page.unroute('**/_next/static/chunks/**')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeVisible()
})

test('pages that need JavaScript say so without it', async ({ page, browser }) => {
  await openDemoLink(page.request)
  const storageState = await page.context().storageState()
  const context = await browser.newContext({ javaScriptEnabled: false, storageState })
  const bare = await context.newPage()
  for (const path of ['/console', '/console/playground', '/console/images']) {
    await bare.goto(path)
    await expectNotice(bare)
  }
  await context.clearCookies()
  for (const path of ['/sign-in', '/sign-up']) {
    await bare.goto(path)
    await expectNotice(bare)
  }
  await context.close()
})

test('a new secret is shown even if its dialog is closed too early', async ({ page }) => {
  await comeAs(page, 'newcomer')
  const answers: (() => Promise<void>)[] = []
  await page.route('**/api-account/user/api-keys', (route) =>
    route.request().method() === 'POST' ? void answers.push(() => route.continue()) : route.continue(),
  )
  await page.goto('/console/keys')
  await page.getByRole('button', { name: 'Create key' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('laptop')
  await dialog.getByRole('button', { name: 'Create key' }).click()
  await expect.poll(() => answers).toHaveLength(1)
  await page.keyboard.press('Escape')
  await answers[0]?.()
  await expect(dialog).toContainText('sk-portico-')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
})

test('without credit, a studio shows the reason and a way to add credit', async ({ page }) => {
  await comeAs(page, 'newcomer')
  for (const studio of ['images', 'videos'])
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 800 })
      await page.goto(`/console/${studio}`)
      await page.getByRole('textbox', { name: 'Prompt', exact: true }).fill('A boat')
      await page.getByRole('button', { name: 'Generate' }).click()
      await expect(page.getByRole('link', { name: 'Add credit' }).last()).toBeInViewport({ ratio: 1 })
    }
})

test('a mask stays with its image, and a request whose reply was lost is charged once', async ({ page }) => {
  await signUp(page)
  await buyCredit(page)
  await page.goto('/console/images')
  await page
    .getByRole('tab', { name: 'Edit' })
    .or(page.getByRole('radio', { name: 'Edit' }))
    .click()
  const picture = await sharp({ create: { width: 512, height: 512, channels: 3, background: 'teal' } })
    .png()
    .toBuffer()
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'teal.png', mimeType: 'image/png', buffer: picture })
  const canvas = page.getByRole('application')
  await canvas.focus()
  await page.keyboard.press('Space')
  const undo = page.getByRole('button', { name: 'Undo' })
  await expect(undo).toBeEnabled()
  await page
    .getByRole('tab', { name: 'Create' })
    .or(page.getByRole('radio', { name: 'Create' }))
    .click()
  await page
    .getByRole('tab', { name: 'Edit' })
    .or(page.getByRole('radio', { name: 'Edit' }))
    .click()
  await expect(undo).toBeEnabled()

  let lost = 0
  await page.route('**/v1/images/edits', async (route) => {
    expect(route.request().postDataJSON().mask_upload_id).toMatch(/^upl_/)
    if (lost++ > 0) return route.continue()
    await route.fetch()
    await route.abort()
  })
  await page.getByRole('textbox', { name: 'Prompt', exact: true }).fill('A red dot')
  const generate = page.getByRole('button', { name: 'Generate' })
  await generate.click()
  await expect.poll(() => lost).toBe(1)
  await expect(generate).toBeEnabled()
  const sent = page.waitForResponse('**/v1/images/edits')
  await generate.click()
  expect((await sent).headers()['idempotent-replayed']).toBe('true')
  const { data } = await (await page.request.get('/v1/images/generations')).json()
  expect(data).toHaveLength(1)
})
