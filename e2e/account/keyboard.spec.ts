import { expect, type Locator, type Page } from '@playwright/test'
import { answers, box, sendButton } from '../gateway/playground'
import { allowSandboxPayments, enterDemo, signUp } from '../people'
import { test } from '../test'

// Nothing here touches the mouse.

const MOST_STOPS = 80

/** Presses Tab until the focus is on `target`, which is visible there. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible()
  for (let stops = 0; stops < MOST_STOPS; stops += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) {
      expect(await target.evaluate(isMarked), 'the focus is visible').toBe(true)
      return
    }
    await page.keyboard.press('Tab')
  }
  throw new Error(`The Tab key does not reach ${target}.`)
}

/** Whether the focused element, or what stands for it, has an outline or a ring. */
function isMarked(element: Element): boolean {
  if (element.matches('textarea, input:not([type=radio], [type=checkbox])')) return true // by its caret
  const around = [element, element.parentElement, element.nextElementSibling, element.closest('label')]
  return around.some((one) => {
    if (!one) return false
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(one)
    return (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none'
  })
}

/** Until the page answers, a key is lost. The balance is asked for once it does. */
const untilItAnswers = (page: Page) => expect(page.getByTestId('balance')).toBeVisible()

async function goBy(page: Page, letter: string, path: string): Promise<void> {
  await untilItAnswers(page)
  const devtools = await page.context().newCDPSession(page)
  // At one moment: the letter must come soon after, however long it takes to press it here.
  const timestamp = Date.now() / 1000
  for (const key of ['g', letter])
    for (const type of ['keyDown', 'keyUp'] as const)
      await devtools.send('Input.dispatchKeyEvent', { type, key, text: key, timestamp })
  await devtools.detach()
  await page.waitForURL(`**${path}`)
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test('the question mark lists the keys, but not while typing', async ({ page }) => {
  await enterDemo(page)
  await untilItAnswers(page)
  await page.keyboard.press('?')
  const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(dialog).toContainText('API keys')
  await expect(dialog).toContainText('Business')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await page.keyboard.press('Control+k')
  const search = page.getByPlaceholder(/^Search pages/)
  await expect(search).toBeFocused()
  await page.keyboard.type('?g')
  await expect(search).toHaveValue('?g')
  await expect(dialog).toHaveCount(0)
  await page.keyboard.press('Escape')
  await goBy(page, 'p', '/console/playground')
  await expect(box(page)).toBeVisible()
})

test('a key is created by the keyboard', async ({ page }) => {
  await signUp(page)
  await page.goto('/console')
  await untilItAnswers(page)
  await tabTo(page, page.getByRole('link', { name: 'Skip to content' }))
  await page.keyboard.press('Enter')
  await goBy(page, 'k', '/console/keys')
  const create = button(page, 'Create key').first()
  await tabTo(page, create)
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await tabTo(page, dialog.getByLabel('Name'))
  await page.keyboard.type('By hand')
  await page.keyboard.press('Enter')
  await expect(dialog.getByTestId('key-secret')).toHaveText(/^sk-portico-/)
  await tabTo(page, dialog.getByRole('button', { name: 'Done' }))
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('row', { name: /By hand/ })).toBeVisible()
  await expect(create).toBeFocused()
})

test('a question is asked in the playground by the keyboard', async ({ page }) => {
  await enterDemo(page)
  await goBy(page, 'p', '/console/playground')
  await tabTo(page, box(page))
  await page.keyboard.type('[[say:by hand]]')
  await expect(sendButton(page)).toBeEnabled()
  await page.keyboard.press('Enter')
  await expect(answers(page).last()).toContainText('by hand')
  await expect(box(page)).toBeFocused()
})

test('a member is invited by the keyboard', async ({ page }) => {
  await signUp(page)
  await page.goto('/console')
  await goBy(page, 't', '/console/organization')
  await tabTo(page, page.getByRole('link', { name: 'Members' }))
  await page.keyboard.press('Enter')
  await page.waitForURL('**/console/organization/members')
  const invite = button(page, 'Invite')
  await tabTo(page, invite)
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Invite a person' })
  await tabTo(page, dialog.getByRole('button', { name: 'Invite' }))
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('invitation-link')).toBeVisible()
  await tabTo(page, page.getByRole('button', { name: 'Done' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('list', { name: 'Invitations' })).toBeVisible()
  await expect(invite).toBeFocused()
})

test('credit is bought by the keyboard, on the payment page too', async ({ page }) => {
  await signUp(page)
  await allowSandboxPayments(page)
  await page.goto('/console')
  await expect(page.getByTestId('balance')).toBeVisible()
  const before = await page.getByTestId('balance').textContent()
  await goBy(page, 'b', '/console/billing')
  const buy = button(page, 'Buy')
  const amount = page.getByRole('textbox', { name: 'Amount in USD' })
  await expect(buy).toBeEnabled()
  await tabTo(page, amount)
  await expect(buy, 'who passes by chooses nothing').toBeEnabled()
  await page.keyboard.type('12.5')
  await expect(page.getByRole('radio', { name: 'Other amount' })).toBeChecked()
  await tabTo(page, buy)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/sandbox/checkout/*')
  await tabTo(page, button(page, 'Pay'))
  await page.keyboard.press('Enter')
  await page.waitForURL('**/console/billing/return?order=*')
  await tabTo(page, page.getByRole('link', { name: 'Go to billing' }))
  await page.keyboard.press('Enter')
  await page.waitForURL('**/console/billing')
  await expect(page.getByRole('table', { name: 'Orders' })).toContainText('$12.50')
  await expect(page.getByTestId('balance')).not.toHaveText(before ?? '')
})
