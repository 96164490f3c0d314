import { expect, type Page } from '@playwright/test'
import sharp from 'sharp'
import { expectAccessible } from '../gateway/expect-sound'
import { enterDemo } from '../people'
import { test } from '../test'

/** Two pictures are drawn one after the other, on a machine that films and draws for other tests at the same time. */
const DRAWING_MILLIS = 90_000
test.setTimeout(3 * DRAWING_MILLIS)

const history = (page: Page) => page.getByRole('region', { name: 'Image history' })

test('an image is created, opened, edited with a mask and deleted', async ({ page }) => {
  const prompt = `A lighthouse at dusk ${Date.now()}`
  await enterDemo(page, '/console/images')
  await page.getByRole('textbox', { name: 'Prompt', exact: true }).fill(prompt)
  await expect(page.getByRole('region', { name: 'New image' }).getByText(/^\$0\.0/)).toBeVisible()
  await page.getByRole('button', { name: 'Generate' }).click()
  const made = history(page).getByRole('article').filter({ hasText: prompt })
  await made.getByRole('button', { name: /^Open image 1/ }).click({ timeout: DRAWING_MILLIS })
  await expect(page.getByRole('link', { name: 'Download' })).toBeVisible()
  await expectAccessible(page)
  await page.reload()
  await page.getByRole('button', { name: 'Edit image' }).click()
  const paint = page.getByRole('application', { name: 'Paint the area to change' })
  await paint.hover({ position: { x: 60, y: 60 } })
  await page.mouse.down()
  await page.mouse.move(400, 400, { steps: 4 })
  await page.mouse.up()
  await expect(page.getByRole('button', { name: 'Undo' })).toBeEnabled()
  await page.getByRole('textbox', { name: 'Prompt', exact: true }).fill(`${prompt} with a red boat`)
  await page.getByRole('button', { name: 'Generate' }).click()
  const edited = history(page).getByRole('article').filter({ hasText: 'with a red boat' })
  await expect(edited.getByText('Edited with a mask')).toBeVisible({ timeout: DRAWING_MILLIS })
  await edited.getByRole('button', { name: /^Open image 1/ }).click({ timeout: DRAWING_MILLIS })
  await expect(page.getByRole('slider', { name: 'Before and after' })).toBeVisible()
  await page.getByRole('link', { name: 'Create video' }).click()
  await expect(page.getByRole('img', { name: 'First frame' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('dialog')).toBeHidden()
  await edited.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(edited).toHaveCount(0)
})

test('an image is upscaled, and its background removed, without a prompt', async ({ page }) => {
  const prompt = `A fox ${Date.now()}`
  await enterDemo(page, '/console/images')
  await page.getByRole('textbox', { name: 'Prompt', exact: true }).fill(prompt)
  await page.getByRole('button', { name: 'Generate' }).click()
  const made = history(page).getByRole('article').filter({ hasText: prompt })
  for (const [action, model] of [
    ['Upscale', 'Sandbox Upscale'],
    ['Remove background', 'Sandbox Remove Background'],
  ] as const) {
    await made.getByRole('button', { name: /^Open image 1/ }).click({ timeout: DRAWING_MILLIS })
    await page.getByRole('button', { name: action }).click()
    const form = page.getByRole('region', { name: 'New image' })
    await expect(form.getByText(model)).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'Prompt', exact: true })).toBeHidden()
    await page.getByRole('button', { name: 'Generate' }).click()
    const done = history(page).getByRole('article').filter({ hasText: model }).first()
    await expect(done.getByRole('button', { name: /^Open image 1/ })).toBeVisible({ timeout: DRAWING_MILLIS })
  }
  await made.getByRole('button', { name: /^Open image 1/ }).click()
  await page.getByRole('button', { name: 'Edit image' }).click()
  await expect(page.getByRole('textbox', { name: 'Prompt', exact: true })).toBeVisible()
})

async function openEditor(page: Page, name: string): Promise<void> {
  await page.getByRole('radio', { name: 'Edit' }).press('Space')
  const buffer = await sharp({ create: { width: 512, height: 512, channels: 3, background: '#7a9' } })
    .png()
    .toBuffer()
  await page.locator('input[type=file]').first().setInputFiles({ name, mimeType: 'image/png', buffer })
  // Its height is the picture's.
  await expect(page.getByRole('img', { name: 'Source' })).toHaveJSProperty('naturalWidth', 512)
}

async function generateByKeyboard(page: Page, prompt: string): Promise<void> {
  const words = page.getByRole('textbox', { name: 'Prompt', exact: true })
  await words.focus()
  await page.keyboard.type(prompt)
  await page.getByRole('button', { name: 'Generate' }).press('Enter')
  const edited = history(page).getByRole('article').filter({ hasText: prompt })
  await expect(edited.getByText('Edited with a mask')).toBeVisible({ timeout: DRAWING_MILLIS })
  await expect(edited.getByRole('button', { name: /^Open image 1/ })).toBeVisible({
    timeout: DRAWING_MILLIS,
  })
}

test('a mask is painted by keyboard', async ({ page }) => {
  await enterDemo(page, '/console/images')
  await openEditor(page, 'keys.png')
  const paint = page.getByRole('application', { name: 'Paint the area to change' })
  await paint.press('Space')
  await paint.press('Shift+ArrowRight')
  await paint.press('Control+z')
  await expect(page.getByRole('button', { name: 'Undo' })).toBeEnabled()
  await expectAccessible(page)
  await generateByKeyboard(page, `By keyboard ${Date.now()}`)
})

/** How many pixels of the source are painted over. */
const painted = (page: Page) =>
  page.locator('canvas').evaluate((canvas: HTMLCanvasElement) => {
    const pixels = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? []
    return pixels.filter((value, index) => index % 4 === 3 && value > 0).length
  })
/** The brush is about 45 pixels wide where these pictures are shown. */
const A_DAB = 1000

test('a dot of the brush paints a circle, and one of the eraser removes it', async ({ page }) => {
  await enterDemo(page, '/console/images')
  await openEditor(page, 'dab.png')
  const paint = page.getByRole('application', { name: 'Paint the area to change' })
  await paint.press('Space')
  await expect.poll(() => painted(page)).toBeGreaterThan(A_DAB)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => painted(page)).toBe(0)
  await paint.click({ position: { x: 60, y: 60 } })
  await expect.poll(() => painted(page)).toBeGreaterThan(A_DAB)
  const byMouse = await painted(page)
  await paint.click({ position: { x: 200, y: 60 } })
  await expect.poll(() => painted(page)).toBeGreaterThan(1.9 * byMouse)
  await page.getByRole('button', { name: 'Eraser' }).click()
  await paint.click({ position: { x: 60, y: 60 } })
  await expect.poll(() => painted(page)).toBeLessThan(1.1 * byMouse)
})

test('an invalid custom size is reported, starts nothing, and is cleared by “Reset”', async ({ page }) => {
  await enterDemo(page, '/console/images')
  await page.getByRole('textbox', { name: 'Prompt', exact: true }).fill('Of no size')
  const size = page.getByRole('textbox', { name: 'Custom size' })
  const generate = page.getByRole('button', { name: 'Generate' })
  const reset = page.getByRole('button', { name: 'Reset settings' })
  await expect(generate).toBeEnabled()
  await expect(reset).toBeDisabled()
  await size.fill('1000x1000')
  await expect(size).toHaveAccessibleDescription(/multiples of 16/)
  await expect(generate).toBeDisabled()
  await reset.click()
  await expect(size).toHaveValue('')
  await expect(size).not.toHaveAttribute('aria-invalid')
  await expect(generate).toBeEnabled()
  await expect(reset).toBeDisabled()
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

  test('a tap paints a circle', async ({ page }) => {
    await enterDemo(page, '/console/images')
    await openEditor(page, 'tap.png')
    await page.getByRole('application', { name: 'Paint the area to change' }).tap()
    await expect.poll(() => painted(page)).toBeGreaterThan(A_DAB)
  })

  test('a mask is painted by touch, and the page does not scroll', async ({ page }) => {
    await enterDemo(page, '/console/images')
    await openEditor(page, 'finger.png')
    const paint = page.getByRole('application', { name: 'Paint the area to change' })
    await paint.scrollIntoViewIfNeeded()
    const box = await paint.boundingBox()
    if (!box) throw new Error('the editor is not shown')
    const scrolled = () => page.evaluate(() => window.scrollY)
    const before = await scrolled()
    const devtools = await page.context().newCDPSession(page)
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', part: number) =>
      devtools.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: type === 'touchEnd' ? [] : [{ x: box.x + box.width / 2, y: box.y + box.height * part }],
      })
    await touch('touchStart', 0.3)
    for (const part of [0.4, 0.5, 0.6, 0.7]) await touch('touchMove', part)
    await touch('touchEnd', 0.7)
    await expect(page.getByRole('button', { name: 'Undo' })).toBeEnabled()
    expect(await scrolled()).toBe(before)
    await generateByKeyboard(page, `By finger ${Date.now()}`)
  })
})
