import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page, test } from '@playwright/test'
import { enterDemo } from './people'

async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(
    violations.map(({ id, nodes }) => ({ id, where: nodes.map(({ target }) => target.join(' ')) })),
  ).toEqual([])
}

const history = (page: Page) => page.getByRole('region', { name: 'What was made' })

test('a picture is made, opened, edited inside a mask and deleted', async ({ page }) => {
  const prompt = `A lighthouse at dusk ${Date.now()}`
  await enterDemo(page, '/console/images')
  await page.getByRole('textbox', { name: 'Prompt', exact: true }).fill(prompt)
  await expect(page.getByRole('region', { name: 'What to make' }).getByText(/^\$0\.0/)).toBeVisible()
  await page.getByRole('button', { name: 'Generate' }).click()
  const made = history(page).getByRole('article').filter({ hasText: prompt })
  await made.getByRole('button', { name: /^Open picture 1/ }).click({ timeout: 45_000 })
  await expect(page.getByRole('link', { name: 'Download' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Edit this' }).click()
  const paint = page.getByRole('img', { name: 'Paint over what may change' })
  await paint.hover({ position: { x: 60, y: 60 } })
  await page.mouse.down()
  await page.mouse.move(400, 400, { steps: 4 })
  await page.mouse.up()
  await expect(page.getByRole('button', { name: 'Undo' })).toBeEnabled()
  await page.getByRole('textbox', { name: 'Prompt', exact: true }).fill(`${prompt} with a red boat`)
  await page.getByRole('button', { name: 'Generate' }).click()
  const edited = history(page).getByRole('article').filter({ hasText: 'with a red boat' })
  await expect(edited.getByText('Edited in a mask')).toBeVisible({ timeout: 30_000 })
  await edited.getByRole('button', { name: /^Open picture 1/ }).click({ timeout: 45_000 })
  await expect(page.getByRole('slider', { name: 'Before and after' })).toBeVisible()
  await page.keyboard.press('Escape')
  await edited.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(edited).toHaveCount(0)
})
