import { expect, type Page } from '@playwright/test'
import { enterDemo } from '../people'
import { test } from '../test'
import { expectAccessible, expectHealthy, expectHealthyInBothThemes } from './expect-sound'
import { address, answers, ask, box, metric, open, sendButton } from './playground'

const stopButton = (page: Page) => page.getByRole('button', { name: 'Stop', exact: true })

async function addModel(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Compare with another model' }).click()
  await page.getByRole('combobox', { name: 'Search models' }).fill(name)
  await page.keyboard.press('Enter')
}

test('an answer streams in, with its cost', async ({ page }) => {
  await open(page)
  await box(page).fill('[[tokens:60]] [[chunk-delay:100ms]] Go on')
  await expect(sendButton(page)).toBeEnabled()
  await page.keyboard.press('Enter')
  const answer = answers(page).first()
  await expect(answer).toHaveAttribute('aria-busy', 'true')
  await expect(answer.getByText('Writing')).toBeVisible()
  await expect(sendButton(page)).toBeVisible()
  await expect(metric(answer, 'Cost')).toHaveText(/^\$0\.0000\d+$/)
  await expect(metric(answer, 'Tokens in')).toHaveText(/^\d+ in$/)
  await expect(metric(answer, 'Tokens out')).toHaveText('60 out')
  await expect(metric(answer, 'First token')).toHaveText(/^first token \d/)
  await expect(metric(answer, 'Speed')).toHaveText(/tok\/s$/)

  await ask(page, '[[say:second]]')
  await expect(answers(page).nth(1)).toContainText('second')
  await expect(page.getByTestId('conversation-totals')).toContainText('2 answers')
  await expect(box(page)).toBeFocused()
})

test('Markdown is rendered and HTML in it is not', async ({ page }) => {
  await open(page)
  await ask(
    page,
    '[[say:**bold** <img src=x onerror=alert(1)> [link](https://example.com) [bad](javascript:alert(1))]]',
  )
  const answer = answers(page).first()
  await expect(answer.locator('strong')).toHaveText('bold')
  await expect(answer.locator('img')).toHaveCount(0)
  await expect(answer.getByRole('link', { name: 'link' })).toHaveAttribute('rel', /noopener/)
  await expect(answer.locator('a[href^="javascript"]')).toHaveCount(0)
})

test('Stop and Escape keep the text so far', async ({ page }) => {
  await open(page)
  await box(page).fill('[[tokens:2000]] [[chunk-delay:20ms]]')
  await sendButton(page).click()
  await expect(answers(page).locator('.answer')).toBeVisible()
  await stopButton(page).click()
  await expect(answers(page).getByText('Stopped', { exact: true })).toBeVisible()
  await expect(answers(page).locator('.answer')).not.toBeEmpty()
  // The usage of a stopped stream never arrives; its cost is looked up afterwards.
  await expect(metric(answers(page), 'Cost')).toHaveText(/^\$0\.0\d+$/)

  await page.getByRole('button', { name: 'Retry answer' }).click()
  await expect(answers(page).locator('.answer')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(answers(page).getByText('Stopped', { exact: true })).toBeVisible()
})

test('a message is edited and sent again; another is deleted and restored', async ({ page }) => {
  await open(page)
  await ask(page, '[[say:one]]')
  await ask(page, '[[say:two]]')
  const first = page.getByRole('article', { name: 'Your message' }).first()
  await first.hover()
  await first.getByRole('button', { name: 'Edit message' }).click()
  await page.getByRole('textbox', { name: 'Message text' }).fill('[[say:three]]')
  await page.getByRole('button', { name: 'Resend' }).click()
  await expect(answers(page)).toHaveCount(1)
  await expect(answers(page)).toContainText('three')

  await page.getByRole('article', { name: 'Your message' }).hover()
  await page.getByRole('button', { name: 'Delete message' }).click()
  await expect(answers(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(answers(page)).toContainText('three')
})

test('two models answer side by side', async ({ page }) => {
  await open(page)
  await addModel(page, 'chat pro')
  await ask(page, '[[say:both of us]]')
  await expect(page.getByRole('region', { name: 'Column Sandbox Chat', exact: true })).toContainText(
    'both of us',
  )
  await expect(page.getByRole('region', { name: 'Column Sandbox Chat Pro' })).toContainText('both of us')
  await expect(metric(answers(page).nth(1), 'Cost')).toBeVisible()
  for (const name of ['Sandbox Chat', 'Sandbox Chat Pro'])
    await expect(
      page
        .getByRole('region', { name: `Column ${name}`, exact: true })
        .getByText(/^\$[\d.]+ in, \$[\d.]+ out per M/),
    ).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Remove Sandbox Chat Pro' }).click()
  await expect(answers(page)).toHaveCount(1)
  const fontOf = (selector: string) =>
    page.locator(selector).evaluate((element) => getComputedStyle(element).fontFamily)
  await expect(page.getByText('Model removed')).toBeVisible()
  expect(await fontOf('[data-sonner-toaster]')).toBe(await fontOf('body'))
})

test('a tool is called, its result entered by hand, and the model continues', async ({ page }) => {
  await open(page)
  await page.getByRole('button', { name: 'Add tools' }).click()
  await page.getByRole('textbox', { name: 'List of function tools' }).fill('[{]')
  await expect(page.getByRole('button', { name: 'Save' })).toBeDisabled()
  await page.getByRole('button', { name: 'Insert example' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await ask(page, 'What is the weather in Lisbon right now?')
  const call = page.getByRole('region', { name: 'Tool call get_weather' })
  await expect(call).toContainText('"city": "Lisbon"')
  await call.getByLabel('Result of get_weather').fill('{"temperature": 21}')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(answers(page)).toHaveCount(2)
  await expect(answers(page).nth(1)).toContainText('21')
  await expectAccessible(page)
})

test('errors appear in place, with their code and a retry', async ({ page }) => {
  await open(page)
  await ask(page, '[[status:429]]')
  const limited = answers(page).first().getByRole('alert')
  await expect(limited).toContainText('rate_limit_exceeded')
  await expect(limited).toContainText('HTTP 429')
  await ask(page, 'Tell me something [[tokens:50]] [[cut:5]]')
  const broken = answers(page).nth(1)
  await expect(broken.getByRole('alert')).toContainText('upstream_error')
  await expect(broken.locator('.answer')).not.toBeEmpty()
  await expect(broken.getByRole('button', { name: 'Retry' })).toBeEnabled()
})

test('the request is shown as code', async ({ page }) => {
  await open(page)
  await page.getByLabel('System prompt').fill('Be brief.')
  await page.getByLabel('Temperature', { exact: true }).fill('0.3')
  await box(page).fill("It's me")
  await page.getByRole('button', { name: 'Code' }).click()
  const dialog = page.getByRole('dialog', { name: 'Code' })
  await expect(dialog).toContainText(`It'\\''s me`)
  await expect(dialog).toContainText('$PORTICO_API_KEY')
  await expect(dialog).toContainText(`${new URL(page.url()).origin}/v1/chat/completions`)
  await dialog.getByRole('tab', { name: 'TypeScript' }).click()
  await expect(dialog).toContainText('temperature: 0.3,')
  await dialog.getByRole('tab', { name: 'Python' }).click()
  await expect(dialog).toContainText('stream=True,')
  await dialog.getByRole('switch', { name: 'Stream' }).click()
  await expect(dialog).not.toContainText('stream=True,')
  await expectAccessible(page)
})

test('a link to the playground chooses the model', async ({ page }) => {
  await enterDemo(page, `${address}?model=sandbox%2Fchat-pro`)
  await expect(page.getByRole('button', { name: 'Model: sandbox/chat-pro' })).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`${address}$`))
})

const screens = [
  {
    name: 'desktop',
    colorScheme: 'light',
    viewport: { width: 1280, height: 800 },
    expectGood: expectHealthyInBothThemes,
  },
  { name: 'phone', colorScheme: 'dark', viewport: { width: 390, height: 844 }, expectGood: expectHealthy },
] as const

for (const { name, colorScheme, viewport, expectGood } of screens) {
  test.describe(name, () => {
    test.use({ colorScheme, viewport })

    test('the playground is accessible with answers', async ({ page }) => {
      await open(page)
      await ask(
        page,
        '[[say:# Title\n\n| a | b |\n| - | - |\n| 1 | 2 |\n\n- [x] done\n\n```js\nlet a = 1\n```\n]]',
      )
      await ask(page, '[[status:500]]')
      await expect(answers(page)).toHaveCount(2)
      await expectGood(page)
    })
  })
}
