import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import * as chat from '@/app/(api)/v1/chat/completions/route'
import { answer, ask, openChat, path, wholeStream } from '@/app/(api)/v1/chat/completions/testing'
import { newCustomer } from '@/app/(api)/v1/testing/new-customer'
import { post } from '@/app/(api)/v1/testing/post'
import { askAndKill, startChatProcess } from '@/app/(api)/v1/testing/start-chat-process'
import { createKey } from '@/lib/account/api-keys/keys'
import { newMember } from '@/lib/account/identity/testing/new-member'
import { findWorkCaller } from '@/lib/account/identity/work-caller'
import { changeProject, createProject, listProjects } from '@/lib/account/organizations/projects'
import { CreateProjectRequest } from '@/lib/account/projects/schema'
import { releaseOrphanedHolds } from '@/lib/money/ledger/integrity'
import { flushLedger } from '@/lib/money/ledger/ledger'
import { readKeySpend } from '@/lib/money/ledger/quota'
import { checkLedger } from '@/lib/money/ledger/testing/ledger-customer'
import { recoverSettlements } from '@/lib/money/usage/booking'
import { clock } from '@/lib/platform/clock'
import { pool } from '@/lib/platform/db'

/** An answer costs 18,000 nanos: ten prompt and four completion tokens. */
const { door, first, reset, close } = await openChat({ modules: { [path]: chat } })
afterAll(close)

let customer: Awaited<ReturnType<typeof newCustomer>>
beforeEach(async () => {
  reset(answer)
  customer = await newCustomer('10')
})

const usd = (nanos: number) => (nanos / 1e9).toFixed(9)
const project = (fields: object) =>
  createProject(customer.owner, CreateProjectRequest.parse({ name: 'Search', ...fields }))
const usedOf = async (id: string) => {
  const { data } = await listProjects(customer.owner, { cursor: '' })
  return data.find((one) => one.id === id)?.used_usd
}
const small = ask({ max_tokens: 4 })
const spent = async () => {
  await flushLedger()
  const { rows } = await pool.query(
    `SELECT coalesce(sum(cost_nanos), 0)::int AS spent FROM usage_records WHERE customer_id = $1`,
    [customer.owner.customerId],
  )
  return Number(rows[0].spent)
}

describe('nested limits over HTTP', () => {
  it('hold together under 500 requests at once of two processes', async () => {
    const other = await startChatProcess()
    const member = await newMember(customer.owner.customerId, 'developer')
    const { id } = await project({ limit_usd: usd(40 * 18_000) })
    await pool.query('UPDATE memberships SET limit_nanos = $2 WHERE id = $1', [
      member.member.id,
      20 * 18_000 + 7,
    ])
    await pool.query('UPDATE customers SET limit_nanos = $2 WHERE id = $1', [
      customer.owner.customerId,
      60 * 18_000,
    ])
    const owner = member.member.id
    const mine = await customer.keyWith({ owner, project_id: id })
    const narrow = { name: 'narrow', owner, project_id: id, limit_usd: usd(8 * 18_000 + 1) }
    const { key: tight, id: tightId } = await createKey(customer.owner, narrow)
    const ours = await customer.keyWith({ project_id: id })
    const free = await customer.keyWith()
    const keys = [mine, tight, tight, ours, free]
    const statuses = await Promise.all(
      Array.from({ length: 500 }, async (_, index) => {
        const init = post(keys[index % 5], small)
        const reply =
          index % 2
            ? await door('POST', path, init)
            : await fetch(other.origin + path, { method: 'POST', ...init })
        const body = (await reply.json()) as { error?: { metadata?: { limit_source?: string } } }
        return body.error?.metadata?.limit_source ?? reply.status
      }),
    )
    await other.flush()
    const sources = ['key_limit', 'member_limit', 'project_limit', 'organization_limit']
    // Who comes first decides which limit refuses. A machine that is too busy answers 503, which charges nothing.
    const unexpected = statuses.filter((status) => ![200, 503, ...sources].includes(status))
    expect(unexpected).toEqual([])
    expect(statuses).toContain(200)
    expect(statuses.some((status) => sources.includes(String(status)))).toBe(true)
    expect(await spent()).toBeLessThanOrEqual(60 * 18_000)
    const { rows } = await pool.query(
      `SELECT api_key_id AS id, period_nanos::int AS spent, held_nanos::int AS held FROM key_spend WHERE customer_id = $1`,
      [customer.owner.customerId],
    )
    const by = new Map(rows.map((row) => [row.id, row]))
    const [key] = (await readKeySpend([tightId])).values()
    expect(key?.totalNanos).toBeLessThanOrEqual(8 * 18_000 + 1)
    expect(by.get(owner)?.spent).toBeLessThanOrEqual(20 * 18_000 + 7)
    expect(by.get(id)?.spent).toBeLessThanOrEqual(40 * 18_000)
    expect(by.get(customer.owner.customerId)?.spent).toBe(await spent())
    expect(rows.every(({ held }) => held === 0)).toBe(true)
    expect(await checkLedger()).toBe(0)
    await other.kill()
  }, 240_000)

  it('refuse with the reason until they are raised', async () => {
    vi.spyOn(clock, 'now').mockReturnValue(clock.now()) // one day in Tokyo
    const { id } = await project({ limit_usd: '0', limit_reset: 'daily', timezone: 'Asia/Tokyo' })
    const key = await customer.keyWith({ project_id: id })
    const refused = await door('POST', path, post(key, small))
    expect(refused.status).toBe(402)
    const { error } = (await refused.json()) as { error: { code: string; metadata: Record<string, string> } }
    expect(error).toMatchObject({ code: 'spend_limit_exceeded', metadata: { limit_source: 'project_limit' } })
    expect(new Date(error.metadata.resets_at ?? '').getUTCHours()).toBe(15)
    await changeProject(customer.owner, id, { limit_usd: '1' })
    expect((await door('POST', path, post(key, small))).status).toBe(200)
    await changeProject(customer.owner, id, { limit_usd: usd(18_000) })
    expect((await door('POST', path, post(key, small))).status).toBe(402)
  })

  it('count what a killed process had answered, also where its hold was released before', async () => {
    const { id } = await project({ limit_usd: '1' })
    const key = await customer.keyWith({ project_id: id })
    await door('POST', path, post(key, small))
    await flushLedger()
    expect((await askAndKill(path, { method: 'POST', ...post(key, small) })).status).toBe(200)
    await releaseOrphanedHolds()
    await recoverSettlements()
    expect(await usedOf(id)).toBe('0.000036')
    expect(await spent()).toBe(36_000)
  }, 240_000)
})

describe('the models and rates of a project', () => {
  it('apply beside those of its keys', async () => {
    const { id } = await project({ allowed_models: ['acme/both'], rate_limit_rpm: 2 })
    const key = await customer.keyWith({ project_id: id })
    expect(await (await door('POST', path, post(key, small))).json()).toMatchObject({
      error: { code: 'model_not_allowed', message: expect.stringContaining('project') },
    })
    const both = ask({ model: 'acme/both' })
    const narrow = await customer.keyWith({ project_id: id, allowed_models: ['acme/alone'] })
    expect((await door('POST', path, post(narrow, both))).status).toBe(403)
    await changeProject(customer.owner, id, { rate_limit_rpm: 3 })
    const replies = []
    for (let n = 0; n < 4; n++) replies.push(await door('POST', path, post(key, both)))
    expect(replies.map(({ status }) => status)).toContain(429)
    expect(await replies.at(-1)?.json()).toMatchObject({
      error: { metadata: { limit: 'requests', scope: 'project' } },
    })
  })

  it('limit requests at once and tokens of all its keys together', async () => {
    const narrow = await project({ max_concurrency: 1 })
    const [a, b] = [
      await customer.keyWith({ project_id: narrow.id }),
      await customer.keyWith({ project_id: narrow.id }),
    ]
    const gate = Promise.withResolvers<void>()
    first.answer((res) => {
      res.writeHead(200, { 'content-type': 'text/event-stream' })
      res.write(wholeStream.slice(0, 2).join(''))
      void gate.promise.then(() => res.end(wholeStream.slice(2).join('')))
    })
    const stream = await door('POST', path, post(a, ask({ stream: true })))
    const refused = await door('POST', path, post(b, small))
    expect(await refused.json()).toMatchObject({
      error: { code: 'rate_limit_exceeded', metadata: { limit: 'concurrency', scope: 'project' } },
    })
    gate.resolve()
    await stream.text()
    reset(answer)
    const { id } = await project({ rate_limit_tpm: 120 })
    const long = ask({ max_tokens: 100 })
    const [one, two] = [
      await customer.keyWith({ project_id: id }),
      await customer.keyWith({ project_id: id }),
    ]
    expect((await door('POST', path, post(one, long))).status).toBe(200)
    expect(await (await door('POST', path, post(two, long))).json()).toMatchObject({
      error: { code: 'rate_limit_exceeded', metadata: { limit: 'tokens', scope: 'project' } },
    })
  })
})

describe('work that outlives its request', () => {
  it('acts with the role and limits of its time, and not after the membership', async () => {
    const { customerId } = customer.owner
    const { userId, member } = await newMember(customerId, 'developer')
    const worker = { customerId, userId, apiKeyId: null }
    expect(await findWorkCaller(worker)).toMatchObject({ member, spendLimits: undefined })
    await pool.query('UPDATE memberships SET limit_nanos = 5 WHERE id = $1', [member.id])
    expect(await findWorkCaller(worker)).toMatchObject({
      spendLimits: [{ source: 'member_limit', limitNanos: 5n }],
    })
    await pool.query(`UPDATE memberships SET role = 'viewer' WHERE id = $1`, [member.id])
    await expect(findWorkCaller(worker)).rejects.toMatchObject({ code: 'insufficient_role' })
    await pool.query('UPDATE memberships SET ended_at = now() WHERE id = $1', [member.id])
    await expect(findWorkCaller(worker)).rejects.toMatchObject({ code: 'invalid_api_key' })
  })
})
