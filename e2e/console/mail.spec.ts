import { expect, type Page } from '@playwright/test'
import { type MailServer, openMailServer, textOfMail } from '@/lib/platform/testing/mail-server'
import { openPortico } from '../open-portico'
import { openPage, test } from '../test'
import { expectSound, expectSoundInBothThemes } from './expect-sound'
import { PASSWORD, signIn, signUp } from './people'

// One Portico that sends mail, for all of them.
test.describe.configure({ mode: 'serial' })
let server: MailServer
let portico: Awaited<ReturnType<typeof openPortico>>
let page: Page

test.beforeAll(async () => {
  server = await openMailServer()
  portico = await openPortico('mail', {
    SMTP_URL: server.url,
    MAIL_FROM: 'Portico <no-reply@portico.example>',
  })
})
test.afterAll(async () => {
  await portico?.close()
  server?.close()
})
test.beforeEach(async ({ browser }) => {
  page = await openPage(browser, { baseURL: portico.url(), reducedMotion: 'reduce' })
})
test.afterEach(() => page.context().close())

/** The mail to this address that says so, once it has come. */
async function mailTo(email: string, words: string): Promise<string> {
  const found = () =>
    server.mails
      .filter(({ to }) => to.includes(email))
      .map(({ data }) => textOfMail(data))
      .findLast((text) => text.includes(words))
  await expect.poll(found).toBeDefined()
  return found() ?? ''
}

const linkIn = (mail: string) => /http:\/\/localhost:\d+\/[a-z-]+\/[\w-]{43}/.exec(mail)?.[0] ?? ''

test('a person who forgot the password sets a new one by a link from a mail, once', async () => {
  const email = await signUp(page)
  await page.context().clearCookies()
  await page.goto('/sign-in')
  await expectSound(page)
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await expectSoundInBothThemes(page)
  await page.getByRole('button', { name: 'Mail me a link' }).click()
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription('Enter your email address.')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Email').press('Enter')
  await expect(page.getByText('Look into your mail')).toBeVisible()
  await expectSound(page)

  const link = linkIn(await mailTo(email, 'asked for a new password'))
  const opened = await page.goto(link)
  expect(opened?.headers()).toMatchObject({ 'referrer-policy': 'no-referrer', 'cache-control': 'no-store' })
  await expect(page.getByText(email)).toBeVisible()
  await expectSoundInBothThemes(page)
  const field = page.getByLabel('New password')
  await field.fill('short')
  await field.press('Enter')
  await expect(field).toHaveAccessibleDescription(/^At least 10 characters\./)
  await field.fill('another one, longer')
  await field.press('Enter')
  await page.waitForURL('**/sign-in?reset=1')
  await expect(page.getByText('Your password is changed')).toBeVisible()
  await mailTo(email, 'There is a new password for your account.')
  await signIn(page, 'credentials', { email, password: 'another one, longer' })

  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'This link does not work' })).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  await expectSoundInBothThemes(page)
  await page.getByRole('link', { name: 'Ask for a new link' }).click()
  await page.waitForURL('**/forgot-password')
})

test('of two links that were asked for either works, and an open page of the other says that it does not any more', async () => {
  const email = await signUp(page)
  const asked = 'asked for a new password'
  const countOfMails = () => server.mails.filter(({ to }) => to.includes(email)).length
  const ask = () => page.request.post('/api/forgot-password', { data: { email } })
  const setPassword = async (at: Page) => {
    await at.getByLabel('New password').fill(PASSWORD)
    await at.getByRole('button', { name: 'Save password' }).click()
  }
  await ask()
  const first = linkIn(await mailTo(email, asked))
  await ask()
  await expect.poll(countOfMails, { timeout: 30_000 }).toBe(2)
  const second = linkIn(await mailTo(email, asked))
  expect(second).not.toBe(first)
  await page.goto(second)
  const other = await page.context().newPage()
  await other.goto(first)
  await setPassword(other)
  await other.waitForURL('**/sign-in?reset=1')
  await setPassword(page)
  await expect(page.getByRole('heading', { name: 'This link does not work' })).toBeVisible()
})

test('a person gets another email, which is confirmed by a link from a mail', async () => {
  const email = await signUp(page)
  const next = `new.${email}`
  await page.goto('/console/settings')
  await page.getByRole('button', { name: 'Change email' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change email' })
  await expectSoundInBothThemes(page)
  await dialog.getByLabel('New email').fill(next)
  await dialog.getByLabel('Your password').fill('not this one')
  await dialog.getByRole('button', { name: 'Mail the link' }).click()
  await expect(dialog.getByLabel('Your password')).toHaveAccessibleDescription(/not right/)
  await dialog.getByLabel('Your password').fill(PASSWORD)
  await dialog.getByLabel('Your password').press('Enter')
  await expect(page.getByText('has to be confirmed')).toBeVisible()
  await expectSoundInBothThemes(page)

  const mail = await mailTo(next, `The account with ${email}`)
  await page.goto(linkIn(mail))
  await expect(page.getByText(next)).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  await expectSoundInBothThemes(page)
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByRole('heading', { name: 'Your email is confirmed' })).toBeVisible()
  await expectSound(page)
  await mailTo(email, `You sign in with ${next} from now on`)
  await page.goto('/console/settings')
  await expect(page.getByText(next)).toBeVisible()
  await expectSound(page)
  await page.goto(linkIn(mail))
  await expect(page.getByRole('heading', { name: 'This link does not work' })).toBeVisible()
  await signIn(page, 'credentials', { email: next, password: PASSWORD })
})

test('a person does not want another email after all', async () => {
  const email = await signUp(page)
  const next = `new.${email}`
  const wish = { email: next, current_password: PASSWORD }
  expect((await page.request.put('/api-account/user/email', { data: wish })).status()).toBe(200)
  const link = linkIn(await mailTo(next, `The account with ${email}`))
  await page.goto('/console/settings')
  await page.getByRole('button', { name: 'Cancel the change' }).click()
  await expect(page.getByText('has to be confirmed')).toBeHidden()
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'This link does not work' })).toBeVisible()
})
