import { expect } from '@playwright/test'
import sharp from 'sharp'
import { expectAccessible } from '../gateway/expect-sound'
import { comeAs, signUp } from '../people'
import { test } from '../test'

// A phone has a camera; here it is Chromium's own test picture.
test.use({ permissions: ['camera'] })

test('a virtual person gets an image, which is checked and can be used in a video', async ({ page }) => {
  await signUp(page)
  await page.goto('/console/portraits')
  await expect(page.getByText('No portraits yet')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'New person' }).first().click()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Mia')
  await page.getByRole('button', { name: 'Create person' }).click()
  await page.waitForURL('**/console/portraits/group-**')
  await expect(page.getByRole('heading', { name: 'Mia' })).toBeVisible()
  await page.getByRole('button', { name: 'Add asset' }).first().click()
  const buffer = await sharp({ create: { width: 640, height: 640, channels: 3, background: '#b85' } })
    .png()
    .toBuffer()
  await page.locator('input[type=file]').setInputFiles({ name: 'front.png', mimeType: 'image/png', buffer })
  await expect(page.getByRole('button', { name: 'Copy asset link' })).toBeVisible({ timeout: 30_000 })
  await expectAccessible(page)
  await page.getByRole('button', { name: 'front', exact: true }).click()
  await expect(page.getByText(/^asset:\/\/asset-/)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Use in a video' })).toBeVisible()
})

test('assets and people are renamed, and deleted after a warning', async ({ page }) => {
  await signUp(page)
  await page.goto('/console/portraits')
  await page.getByRole('button', { name: 'New person' }).first().click()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Ada')
  await page.getByRole('button', { name: 'Create person' }).click()
  await page.waitForURL('**/console/portraits/group-**')
  await page.getByRole('button', { name: 'Add asset' }).first().click()
  const buffer = await sharp({ create: { width: 640, height: 640, channels: 3, background: '#58b' } })
    .png()
    .toBuffer()
  await page.locator('input[type=file]').setInputFiles({ name: 'side.png', mimeType: 'image/png', buffer })
  await page.getByRole('button', { name: 'side', exact: true }).click({ timeout: 30_000 })
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('profile')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Delete profile' }).click()
  const warning = page.getByRole('alertdialog')
  await expect(warning.getByText(/^Requests that use asset:\/\/asset-.* will fail/)).toBeVisible()
  await warning.getByRole('button', { name: 'Delete asset' }).click()
  await expect(page.getByRole('button', { name: 'profile', exact: true })).toHaveCount(0)

  await page.getByRole('button', { name: 'Edit person' }).click()
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name', exact: true }).fill('Ada L.')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('heading', { name: 'Ada L.' })).toBeVisible()
  await page.getByRole('button', { name: 'Delete person' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete person' }).click()
  await page.waitForURL('**/console/portraits')
  await expect(page.getByText('No portraits yet')).toBeVisible()
})

test('a real person is verified by phone, which says that the sandbox checks nothing', async ({
  page,
  context,
}) => {
  await comeAs(page, 'newcomer')
  await page.goto('/console/portraits')
  await page.getByRole('button', { name: 'Verify a person' }).click()
  await expect(page.getByText('A phone can’t open this link')).toBeVisible()
  await page.getByRole('button', { name: 'Show the code anyway' }).click()
  await expect(page.getByRole('img', { name: 'Code that opens the check on a phone' })).toBeVisible()
  const link = await page.getByText(/\/h5\/liveness\/vvt_/).textContent()
  const phone = await context.newPage()
  await phone.goto(link ?? '')
  await expect(phone.getByText('No real check is made')).toBeVisible()
  await expectAccessible(phone)
  const camera = phone.getByRole('heading', { name: 'Look into the camera' })
  await phone.getByRole('checkbox').check()
  await phone.getByRole('button', { name: 'Begin' }).click()
  await expect(camera).toBeVisible()
  await phone.reload()
  await phone.getByRole('checkbox').check()
  await phone.getByRole('button', { name: 'Begin' }).click()
  await expect(camera).toBeVisible()
  await phone.getByRole('button', { name: 'Pass' }).click()
  await phone.waitForURL('**/h5/verified**resultCode=10000**')
  await page.bringToFront()
  await page.getByRole('link', { name: 'Open portrait' }).click({ timeout: 20_000 })
  await expect(page.getByText('Real person')).toBeVisible()
})

test('a check can be finished without the camera', async ({ page, context, baseURL }) => {
  await comeAs(page, 'newcomer')
  for (const [name, resultCode] of [
    ['Pass', '10000'],
    ['Fail', '10001'],
    ['Decline', '10001'],
  ] as const) {
    const path = '/v1/portrait/?Action=CreateVisualValidateSession&Version=2024-01-01'
    const session = await page.request.post(path, { data: { CallbackURL: `${baseURL}/h5/verified` } })
    const phone = await context.newPage()
    await phone.goto((await session.json()).H5Link)
    if (name === 'Pass') await phone.getByRole('checkbox').check()
    await phone.getByRole('button', { name, exact: true }).click()
    await phone.waitForURL(`**/h5/verified?**resultCode=${resultCode}**`)
  }
})
