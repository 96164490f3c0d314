import { expect } from '@playwright/test'
import sharp from 'sharp'
import { buyCredit, comeAs, signUp } from '../people'
import { test } from '../test'

test('the only sight of a secret is not missed by closing its window too early', async ({ page }) => {
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

test('why nothing was started is in sight, and so is the way on', async ({ page }) => {
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

test('paint stays with its picture, and an answer that was lost is paid for once', async ({ page }) => {
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
