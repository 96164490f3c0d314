import { readFileSync } from 'node:fs'
import { expect, type Page } from '@playwright/test'
import { enterDemo } from '../people'
import { test } from '../test'
import { expectAccessible, expectHealthyInBothThemes } from './expect-sound'

const results = (page: Page) => page.getByRole('region', { name: 'Result' })

test('a text is turned into speech, downloaded and transcribed again', async ({ page }) => {
  await enterDemo(page, '/console/audio')
  await expect(results(page).getByText('Results are not saved here')).toBeVisible()
  await page.getByRole('textbox', { name: 'Text' }).fill('The tide is out.')
  await expect(page.getByText('About $0.000016')).toBeVisible()
  await page.getByRole('textbox', { name: 'Text' }).press('Control+Enter')
  const sound = results(page).getByLabel('Generated speech')
  await expect.poll(() => sound.evaluate((one: HTMLAudioElement) => one.duration)).toBeGreaterThan(0.5)
  await expect(results(page).getByText('$0.000016')).toBeVisible()
  await expectHealthyInBothThemes(page)
  const saving = page.waitForEvent('download')
  await results(page).getByRole('link', { name: 'Download' }).click()
  const buffer = readFileSync(await (await saving).path())
  await page.getByRole('radio', { name: 'Transcribe' }).click()
  await page.locator('input[type=file]').setInputFiles({ name: 'tide.wav', mimeType: 'audio/wav', buffer })
  await expect(page.getByText('About $0.0000')).toBeVisible()
  await page.getByRole('button', { name: 'Transcribe' }).click()
  await expect(results(page).getByText('This is the sandbox, which does not listen.')).toBeVisible()
  await results(page).getByRole('button', { name: 'Copy' }).click()
  await expectHealthyInBothThemes(page)
})

test('generating shows progress, and a failure says why', async ({ page }) => {
  await enterDemo(page, '/console/audio?model=sandbox%2Fspeech')
  const text = page.getByRole('textbox', { name: 'Text' })
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/v1/audio/speech', async (route) => {
    await released
    await route.continue()
  })
  await text.fill('slow')
  await page.getByRole('button', { name: 'Generate' }).click()
  await expect(results(page).getByRole('status')).toHaveText('Generating speech')
  await expectAccessible(page)
  release()
  await expect(results(page).getByRole('link', { name: 'Download' })).toBeVisible()
  await text.fill('[[fail:content_policy_violation]] no')
  await page.getByRole('button', { name: 'Generate' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'content_policy_violation' })).toBeVisible()
  await expectAccessible(page)
})
