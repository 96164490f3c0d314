import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, expect, type Page } from '@playwright/test'
import { Client } from 'pg'
import { CreatedApiKey } from '../../lib/account/api-keys/schema'
import { FiguresReply } from '../../lib/operator/admin/figures-schema'
import { answerWith } from '../../lib/upstream/testing/answer-with'
import { startFaultUpstream } from '../../lib/upstream/testing/fault-upstream'
import { readPostmaster } from '../../scripts/postgres/postmaster.mjs'
import { startPortico } from '../../scripts/testing/start-portico.mjs'
import { expectAccessible } from '../gateway/expect-sound'
import { openConsolePage, signUp } from '../people'
import { readDemo } from '../read-demo'
import { openPage, test } from '../test'

const KEY = 'sk-a-very-secret-key-of-the-operator-9J4M'
const LISTED = 'journey-large'
const MODEL = `acme/${LISTED}`
/** $0.005160 at the price of $2 and $8 per million, $0.003525 at the cost of $1.50 and $5. */
const USED = { prompt_tokens: 1200, completion_tokens: 345, total_tokens: 1545 }
const MONEY = { spend: '0.005160', upstream_cost: '0.003525', margin: '0.001635' }

const { json } = answerWith
const list = json(200, { object: 'list', data: [{ id: LISTED }] })
const answer = json(200, {
  id: 'up-1',
  object: 'chat.completion',
  created: 1,
  model: LISTED,
  usage: USED,
  choices: [{ index: 0, message: { role: 'assistant', content: 'Hi' }, finish_reason: 'stop' }],
})
/** The response of a provider that reveals the key. */
const refusal = json(401, { error: { message: `Incorrect API key provided: ${KEY}` } })

test('from a fresh install to the margin of a customer’s request, on two nodes, and the key appears nowhere', async ({
  browser,
}) => {
  test.setTimeout(300_000)
  const upstream = await startFaultUpstream()
  upstream.answer((res, req) => {
    if (req.headers.authorization !== `Bearer ${KEY}`) json(401, {})(res, req)
    else (req.url === '/v1/models' ? list : answer)(res, req)
  })
  const nodes = await startTwoNodes()
  try {
    const operator = await openWatched(browser, nodes.first.url)
    const customer = await openWatched(browser, nodes.second.url)
    await signUp(customer.page)
    const made = await customer.page.request.post('/api-account/user/api-keys', { data: { name: 'first' } })
    const { key: secret } = CreatedApiKey.parse(await made.json())
    const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' }
    const body = JSON.stringify({ model: MODEL, messages: [{ role: 'user', content: 'Hello' }] })
    const ask = () => fetch(`${nodes.second.url}/v1/chat/completions`, { method: 'POST', headers, body })
    expect((await ask()).status).toBe(404)

    await test.step('the operator signs in and connects a provider', async () => {
      await operator.page.goto(readDemo(nodes.first.dataDir).sign_in_url)
      await operator.page.waitForURL('**/console')
      await openConsolePage(operator.page, 'Providers')
      await connectProvider(operator.page, upstream.baseUrl)
    })
    await test.step('a model is discovered, published, and priced above its cost', async () => {
      await publishModel(operator.page)
      await setPriceAndCost(operator.page)
    })
    const answered = await test.step('the other node serves it', async () => {
      const listed = () => fetch(`${nodes.second.url}/v1/models/${MODEL}`, { headers })
      const read = async () => (await (await listed()).json()).pricing
      await expect.poll(read).toMatchObject({ prompt: '0.000002', completion: '0.000008' })
      const response = await ask()
      expect(response.status).toBe(200)
      await customer.page.goto(`/models/${MODEL}`)
      await expect(customer.page.getByRole('heading', { name: LISTED, level: 1 })).toBeVisible()
      return response.text()
    })
    // The models are listed in between, by a job.
    const asked = upstream.requests.findLast(({ path }) => path === '/v1/chat/completions')
    expect(asked?.headers.authorization).toBe(`Bearer ${KEY}`)
    expect(JSON.parse(asked?.body ?? '')).toMatchObject({ model: LISTED })
    await test.step('cost and margin are in the figures', () => expectFigures(operator.page))
    await test.step('a name set here applies on the other node', async () => {
      await renameInstallation(operator.page)
      await expect(async () => {
        await customer.page.reload()
        expect(await customer.page.title()).toMatch(/ · Acme AI$/)
      }).toPass()
    })

    upstream.answer(refusal)
    const refused = await ask()
    expect(refused.status).toBeGreaterThanOrEqual(500)
    await operator.page.goto('/console/admin/providers?provider=acme')
    await operator.page.getByRole('button', { name: 'Test the key ending in 9J4M' }).click()
    await expect(operator.page.getByText('The key was rejected')).toBeVisible()

    await test.step('the key is never stored or sent in clear', async () => {
      const said = [answered, await refused.text(), ...(await operator.said()), ...(await customer.said())]
      const database = await dump(nodes.databaseUrl)
      for (const place of [said.join(), database]) expect(place).toContain('9J4M') // the only part that is shown
      expect([...said, database].filter(tells)).toEqual([])
      expect([...operator.errors, ...customer.errors]).toEqual([]) // requests of open pages fail from here on
      await nodes.stop()
      const files = nodes.files().map((name) => ({ name, content: readFileSync(name) }))
      expect(files.some(({ content }) => content.includes(LISTED))).toBe(true)
      expect(files.filter(({ content }) => tells(content)).map(({ name }) => name)).toEqual([])
    })
  } finally {
    await nodes.close()
    await upstream.stop()
  }
})

/** Two servers on one database: the first with defaults of `npm start`. */
async function startTwoNodes() {
  const folders = ['first', 'second'].map((name) => mkdtempSync(join(tmpdir(), `portico-journey-${name}-`)))
  const logs = ['first', 'second'].map((name) => join('.cache', 'test', `operator-journey-${name}.log`))
  const start = (place: 0 | 1, more: Record<string, string> = {}) =>
    startPortico(process.cwd(), {
      logFile: logs[place] ?? '',
      settings: {
        DATA_DIR: folders[place] ?? '',
        LOG_LEVEL: 'debug',
        OUTBOUND_ALLOW: '127.0.0.1',
        TRIAL_CREDIT_USD: '1',
        ...more,
      },
    })
  const first = await start(0)
  const read = (name: string) => readFileSync(join(first.dataDir, name), 'utf8').trim()
  const port = readPostmaster(join(first.dataDir, 'postgres'))?.port
  const databaseUrl = `postgresql://portico:${read('postgres-password')}@127.0.0.1:${port}/portico`
  const shared = { DATABASE_URL: databaseUrl, NEXTAUTH_SECRET: read('nextauth-secret'), DEMO: 'off' }
  const second = await start(1, shared).catch(async (error: unknown) => {
    await first.stop()
    throw error
  })
  const stop = async () => {
    await second.stop()
    await first.stop()
  }
  return {
    first,
    second,
    databaseUrl,
    stop,
    /** Every file that they wrote: logs and data, including PostgreSQL's files. */
    files: () => [
      ...logs,
      ...folders.flatMap((folder) =>
        readdirSync(folder, { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile())
          .map(({ parentPath, name }) => join(parentPath, name)),
      ),
    ],
    async close() {
      await stop()
      for (const folder of folders) rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** A page in its own context that records what it receives and stores, and its errors. */
async function openWatched(browser: Browser, baseURL: string) {
  const page = await openPage(browser, { baseURL, viewport: { width: 1280, height: 900 } })
  const bodies: Promise<string>[] = []
  const errors: string[] = []
  page.on('response', (response) => {
    const type = response.headers()['content-type'] ?? ''
    if (/json|html|x-component/.test(type)) bodies.push(response.text().catch(() => ''))
  })
  page.on('pageerror', (error) => errors.push(error.message))
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
  const said = async () => [
    ...(await Promise.all(bodies)),
    await page.content(),
    JSON.stringify(await page.context().storageState({ indexedDB: true })),
  ]
  return { page, errors, said }
}

async function connectProvider(page: Page, baseUrl: string): Promise<void> {
  await page.getByRole('button', { name: 'Add provider' }).click()
  const form = page.getByRole('dialog', { name: 'Add a provider' })
  await form.getByLabel('Name').fill('Acme')
  await form.getByLabel('Base URL').fill(baseUrl)
  await form.getByLabel('API key').fill(KEY)
  await form.getByRole('button', { name: 'Add provider' }).click()
  const sheet = page.getByRole('dialog', { name: 'Acme' })
  await sheet.getByRole('button', { name: 'Test the key ending in 9J4M' }).click()
  await expect(sheet.getByText(/1 model listed in \d+ ms/)).toBeVisible()
  await sheet.getByRole('link', { name: 'Discover models' }).click()
}

async function publishModel(page: Page): Promise<void> {
  await page.waitForURL('**/console/admin/models/discover?provider=acme')
  await page.getByRole('checkbox', { name: `Select ${LISTED}` }).click()
  const panel = page.getByRole('region', { name: 'Publish' })
  await expect(panel.getByLabel('Model ID')).toHaveValue(MODEL)
  await panel.getByLabel('Input').fill('1')
  await panel.getByLabel('Output').fill('4')
  await panel.getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByText('1 model published')).toBeVisible()
  await page.getByLabel('Filter').click()
  await page.getByRole('option', { name: 'All' }).click()
  await page
    .getByRole('row', { name: /Published/ })
    .getByRole('link', { name: MODEL })
    .click()
}

async function setPriceAndCost(page: Page): Promise<void> {
  await page.waitForURL(`**/console/admin/models/${MODEL}`)
  await page.getByRole('button', { name: 'New price' }).click()
  const form = page.getByRole('dialog', { name: 'New price at Acme' })
  await form.getByLabel('Input', { exact: true }).fill('2')
  await form.getByLabel('Output', { exact: true }).fill('8')
  await form.getByLabel('The provider charges a different price').click()
  const cost = form.getByRole('group', { name: 'Provider cost' })
  await cost.getByLabel('Input', { exact: true }).fill('1.5')
  await cost.getByLabel('Output', { exact: true }).fill('5')
  await form.getByRole('button', { name: 'Set price' }).click()
  await expect(page.getByRole('row', { name: /v2.*\$2.*Cost \$1\.50.*Active/ })).toBeVisible()
}

async function expectFigures(page: Page): Promise<void> {
  const read = async () => {
    const response = await page.request.get('/api-account/admin/figures')
    return FiguresReply.parse(await response.json())
  }
  const whole = { ...MONEY, requests: 1, errors: 0 }
  await expect.poll(async () => (await read()).summary).toMatchObject(whole)
  expect(await read()).toMatchObject({
    providers: [{ id: 'acme', name: 'Acme', ...whole }],
    models: [{ id: MODEL, ...whole }],
    customers: [{ name: 'Ann Example', ...whole }],
  })
  await openConsolePage(page, 'Business')
  const figures = page.getByRole('region', { name: 'Figures' })
  for (const text of ['Spend$0.00516', 'Upstream cost$0.003525', 'Margin$0.001635', '31.7% of spend'])
    await expect(figures).toContainText(text)
  await expect(
    page.getByRole('row', { name: /^Acme 1 0% .*\$0\.00516 \$0\.003525 \$0\.001635 31\.7%$/ }),
  ).toBeVisible()
}

async function renameInstallation(page: Page): Promise<void> {
  await openConsolePage(page, 'Site settings')
  const name = page.getByLabel('Name', { exact: true })
  await name.fill('Acme AI')
  await name.press('Enter')
  await expect(page.getByRole('button', { name: /^Reset to Portico ?: Name$/ })).toBeVisible()
  await expectAccessible(page)
  await openConsolePage(page, 'Audit log')
  await expect(page.getByRole('button', { name: 'Changed Installation: Name' })).toBeVisible()
}

/** Every row of every table as text, with bytes in hexadecimal. */
async function dump(connectionString: string): Promise<string> {
  const client = new Client({ connectionString })
  await client.connect()
  try {
    const tables = await client.query<{ name: string }>(
      `SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables
        WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema')`,
    )
    const every = tables.rows.map(({ name }) => `SELECT t::text AS row FROM ${name} AS t`).join(' UNION ALL ')
    const { rows } = await client.query<{ row: string }>(every)
    return rows.map(({ row }) => row).join('\n')
  } finally {
    await client.end()
  }
}

const bytes = Buffer.from(KEY)
const needles = [KEY, bytes.toString('hex'), bytes.toString('base64').replaceAll('=', '')]

function tells(content: string | Buffer): boolean {
  return needles.some((needle) => content.includes(needle))
}
