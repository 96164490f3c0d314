import { expect } from '@playwright/test'
import { expectAccessible } from '../gateway/expect-sound'
import { enterDemo } from '../people'
import { test } from '../test'

const FILMING_MILLIS = 120_000

test('a video is created, played and continued', async ({ page }) => {
  test.setTimeout(3 * FILMING_MILLIS)
  const words = `A paper boat, take ${Date.now()}`
  await enterDemo(page, '/console/videos')
  await page.getByRole('combobox', { name: 'Model' }).click()
  await page.getByRole('option', { name: 'Sandbox Video Fast' }).click()
  await page.getByRole('combobox', { name: 'Resolution' }).click()
  await page.getByRole('option', { name: '480p' }).click()
  await page.getByRole('slider', { name: 'Duration in seconds' }).press('Home')
  await page.getByRole('textbox', { name: 'Prompt' }).fill(words)
  await expect(page.getByText('About $0.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Generate' }).click()

  const clip = page.getByRole('article').filter({ hasText: words })
  await expect(clip).toBeVisible()
  const play = clip.getByRole('button', { name: /^Play/ })
  await expect(play).toBeVisible({ timeout: FILMING_MILLIS })
  await play.click()

  const player = page.getByRole('dialog', { name: 'Video' })
  await expect(player.getByText('/ 1.0')).toBeVisible({ timeout: FILMING_MILLIS })
  await page.reload()
  await expect(player.getByText('/ 1.0')).toBeVisible({ timeout: FILMING_MILLIS })
  await page.goBack()
  await expect(player).toBeHidden()
  await page.goForward()
  await player.getByRole('button', { name: 'Next frame' }).click()
  await expect(player.getByRole('button', { name: 'Play' })).toBeVisible()
  await expectAccessible(page)

  await player.getByRole('button', { name: 'Continue from last frame' }).click()
  await expect(player).toBeHidden()
  await expect(page.getByRole('radio', { name: 'First frame' })).toBeChecked()
  await expect(page.getByRole('img', { name: 'First frame' })).toBeVisible()
})

test("settings are reset to the model's defaults", async ({ page }) => {
  await enterDemo(page, '/console/videos')
  const resolution = page.getByRole('combobox', { name: 'Resolution' })
  const reset = page.getByRole('button', { name: 'Reset settings' })
  await expect(resolution).toHaveText('720p')
  await expect(reset).toBeDisabled()
  await resolution.click()
  await page.getByRole('option', { name: '480p' }).click()
  await page.getByRole('switch', { name: 'Fixed camera' }).click()
  await reset.press('Enter')
  await expect(resolution).toHaveText('720p')
  await expect(page.getByRole('switch', { name: 'Fixed camera' })).not.toBeChecked()
  await expect(reset).toBeFocused()
})
