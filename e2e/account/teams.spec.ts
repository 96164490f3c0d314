import { readFileSync } from 'node:fs'
import { type APIRequestContext, type Browser, expect, type Locator, type Page } from '@playwright/test'
import { Client } from 'pg'
import { expectHealthy } from '../gateway/expect-sound'
import { address, answers, ask, box, sendButton } from '../gateway/playground'
import { buyCredit, join, PASSWORD, signUp } from '../people'
import { openPage, test } from '../test'

const pages = '/console/organization'
const switcherOf = (page: Page) => page.getByRole('button', { name: 'Organization:' })

/** A key with nothing but itself. */
async function complete(request: APIRequestContext, key: string) {
  const answer = await request.post('/v1/chat/completions', {
    headers: { authorization: `Bearer ${key}` },
    data: { model: 'sandbox/chat', max_tokens: 5, messages: [{ role: 'user', content: 'Hello' }] },
  })
  return { status: answer.status(), body: await answer.json() }
}

async function limitMember(page: Page, name: string, usd: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: 'Spending limit…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Spending limit' })
  await dialog.getByLabel('Spending limit').fill(usd)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toHaveCount(0)
}

/** Chooses in a select. */
async function choose(page: Page, select: Locator, option: string): Promise<void> {
  await select.click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

async function makeKey(page: Page, name: string, usd: string): Promise<string> {
  await page.goto('/console/keys')
  await page.getByRole('button', { name: 'Create key' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByLabel('Spending limit').fill(usd)
  await dialog.getByRole('button', { name: 'Create key' }).click()
  const key = await dialog.getByTestId('key-secret').textContent()
  await dialog.getByRole('button', { name: 'Done' }).click()
  return key ?? ''
}

test('a person is invited, accepts, makes a limited key, is told which limit refuses, and goes on once it is raised', async ({
  page,
  browser,
  request,
}) => {
  await signUp(page, 'Olga Owner')
  await buyCredit(page)
  await page.goto(`${pages}/members`)
  await page.getByRole('button', { name: 'Invite' }).click()
  const invite = page.getByRole('dialog', { name: 'Invite a person' })
  await invite.getByRole('button', { name: 'Invite' }).click()
  const link = await page.getByTestId('invitation-link').textContent()
  await page.getByRole('button', { name: 'Done' }).click()

  const guest = await openPage(browser)
  await signUp(guest, 'Gus Guest')
  await guest.goto(String(link))
  await guest.getByRole('button', { name: 'Accept invitation' }).click()
  await guest.waitForURL('**/console')
  await expect(switcherOf(guest)).toContainText('Olga Owner')
  const key = await makeKey(guest, 'Gus’s own', '5')
  expect(await complete(request, key)).toMatchObject({ status: 200 })

  await page.reload()
  await limitMember(page, 'Gus Guest', '0')
  expect(await complete(request, key)).toMatchObject({
    status: 402,
    body: { error: { code: 'spend_limit_exceeded', metadata: { limit_source: 'member_limit' } } },
  })
  await guest.goto(address)
  await box(guest).fill('Hello')
  await sendButton(guest).click()
  await expect(
    guest.getByText(/The spending limit of .*An owner or admin can raise it/).first(),
  ).toBeVisible()

  await limitMember(page, 'Gus Guest', '5')
  expect(await complete(request, key)).toMatchObject({ status: 200 })
  await ask(guest, '[[say:Works again]]')
  await expect(answers(guest).last()).toContainText('Works again')
  await page.reload()
  await expect(page.getByRole('row', { name: /Gus Guest/ })).toContainText('of $5.00 a month')
  await guest.context().close()
})

test('an owner who leaves hands over first; the next one deletes the organization', async ({
  page,
  browser,
}) => {
  await signUp(page, 'Olga Owner')
  const guest = await join(page, browser, 'Gus Guest', 'admin')
  await page.goto('/console/settings')
  await page.getByRole('button', { name: 'Delete account' }).click()
  const deletion = page.getByRole('dialog', { name: 'Delete account' })
  await deletion.getByLabel('Your password').fill(PASSWORD)
  await deletion.getByRole('button', { name: 'Delete account' }).click()
  await expect(deletion.getByText(/You are the only owner of Olga Owner/)).toBeVisible()

  await page.goto(`${pages}/members`)
  await page.getByRole('button', { name: 'Actions for Gus Guest' }).click()
  await page.getByRole('menuitem', { name: 'Hand over ownership…' }).click()
  await page.getByRole('button', { name: 'Hand over' }).click()
  await expect(page.getByText('Ownership handed over')).toBeVisible()
  await page.goto(pages)
  await page.getByRole('button', { name: 'Leave organization' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Leave organization' }).click()
  await page.waitForURL('**/console')
  await page.goto(`${pages}/members`)
  await expect(page.getByText('1 member', { exact: true })).toBeVisible()
  await expect(page.getByRole('row', { name: /Olga Owner/ })).toBeVisible()

  await guest.goto(pages)
  await guest.getByRole('button', { name: 'Delete organization' }).click()
  const dialog = guest.getByRole('dialog', { name: 'Delete organization' })
  await dialog.getByLabel('Name of the organization').fill('Olga')
  await dialog.getByLabel('Your password').fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Delete organization' }).click()
  await expect(dialog.getByText('Type Olga Owner.')).toBeVisible()
  await dialog.getByLabel('Name of the organization').fill('Olga Owner')
  await dialog.getByRole('button', { name: 'Delete organization' }).click()
  await guest.waitForURL('**/console')
  await expect(switcherOf(guest)).toContainText('Gus Guest')
  await guest.context().close()
})

test('a person in two organizations sees each by itself, in every tab', async ({ page, browser }) => {
  await signUp(page, 'Olga Owner')
  const guest = await join(page, browser, 'Gus Guest', 'developer')
  const post = (name: string) => guest.request.post('/api-account/user/api-keys', { data: { name } })
  expect((await post('For Olga')).status()).toBe(201)
  await guest.goto('/console/keys')
  await expect(guest.getByRole('row', { name: /For Olga/ })).toBeVisible()
  const other = await guest.context().newPage()
  await other.goto('/console')
  await switcherOf(other).click()
  await other.getByRole('menuitemradio', { name: 'Gus Guest' }).click()
  await expect(switcherOf(other)).toContainText('Gus Guest')
  // The first tab follows by itself.
  await expect(switcherOf(guest)).toContainText('Gus Guest')
  expect((await post('For Gus')).status()).toBe(201)
  await guest.reload()
  await expect(guest.getByRole('row', { name: /For Gus/ })).toBeVisible()
  await expect(guest.getByRole('row', { name: /For Olga/ })).toHaveCount(0)
  await guest.goto(pages)
  await expect(guest.getByText('Owner', { exact: true }).first()).toBeVisible()
  await guest.context().close()
})

test('a project is made, limits its keys, and is deleted when none is left', async ({ page, request }) => {
  await signUp(page)
  await buyCredit(page)
  await page.goto(`${pages}/projects`)
  await expect(page.getByText('No projects yet')).toBeVisible()
  await page.getByRole('button', { name: 'New project' }).click()
  const dialog = page.getByRole('dialog', { name: 'New project' })
  await dialog.getByRole('button', { name: 'Create project' }).click()
  await expect(dialog.getByLabel('Name')).toHaveAccessibleDescription('Give the project a name.')
  await dialog.getByLabel('Name').fill('Search')
  await dialog.getByLabel('Spending limit').fill('0')
  await choose(page, dialog.getByRole('combobox', { name: 'Limit resets' }), 'Every day')
  await dialog.getByLabel('Time zone').fill('Asia/Tokio')
  await dialog.getByRole('button', { name: 'Create project' }).click()
  await expect(dialog.getByText('Enter a time zone such as Europe/Berlin.')).toBeVisible()
  await dialog.getByLabel('Time zone').fill('Asia/Tokyo')
  await dialog.getByRole('button', { name: 'Create project' }).click()
  const row = page.getByRole('list', { name: 'Projects' }).getByRole('listitem')
  await expect(row).toContainText('0 keys, all models, Asia/Tokyo')

  const keys = '/api-account/user/api-keys'
  const { data } = await (await page.request.get('/api-account/organization/projects')).json()
  const made = await page.request.post(keys, { data: { name: 'crawler', project_id: data[0].id } })
  const { key, id } = await made.json()
  expect((await complete(request, key)).body).toMatchObject({
    error: { metadata: { limit_source: 'project_limit' } },
  })
  await page.getByRole('button', { name: 'Change Search' }).click()
  const change = page.getByRole('dialog', { name: 'Change project' })
  await change.getByLabel('Spending limit').fill('2')
  await change.getByRole('button', { name: 'Save' }).click()
  await expect(row).toContainText('of $2.00 a day')
  await expect(row).toContainText('1 key,')
  expect((await complete(request, key)).status).toBe(200)

  await page.getByRole('button', { name: 'Delete Search' }).click()
  const confirm = page.getByRole('alertdialog')
  await confirm.getByRole('button', { name: 'Delete project' }).click()
  await expect(confirm.getByRole('alert')).toContainText('This project has 1 API key.')
  expect((await page.request.delete(`${keys}/${id}`)).status()).toBe(200)
  await confirm.getByRole('button', { name: 'Delete project' }).click()
  await expect(page.getByText('No projects yet')).toBeVisible()
})

test('the audit log says who did what, by action and day, and as CSV', async ({ page, browser }) => {
  await signUp(page, 'Olga Owner')
  const guest = await join(page, browser, 'Gus Guest', 'admin')
  for (const name of ['Search', 'Ads'])
    await guest.request.post('/api-account/organization/projects', {
      data: { name, limit_usd: '5', limit_reset: 'monthly' },
    })
  await page.request.post('/api-account/user/api-keys', { data: { name: 'crawler' } })
  await page.goto(`${pages}/audit`)
  const lines = page.getByRole('list', { name: 'Entries' }).getByRole('listitem')
  await expect(lines).toHaveText([
    /^Created API key\s*crawler.*Olga Owner/,
    /^Created project\s*AdsLimit: \$5\.00 · Limit reset: monthlyGus Guest/,
    /^Created project\s*Search.*Gus Guest/,
    /^Joined\s*Gus Guest.*Gus Guest/,
    /^Created invitation/,
  ])
  await choose(page, page.getByRole('combobox', { name: 'Action' }), 'Created project')
  await expect(lines).toHaveCount(2)
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'CSV' }).click()
  const csv = readFileSync(await (await download).path(), 'utf8')
  expect(csv.trim().split('\r\n').slice(1)).toEqual([
    expect.stringMatching(/,Gus Guest,project\.create,.*,done,Created project$/),
    expect.stringMatching(/,Gus Guest,project\.create,.*,done,Created project$/),
  ])
  await page.getByLabel('Last day (UTC)').fill('2020-01-01')
  await expect(page.getByText('No entries')).toBeVisible()
  await guest.context().close()
})

test('a SCIM token is shown once, works, and stops with its rotation and revocation', async ({
  page,
  request,
}) => {
  await signUp(page)
  await page.goto(`${pages}/provisioning`)
  const shown = async () => {
    const token = await page.getByTestId('scim-token').textContent()
    await page.getByRole('button', { name: 'Done' }).click()
    await expect(page.getByText(String(token))).toHaveCount(0)
    return String(token)
  }
  const users = async (token: string, data?: object) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json' }
    const answer = await (data
      ? request.post('/scim/v2/Users', { headers, data })
      : request.get('/scim/v2/Users', { headers }))
    return answer.status()
  }
  await page.getByRole('button', { name: 'Create token' }).click()
  const first = await shown()
  await expect(page.getByText(`…${first.slice(-4)}`)).toBeVisible()
  expect(await users(first, { userName: 'bob@example.com' })).toBe(201)
  await page.reload()
  await expect(page.getByText('1 provisioned, 0 joined')).toBeVisible()
  await page.getByRole('button', { name: 'Rotate token' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Rotate token' }).click()
  const second = await shown()
  expect([await users(first), await users(second)]).toEqual([401, 200])
  await choose(page, page.getByRole('combobox', { name: 'Default role' }), 'Viewer')
  await expect(page.getByText('Role saved')).toBeVisible()
  await page.getByRole('button', { name: 'Revoke token' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke token' }).click()
  await expect(page.getByText('None yet')).toBeVisible()
  expect(await users(second)).toBe(401)
})

test.describe('500 members', () => {
  const long =
    'Wolfeschlegelsteinhausenbergerdorff Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch'
  let cookies: Awaited<ReturnType<ReturnType<Page['context']>['cookies']>>

  test.beforeAll(async ({ browser }) => {
    const page = await openPage(browser)
    await signUp(page, 'Olga Owner')
    const { id } = await (await page.request.get('/api-account/organization')).json()
    await addMembers(id)
    cookies = await page.context().cookies()
    await page.context().close()
  })

  /** Rows, since a password is hashed at each sign-up. */
  async function addMembers(customerId: string): Promise<void> {
    const database = new Client({ connectionString: process.env.E2E_DATABASE_URL })
    await database.connect()
    await database.query(
      `WITH n AS (SELECT i, substr($1, 5) || lpad(i::text, 3, '0') AS id,
                         CASE i WHEN 7 THEN $2 ELSE 'Member ' || lpad(i::text, 3, '0') END AS name FROM generate_series(1, 499) i),
         home AS (INSERT INTO customers (id, name) SELECT 'cus_' || id, name FROM n RETURNING 1),
         people AS (INSERT INTO users (id, customer_id, email, name)
           SELECT 'usr_' || id, 'cus_' || id, 'member.' || id || '@a-rather-long-name-of-a-company.example', name FROM n RETURNING 1)
       INSERT INTO memberships (id, customer_id, user_id, role, limit_nanos, limit_reset)
         SELECT 'mbr_5' || id, $1, 'usr_' || id, (ARRAY['admin', 'developer', 'billing', 'viewer'])[i % 4 + 1],
                CASE WHEN i % 3 = 0 THEN 50000000000 END, CASE WHEN i % 3 = 0 THEN 'monthly' END FROM n`,
      [customerId, long],
    )
    await database.end()
  }

  async function open(browser: Browser, width: number, colorScheme: 'light' | 'dark'): Promise<Page> {
    const page = await openPage(browser, { viewport: { width, height: 800 }, colorScheme })
    await page.context().addCookies(cookies)
    await page.goto(`${pages}/members`)
    await expect(page.getByText('500 members', { exact: true })).toBeVisible()
    return page
  }

  const rows = (page: Page) => page.getByRole('table', { name: 'Members' }).getByRole('row')

  test('are searched, sorted and read on, a page at a time', async ({ browser }) => {
    const page = await open(browser, 1280, 'light')
    await expect(rows(page)).toHaveCount(1 + 50)
    await page.getByRole('button', { name: 'Load more' }).scrollIntoViewIfNeeded()
    await expect.poll(() => rows(page).count()).toBeGreaterThan(1 + 50)
    await page.getByLabel('Search by name or email').fill('member 4')
    await expect(page.getByText('100 members', { exact: true })).toBeVisible()
    await expect(rows(page).nth(1)).toContainText('Member 400')
    await page.getByLabel('Search by name or email').fill('member 499')
    await expect(rows(page)).toHaveCount(1 + 1)
    await page.getByLabel('Search by name or email').fill('')
    await choose(page, page.getByRole('combobox', { name: 'Order' }), 'By role')
    await expect(rows(page).nth(1)).toContainText('Olga Owner')
    await page.getByLabel('Search by name or email').fill('nobody at all')
    await expect(page.getByText('No matching members')).toBeVisible()
    await page.context().close()
  })

  for (const width of [1280, 390])
    for (const scheme of ['light', 'dark'] as const)
      test(`fit ${width} pixels, ${scheme}`, async ({ browser }) => {
        const page = await open(browser, width, scheme)
        await page.getByLabel('Search by name or email').fill(long.slice(0, 20))
        await expect(rows(page)).toHaveCount(1 + 1)
        await expectHealthy(page)
        await page.context().close()
      })
})
