import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { createKey } from '@/lib/account/api-keys/keys'
import { callThrough } from '@/lib/http/testing'
import { Budget, BudgetList } from '@/lib/money/budgets/schema'
import { releaseOrphanedHolds } from '@/lib/money/ledger/integrity'
import { flushLedger } from '@/lib/money/ledger/ledger'
import { checkLedger } from '@/lib/money/ledger/testing/ledger-customer'
import { recoverSettlements } from '@/lib/money/usage/booking'
import { RecentReply, UsageReply } from '@/lib/money/usage/schema'
import { clock } from '@/lib/platform/clock'
import { pool } from '@/lib/platform/db'
import * as budget from '../../../api-account/user/budgets/[id]/route'
import * as budgets from '../../../api-account/user/budgets/route'
import * as recent from '../../../api-account/user/usage/recent/route'
import * as usage from '../../../api-account/user/usage/route'
import * as messages from '../../messages/route'
import * as responses from '../../responses/route'
import { newCustomer } from '../../testing/new-customer'
import { post as postWith } from '../../testing/post'
import { askAndKill, startChatProcess } from '../../testing/start-chat-process'
import * as chat from './route'
import { answer, ask, openChat, path } from './testing'

const user = '/api-account/user'
const { door, reset, close } = await openChat({
  modules: {
    [path]: chat,
    '/v1/messages': messages,
    '/v1/responses': responses,
    [`${user}/budgets`]: budgets,
    [`${user}/budgets/[id]`]: budget,
    [`${user}/usage`]: usage,
    [`${user}/usage/recent`]: recent,
  },
})
const call = callThrough(door)
afterAll(close)

let customer: Awaited<ReturnType<typeof newCustomer>>
let key: string
beforeEach(async () => {
  reset(answer)
  customer = await newCustomer('10')
  key = await customer.keyWith({ scopes: ['inference', 'account:read', 'account:write'] })
})

/** Until the end of the test or `mockRestore`: no day and no period ends meanwhile. */
const stopClock = () => vi.spyOn(clock, 'now').mockReturnValue(clock.now())

/** What one request costs. */
const COST = 0.000018
const post = (json: object, headers: Record<string, string> = {}, as = key) =>
  call('POST', path, { key: as, json: ask(json), headers })
const tagged = (tags: string) => ({ 'x-portico-tags': tags })
const newest = async () => (await customer.rows())[0]
const listed = async (query: string, as = key) =>
  RecentReply.parse((await call('GET', `${user}/usage/recent?${query}`, { key: as })).body).items
const sums = async (query: string, as = key) =>
  UsageReply.parse((await call('GET', `${user}/usage?${query}`, { key: as })).body)
const makeBudget = async (json: object, as = key) =>
  Budget.parse((await call('POST', `${user}/budgets`, { key: as, json })).body)
const budgetsOf = async (as = key) =>
  BudgetList.parse((await call('GET', `${user}/budgets`, { key: as })).body).data

describe('the end user and tags of a request', () => {
  it('are what its format says, in its usage row', async () => {
    await post(
      { user: 'old', safety_identifier: 'u-1', metadata: { app: 'search' } },
      tagged('env=prod, x=a%2Cb'),
    )
    expect(await newest()).toMatchObject({ end_user: 'u-1', tags: { app: 'search', env: 'prod', x: 'a,b' } })
    await post({ user: 'only' })
    expect(await newest()).toMatchObject({ end_user: 'only', tags: {} })
    const json = { model: 'acme/alone', max_tokens: 10, messages: [{ role: 'user', content: 'Hi' }] }
    await call('POST', '/v1/messages', { key, json: { ...json, metadata: { user_id: 'claude' } } })
    expect(await newest()).toMatchObject({ end_user: 'claude', tags: {} })
    const response = { model: 'acme/alone', input: 'Hi', store: false, user: 'r', metadata: { a: 'b' } }
    expect((await call('POST', '/v1/responses', { key, json: response })).status).toBe(200)
    expect(await newest()).toMatchObject({ end_user: 'r', tags: { a: 'b' } })
    await post({ user: '', metadata: null })
    expect(await newest()).toMatchObject({ end_user: null, tags: {} })
  })

  it("begin with the key's tags, which a request's tag of the same name overrides", async () => {
    const own = await customer.keyWith({ tags: { team: 'search', env: 'test' } })
    await post({}, tagged('env=prod'), own)
    expect(await newest()).toMatchObject({ tags: { team: 'search', env: 'prod' } })
    await post({}, {}, own)
    expect(await newest()).toMatchObject({ tags: { team: 'search', env: 'test' } })
  })

  const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`n${n}`, 'v']))
  const refused: [string, object, Record<string, string>, string][] = [
    ['17 pairs', { metadata: many(17) }, {}, 'metadata'],
    ['16 pairs and one more in the header', { metadata: many(16) }, tagged('one=more'), 'x-portico-tags'],
    ['a long name', { metadata: { ['n'.repeat(65)]: 'v' } }, {}, 'metadata'],
    ['a long value', { metadata: { n: 'v'.repeat(513) } }, {}, 'metadata.n'],
    ['a number', { metadata: { n: 1 } }, {}, 'metadata.n'],
    ['a list', { metadata: ['n'] }, {}, 'metadata'],
    ['a control character', { metadata: { n: 'a\u0000b' } }, {}, 'metadata.n'],
    ['a control character in a name', { metadata: { 'a\nb': 'v' } }, {}, 'metadata'],
    ['another value in the header', { metadata: { n: 'a' } }, tagged('n=b'), 'x-portico-tags'],
    ['two values in the header', {}, tagged('n=a,n=b'), 'x-portico-tags'],
    ['a header without =', {}, tagged('n'), 'x-portico-tags'],
    ['a header without a name', {}, tagged('=v'), 'x-portico-tags'],
    ['an unfinished escape', {}, tagged('n=100%'), 'x-portico-tags'],
    ['an escaped control character', {}, tagged('n=%00'), 'x-portico-tags.n'],
    ['raw bytes', {}, tagged('n=\u00fc'), 'x-portico-tags'],
    ['a user with a control character', { user: 'a\u0007' }, {}, 'user'],
    ['a user that is too long', { safety_identifier: 'x'.repeat(513) }, {}, 'safety_identifier'],
    ['a user that is no text', { safety_identifier: { id: 1 } }, {}, 'safety_identifier'],
  ]
  it.each(refused)('are refused with a 400 that names the field: %s', async (_, json, headers, param) => {
    const reply = await post(json, headers)
    expect(reply).toMatchObject({ status: 400, body: { error: { code: 'invalid_parameter' } } })
    const named = z.object({ error: z.object({ param: z.string() }) }).parse(reply.body).error.param
    expect(named.startsWith(param)).toBe(true)
    expect(await customer.rows()).toEqual([])
  })

  it('may be as long as OpenAI allows, and as odd', async () => {
    const name = 'n'.repeat(64)
    const metadata = { ...many(14), [name]: '🎬'.repeat(512), 'a:b': '"; DROP TABLE --' }
    expect((await post({ metadata, user: '🎬'.repeat(256) })).status).toBe(200)
    expect(await newest()).toMatchObject({ end_user: '🎬'.repeat(256), tags: metadata })
  })

  it('named __proto__ or in a header of 10 MB reach nothing', async () => {
    const json = `{"model":"acme/alone","messages":[{"role":"user","content":"Hi"}],"metadata":{"__proto__":"x"}}`
    const headers = { 'content-type': 'application/json' }
    expect(await call('POST', path, { key, text: json, headers })).toMatchObject({ status: 400 })
    expect(await post({}, tagged('__proto__=x'))).toMatchObject({ status: 400 })
    const large = post({}, tagged(`a=${'b'.repeat(10_000_000)}`)).then(
      ({ status }) => status,
      () => 'cut off',
    )
    expect([431, 'cut off']).toContain(await large)
    expect((await post({})).status).toBe(200)
  })
})

describe('usage', () => {
  it('is filtered and summed by end user and tag, of the customer alone', async () => {
    const stranger = await newCustomer('10')
    const other = await stranger.keyWith({ scopes: ['inference', 'account:read'] })
    await post({ user: 'same' }, tagged('env=prod'), other)
    await post({ user: 'same' }, tagged('env=prod,app=a'))
    await post({ user: 'same' }, tagged('env=test'))
    await post({ user: 'else' }, tagged('env=prod'))
    await post({})
    await flushLedger()
    expect(await listed('end_user=same')).toHaveLength(2)
    expect(await listed('tag=env:prod')).toHaveLength(2)
    expect(await listed('end_user=same&tag=env:prod')).toMatchObject([{ tags: { env: 'prod', app: 'a' } }])
    expect(await listed('end_user=nobody')).toEqual([])
    expect(await listed('end_user=same', other)).toHaveLength(1)
    const prod = await sums('tag=env:prod')
    expect(prod).toMatchObject({ summary: { requests: 2, cost: '0.000036' }, unlisted_requests: 0 })
    expect(prod.models).toMatchObject([{ requests: 2 }])
    expect(prod.daily.reduce((sum, { requests }) => sum + requests, 0)).toBe(2)
    for (const zone of ['Asia/Kathmandu', 'America/St_Johns'])
      expect(await sums(`end_user=same&timezone=${zone}`)).toMatchObject({ summary: { requests: 2 } })
    expect(await sums('end_user=same&hours=1')).toMatchObject({ summary: { requests: 2 } })
    expect((await sums('group_by=end_user')).values).toMatchObject([
      { value: 'same', requests: 2 },
      { value: 'else', requests: 1 },
    ])
    expect((await sums('group_by=tag')).values?.map(({ value, requests }) => [value, requests])).toEqual([
      ['env:prod', 2],
      ['app:a', 1],
      ['env:test', 1],
    ])
    const csv = await door('GET', `${user}/usage/recent?format=csv&tag=env:test`, {
      headers: { authorization: `Bearer ${key}` },
    })
    expect((await csv.text()).split('\r\n')[1]).toContain('same,"{""env"":""test""}"')
  })

  it('answers 400 for what sums cannot tell, and for a tag without a colon', async () => {
    for (const [query, param] of [
      ['?end_user=a&tag=b:c', 'tag'],
      ['?group_by=tag&end_user=a', 'group_by'],
      ['?tag=plain', 'tag'],
      ['/recent?tag=%00:a', 'tag'],
      [`/recent?end_user=${'x'.repeat(513)}`, 'end_user'],
    ])
      expect(await call('GET', `${user}/usage${query}`, { key })).toMatchObject({
        status: 400,
        body: { error: { param } },
      })
  })

  it('of values beyond the limit of a day is still listed, and the sums say what they lack', async () => {
    const day = stopClock()
    await post({ user: 'early' })
    await flushLedger()
    // As many values as a day may have.
    await pool.query(
      `INSERT INTO usage_marks SELECT (jsonb_populate_record(u, jsonb_build_object('mark', '\\x' || lpad(to_hex(n), 8, '0'), 'requests', 0))).*
         FROM usage_marks u, generate_series(1, 9999) AS n WHERE u.customer_id = $1 AND u.grain = 'day'`,
      [customer.owner.customerId],
    )
    await post({ user: 'late' })
    await post({ user: 'early' })
    await flushLedger()
    day.mockRestore()
    expect(await sums('end_user=early')).toMatchObject({ summary: { requests: 2 }, unlisted_requests: 1 })
    expect(await sums('end_user=late')).toMatchObject({ summary: { requests: 0 }, unlisted_requests: 1 })
    expect(await listed('end_user=late')).toMatchObject([{ end_user: 'late' }])
  })
})

describe('budgets', () => {
  it('are made, listed, changed and deleted: 201, 200, 404; another customer has none of them', async () => {
    stopClock()
    const made = await makeBudget({ scope: 'tag', match: 'env:*', limit_usd: 2, limit_reset: 'daily' })
    expect(made).toMatchObject({ scope: 'tag', match: 'env:*', limit_usd: '2.000000', used_usd: '0.000000' })
    expect(await budgetsOf()).toEqual([made])
    const stranger = await newCustomer()
    const other = await stranger.keyWith({ scopes: ['account:read', 'account:write'] })
    const one = `${user}/budgets/${made.id}`
    expect(await budgetsOf(other)).toEqual([])
    for (const method of ['PATCH', 'DELETE'])
      expect((await call(method, one, { key: other, ...(method === 'PATCH' && { json: {} }) })).status).toBe(
        404,
      )
    const changed = await call('PATCH', one, { key, json: { limit_usd: '3', limit_reset: null } })
    expect(changed).toMatchObject({
      status: 200,
      body: { limit_usd: '3.000000', limit_reset: null, resets_at: null },
    })
    expect((await call('PATCH', one, { key, json: changed.body })).status).toBe(200)
    expect(await call('DELETE', one, { key })).toMatchObject({ status: 200, body: { deleted: true } })
    expect((await call('DELETE', one, { key })).status).toBe(404)
    expect((await call('DELETE', `${user}/budgets/%00`, { key })).status).toBe(404)
  })

  it.each([
    [{ scope: 'tag', match: 'plain', limit_usd: 1 }, 'match'],
    [{ scope: 'end_user', match: '', limit_usd: 1 }, 'match'],
    [{ scope: 'end_user', match: 'a\u0000', limit_usd: 1 }, 'match'],
    [{ scope: 'end_user', match: 'x'.repeat(513), limit_usd: 1 }, 'match'],
    [{ scope: 'team', match: '*', limit_usd: 1 }, 'scope'],
    [{ scope: 'tag', match: '*', limit_usd: -1 }, 'limit_usd'],
    [{ scope: 'tag', match: '*', limit_usd: 1, limit_reset: 'hourly' }, 'limit_reset'],
  ])('are refused with a 400 that names the field: %j', async (json, param) => {
    expect(await call('POST', `${user}/budgets`, { key, json })).toMatchObject({
      status: 400,
      body: { error: { param } },
    })
  })

  it('refuse with 402 what they do not cover, and say which and until when', async () => {
    stopClock()
    const made = await makeBudget({
      scope: 'end_user',
      match: '*',
      limit_usd: '0.00003',
      limit_reset: 'daily',
    })
    const small = { max_tokens: 4, user: '42' }
    expect((await post(small)).status).toBe(200)
    await flushLedger()
    const refused = await post(small)
    expect(refused).toMatchObject({
      status: 402,
      body: {
        error: {
          code: 'budget_exceeded',
          metadata: { limit_source: 'budget', budget_id: made.id, value: '42', resets_at: made.resets_at },
        },
      },
    })
    // Another end user has its own, and a request for nobody has none.
    expect((await post({ ...small, user: '43' })).status).toBe(200)
    expect((await post({ max_tokens: 4 })).status).toBe(200)
    expect(await budgetsOf()).toMatchObject([
      { used_usd: '0.000036', value_count: 2, values: [{ used_usd: '0.000018' }, { used_usd: '0.000018' }] },
    ])
    await call('PATCH', `${user}/budgets/${made.id}`, { key, json: { limit_usd: '1' } })
    expect((await post(small)).status).toBe(200)
    await call('DELETE', `${user}/budgets/${made.id}`, { key })
    expect((await post(small)).status).toBe(200)
  })

  it('for tags count the tags of keys too', async () => {
    const own = await customer.keyWith({ tags: { team: 'search' } })
    await makeBudget({ scope: 'tag', match: 'team:search', limit_usd: '0' })
    expect(await post({}, {}, own)).toMatchObject({
      status: 402,
      body: { error: { code: 'budget_exceeded' } },
    })
    expect((await post({}, tagged('team=ads'), own)).status).toBe(200)
  })

  it('are not exceeded by 200 requests at once over two processes, nor by a kill in between', async () => {
    const other = await startChatProcess()
    const limit = COST * 20
    await makeBudget({ scope: 'end_user', match: 'busy', limit_usd: limit.toFixed(9) })
    const { key: second } = await createKey(customer.owner, { name: 'second' })
    const body = { max_tokens: 4, user: 'busy' }
    // Without a budget this customer is busy: its requests share pooled holds.
    await Promise.all(Array.from({ length: 40 }, () => post({ max_tokens: 4 })))
    const elsewhere = async () => {
      const answer = await fetch(other.origin + path, { method: 'POST', ...postWith(second, ask(body)) })
      await answer.text() // its settlement is on its way once the last byte is here
      return answer.status
    }
    const askOne = async (_: unknown, n: number) => (n % 2 ? (await post(body)).status : elsewhere())
    const statuses = await Promise.all(Array.from({ length: 200 }, askOne))
    // A machine that is too busy answers 503, which charges nothing.
    expect(new Set(statuses.filter((status) => status !== 503))).toEqual(new Set([200, 402]))
    await flushLedger()
    await other.flush()
    await other.kill()
    const rows = await listed('end_user=busy&limit=100')
    const paid = rows.filter(({ status }) => status === 'success')
    expect(paid).toHaveLength(statuses.filter((status) => status === 200).length)
    expect(paid.length * COST).toBeLessThanOrEqual(limit + 1e-12)
    expect(Number((await budgetsOf())[0]?.used_usd)).toBeCloseTo(paid.length * COST, 9)
    const { rows: held } = await pool.query(
      'SELECT coalesce(sum(held_nanos), 0)::int AS n FROM key_spend WHERE customer_id = $1',
      [customer.owner.customerId],
    )
    expect(held[0]).toEqual({ n: 0 })
    expect(await checkLedger()).toBe(0)
  })

  it.each(['kept', 'released'])(
    'count what a killed process had answered, whose hold was %s',
    async (hold) => {
      await makeBudget({ scope: 'end_user', match: '*', limit_usd: '1', limit_reset: 'monthly' })
      await makeBudget({ scope: 'tag', match: 'team:search', limit_usd: '1' })
      const json = ask({ user: 'ada', metadata: { team: 'search' } })
      await call('POST', path, { key, json })
      await flushLedger()
      const reply = await askAndKill(path, { method: 'POST', ...postWith(key, json) })
      expect(reply.status).toBe(200)
      if (hold === 'released') await releaseOrphanedHolds()
      await recoverSettlements()
      await recoverSettlements()
      expect((await budgetsOf()).map(({ used_usd }) => used_usd)).toEqual(['0.000036', '0.000036'])
      expect(await customer.balance()).toMatchObject({ balance: '9.999964' })
      await releaseOrphanedHolds()
      expect(await customer.balance()).toMatchObject({ balance: '9.999964', held: '0.000000' })
      expect(await checkLedger()).toBe(0)
    },
  )
})
