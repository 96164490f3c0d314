import { expect } from '@playwright/test'
import sharp from 'sharp'
import { S3Server } from '../../lib/platform/storage/testing/s3-server'
import { openPortico } from '../open-portico'
import { openPage, test } from '../test'
import { enterDemo } from './people'

test('a page uploads to a bucket of another origin, and shows what is made of it', async ({ browser }) => {
  const store = new S3Server()
  const portico = await openPortico('other-store', {
    S3_ENDPOINT: await store.start(),
    S3_BUCKET: store.bucket,
    S3_ACCESS_KEY_ID: store.credentials.accessKeyId,
    S3_SECRET_ACCESS_KEY: store.credentials.secretAccessKey,
  })
  try {
    const page = await openPage(browser, { baseURL: portico.url() })
    await enterDemo(page, '/console/images', portico.dataDir)
    await page.getByRole('radio', { name: 'Edit' }).press('Space')
    const buffer = await sharp({ create: { width: 512, height: 512, channels: 3, background: '#7a9' } })
      .png()
      .toBuffer()
    const file = { name: 'green.png', mimeType: 'image/png', buffer }
    await page.locator('input[type=file]').first().setInputFiles(file)
    await page.getByRole('textbox', { name: 'Prompt', exact: true }).fill('A red boat')
    await page.getByRole('button', { name: 'Generate' }).click()
    const made = page.getByRole('region', { name: 'What was made' }).getByRole('img').first()
    await expect(made).toBeVisible({ timeout: 90_000 })
    await expect.poll(() => made.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
    const uploads = store.requests.filter((request) => request.startsWith(`PUT /${store.bucket}/uploads/`))
    expect(uploads).toHaveLength(1)
    await page.context().close()
  } finally {
    await portico.close()
    store.stop()
  }
})
