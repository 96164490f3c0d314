import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { newCustomer } from '@/app/(api)/v1/testing/new-customer'
import { loadCatalog } from '@/lib/catalog/models/read-snapshot'
import { flushLedger } from '@/lib/money/ledger/ledger'
import { compareStatementJob } from '@/lib/operator/accounts/jobs'
import { readBalances } from '@/lib/operator/accounts/provider-accounts'
import { Statement, StatementDetail } from '@/lib/operator/accounts/schema'
import { compareStatement } from '@/lib/operator/accounts/statements'
import { OperatorProviderList } from '@/lib/operator/admin/catalog-schema'
import { watchInstallation } from '@/lib/operator/admin/conditions'
import { prisma } from '@/lib/platform/db'
import { env } from '@/lib/platform/env'
import { bindJob } from '@/lib/platform/jobs/job'
import { startJobs, stopJobs } from '@/lib/platform/jobs/job-queue'
import { answerWith } from '@/lib/upstream/testing/answer-with'
import { startFaultUpstream } from '@/lib/upstream/testing/fault-upstream'
import { asking, newPerson, openDoors } from '../testing'

const upstream = await startFaultUpstream()
process.env.OPENAI_BASE_URL = upstream.baseUrl
process.env.OPENAI_API_KEY = 'sk-installation-00000-0001'
process.env.OPENROUTER_BASE_URL = `${upstream.origin}/api/v1`
process.env.OPENROUTER_API_KEY = 'sk-installation-00000-0002'
env().OUTBOUND_ALLOW = '127.0.0.1'
await startJobs({ scheduled: [], queued: [bindJob(compareStatementJob, compareStatement)] }, false)
const { call, close } = await openDoors()
const operator = await newPerson({ isOperator: true })
const ask = asking(call, operator)
const MODEL = 'openai/gpt-4.1-mini'
const ADMIN = 'sk-admin-key-000000000-ADMN'

const chat = {
  id: 'up-1',
  object: 'chat.completion',
  created: 1,
  model: 'gpt-4.1-mini',
  choices: [{ index: 0, message: { role: 'assistant', content: 'Hi' }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 1_000_000, completion_tokens: 0, total_tokens: 1_000_000 },
}

beforeEach(() => {
  upstream.requests.length = 0
})

afterEach(async () => {
  await prisma.providerAccount.deleteMany()
  await prisma.providerStatement.deleteMany()
  await prisma.auditEntry.deleteMany()
})

afterAll(async () => {
  for (const name of ['OPENAI', 'OPENROUTER']) {
    delete process.env[`${name}_BASE_URL`]
    delete process.env[`${name}_API_KEY`]
  }
  await loadCatalog()
  close()
  await stopJobs()
  await upstream.stop()
})

const run = (id: string) =>
  compareStatement({ payload: { id }, attempt: 0, isLastAttempt: true, signal: AbortSignal.timeout(20_000) })
const read = async (id: string) => StatementDetail.parse((await ask('GET', `/statements/${id}`)).body)
async function compare(body: object) {
  const { status, body: made } = await ask('POST', '/statements', { provider_id: 'openai', ...body })
  expect([status, made]).toMatchObject([202, { status: 'queued' }])
  const { id } = Statement.parse(made)
  await run(id)
  await run(id)
  return read(id)
}

/** A request that cost the operator $0.40: a million tokens of the prompt. `day`: when it was made. */
async function spend() {
  const buyer = await newCustomer('5')
  upstream.answer(answerWith.json(200, chat))
  const { status, headers } = await call('POST', '/v1/chat/completions', {
    headers: { authorization: `Bearer ${buyer.key}` },
    json: { model: MODEL, messages: [{ role: 'user', content: 'x'.repeat(3_000_000) }], max_tokens: 10 },
  })
  expect(status).toBe(200)
  const id = headers.get('x-request-id') ?? ''
  await flushLedger()
  const { createdAt } = await prisma.usageRecord.findFirstOrThrow({ where: { id } })
  return { request: { id, customer_id: buyer.owner.customerId }, day: createdAt.toISOString().slice(0, 10) }
}

describe('statements', () => {
  it('are compared by day and model with what was recorded at cost; a difference names its requests', async () => {
    const { request, day } = await spend()
    const line = (cost: string) => `date,model,cost\n${day},gpt-4.1-mini-2025-04-14,${cost}\n`
    const before = await compare({ csv: line('0') })
    const recorded = Number(before.recorded)
    expect(recorded).toBeGreaterThanOrEqual(0.4)
    expect(before).toMatchObject({ source: 'file', status: 'done', differences: 1, billed: '0.000000' })
    expect(before.rows).toMatchObject([
      { date: day, model_id: MODEL, billed_as: ['gpt-4.1-mini-2025-04-14'], differs: true },
    ])
    expect(before.rows[0]?.requests).toContainEqual(expect.objectContaining(request))

    const equal = await compare({ csv: line(String(recorded * 1.009)) })
    expect(equal).toMatchObject({ differences: 0, rows: [{ differs: false, requests: [] }] })
    expect(await compare({ csv: line(String(recorded * 1.04)) })).toMatchObject({ differences: 1 })
    expect((await ask('GET', '/statements')).body).toMatchObject({
      data: [{ differences: 1 }, { differences: 0 }, { differences: 1 }],
    })
  })

  it('show what was billed for models that were never recorded', async () => {
    const { rows } = await compare({ csv: 'date,model,cost\n2026-01-02,Storage,3\n' })
    expect(rows).toMatchObject([
      { date: '2026-01-02', model_id: null, billed_as: ['Storage'], recorded: '0.000000', differs: true },
    ])
  })

  it('are fetched with the admin key, page by page', async () => {
    const days = { start_date: '2026-01-02', end_date: '2026-01-03' }
    expect(await ask('POST', '/statements', { provider_id: 'openai', ...days })).toMatchObject({
      status: 400,
      body: { error: { param: 'provider_id' } },
    })
    expect((await ask('PATCH', '/providers/openai/account', { admin_key: ADMIN })).status).toBe(200)
    upstream.answer((res, req) => {
      const isSecond = req.url?.endsWith('&page=two')
      const results = [
        { amount: { value: isSecond ? 2 : 1, currency: 'usd' }, line_item: 'gpt-4.1-mini, input' },
      ]
      const data = [{ start_time: Date.parse(isSecond ? '2026-01-03' : '2026-01-02') / 1000, results }]
      answerWith.json(200, { data, has_more: !isSecond, next_page: isSecond ? null : 'two' })(res, req)
    })
    const statement = await compare(days)
    expect(statement).toMatchObject({ source: 'api', status: 'done', billed: '3.000000' })
    expect(statement.rows).toMatchObject([
      { date: '2026-01-03', model_id: MODEL, billed: '2.000000' },
      { date: '2026-01-02', model_id: MODEL, billed: '1.000000' },
    ])
    const [first] = upstream.requests
    expect(first?.headers.authorization).toBe(`Bearer ${ADMIN}`)
    expect(first?.path).toMatch(/^\/v1\/organization\/costs\?.*group_by=line_item&start_time=1767312000&/)
    expect(upstream.requests).toHaveLength(2)
  })

  it('that the provider refuses fail, and say why without the key', async () => {
    await ask('PATCH', '/providers/openai/account', { admin_key: ADMIN })
    upstream.answer(answerWith.json(401, { error: { message: `Incorrect API key: ${ADMIN}` } }))
    const statement = await compare({ start_date: '2026-01-02', end_date: '2026-01-02' })
    expect(statement).toMatchObject({ status: 'failed', billed: null, rows: [] })
    expect(statement.problem).toContain('key rejected (401)')
    expect(statement.problem).not.toContain(ADMIN)
  })

  it.each([
    [{ provider_id: 'nobody', csv: 'x' }, 'provider_id'],
    [{ provider_id: 'openai', csv: 'x' }, 'csv'],
    [{ provider_id: 'openai', csv: 'date,model,cost\n' }, 'csv'],
    [{ provider_id: 'openai', csv: 'date,model,cost\n2025-01-01,m,1\n2026-01-01,m,1' }, 'csv'],
  ])('refuse %j', async (body, param) => {
    expect(await ask('POST', '/statements', body)).toMatchObject({ status: 400, body: { error: { param } } })
  })
})

describe('the account at a provider', () => {
  const account = async (id: string) =>
    OperatorProviderList.parse((await ask('GET', '/providers')).body).data.find((one) => one.id === id)
      ?.account

  it('has the balance as it was last read, and operators are alerted while it is low', async () => {
    expect(await account('openrouter')).toMatchObject({ balance: null, has_balance: true })
    expect(await account('sandbox')).toBeNull()
    upstream.answer(answerWith.json(200, { data: { total_credits: 20, total_usage: 12.5 } }))
    await readBalances()
    expect(upstream.requests).toMatchObject([
      { path: '/api/v1/credits', headers: { authorization: 'Bearer sk-installation-00000-0002' } },
    ])
    expect(await account('openrouter')).toMatchObject({
      balance: { amount: '7.500000', currency: 'USD' },
      problem: null,
    })
    const conditions = () => prisma.operatorCondition.findMany({ where: { event: 'provider.balance_low' } })
    await watchInstallation()
    expect(await conditions()).toEqual([])
    await ask('PATCH', '/providers/openrouter/account', { alert_below: '10' })
    await watchInstallation()
    expect(await conditions()).toMatchObject([{ subject: 'openrouter' }])
    expect((await ask('GET', '/overview')).body).toMatchObject({
      attention: expect.arrayContaining([
        expect.objectContaining({ title: 'The balance at OpenRouter is low' }),
      ]),
    })
    await prisma.operatorCondition.deleteMany()
  })

  it('keeps the last balance when it cannot be read', async () => {
    upstream.answer(answerWith.json(200, { data: { total_credits: 20, total_usage: 12.5 } }))
    await readBalances()
    upstream.answer(answerWith.json(500, {}))
    await readBalances()
    expect(await account('openrouter')).toMatchObject({
      balance: { amount: '7.500000' },
      problem: expect.stringContaining('500'),
    })
  })

  it('keeps the admin key sealed, uses it for the balance, and shows its last four characters', async () => {
    const { body } = await ask('PATCH', '/providers/openrouter/account', { admin_key: ADMIN })
    expect(JSON.stringify(body)).not.toContain(ADMIN)
    expect(body).toMatchObject({ account: { admin_key: { last_four: 'ADMN' } } })
    const row = await prisma.providerAccount.findUniqueOrThrow({ where: { providerId: 'openrouter' } })
    expect(Buffer.from(row.sealedAdminKey ?? []).toString('latin1')).not.toContain(ADMIN)
    upstream.answer(answerWith.json(200, { data: { total_credits: 1, total_usage: 0 } }))
    await readBalances()
    expect(upstream.requests[0]?.headers.authorization).toBe(`Bearer ${ADMIN}`)
    const { before, after } = await prisma.auditEntry.findFirstOrThrow({
      where: { action: 'provider.change_account' },
    })
    expect([before, after]).toEqual([
      { alert_below: null, admin_key: null },
      { alert_below: null, admin_key: '…ADMN' },
    ])
    const cleared = await ask('PATCH', '/providers/openrouter/account', { admin_key: null })
    expect(cleared.body).toMatchObject({ account: { admin_key: null } })
    expect(await ask('PATCH', '/providers/sandbox/account', { admin_key: null })).toMatchObject({
      status: 404,
    })
  })
})
