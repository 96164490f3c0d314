import { afterAll, expect, it } from 'vitest'
import { ProviderListReply, ProviderReply } from '@/lib/catalog/models/schema'
import { ProviderStatsReply } from '@/lib/catalog/models/stats-schema'
import { RankingsReply } from '@/lib/catalog/rankings/schema'
import { callThrough, nodeDoorOf } from '@/lib/http/testing'
import { flushLedger } from '@/lib/money/ledger/ledger'
import { pool } from '@/lib/platform/db'
import { answerWith } from '@/lib/upstream/testing/answer-with'
import * as rankings from '../rankings/all/route'
import { answer, ask, openChat, path, wholeStream } from '../v1/chat/completions/testing'
import { newCustomer } from '../v1/testing/new-customer'
import { post } from '../v1/testing/post'
import * as provider from './[id]/route'
import * as stats from './[id]/stats/route'
import * as providers from './route'

const { door, first, second, close } = await openChat()
afterAll(close)

const node = await nodeDoorOf({
  '/providers': providers,
  '/providers/[id]': provider,
  '/providers/[id]/stats': stats,
  '/rankings/all': rankings,
})
const call = callThrough(node.door)
afterAll(node.close)

type Row = {
  provider_id: string
  model_id: string
  status: string
  error_code: string | null
  prompt_tokens: number
  completion_tokens: number
  latency_ms: number
  ttft_ms: number | null
  attempts: { provider: string }[] | null
}

/** Answers, whole and streamed; failures that another route makes up for, and others; limits. */
async function drive(): Promise<void> {
  const { key } = await newCustomer()
  const send = async (overrides: object) => {
    const response = await door('POST', path, post(key, ask(overrides)))
    await response.text()
    return response.status
  }
  first.answer(answerWith.json(200, answer))
  second.answer(answerWith.json(200, answer))
  for (let time = 0; time < 8; time++) expect(await send({})).toBe(200)
  first.answer(answerWith.events(...wholeStream))
  for (let time = 0; time < 6; time++) expect(await send({ stream: true })).toBe(200)
  first.answer(answerWith.json(500, {}))
  expect(await send({ model: 'acme/both' })).toBe(200)
  expect(await send({ model: 'acme/both' })).toBe(200)
  expect(await send({})).toBe(502)
  first.answer(answerWith.json(400, { error: { message: 'No.' } }))
  expect(await send({})).toBe(400)
  first.answer(answerWith.json(429, {}))
  expect(await send({})).toBe(429)
}

async function readRows(): Promise<Row[]> {
  const { rows } = await pool.query('SELECT * FROM usage_records')
  return rows
}

function expected(rows: Row[], providerId: string) {
  const own = rows.filter((row) => row.provider_id === providerId)
  const good = own.filter((row) => row.status === 'success')
  const limited = own.filter((row) => row.error_code === 'rate_limit_exceeded')
  const refused = own.filter((row) => row.error_code === 'invalid_parameter')
  const tries = rows.flatMap((row) => row.attempts?.slice(0, -1) ?? [])
  const failedTries = tries.filter((one) => one.provider === providerId)
  const asked = own.length - limited.length + failedTries.length
  const tokens = good.reduce((sum, row) => sum + row.prompt_tokens + row.completion_tokens, 0)
  return {
    requests: own.length,
    success_rate: good.length / own.length,
    uptime: (100 * (good.length + refused.length)) / asked,
    total_tokens: String(tokens),
    latency_ms: percentiles(good.map((row) => row.latency_ms)),
    ttft_ms: percentiles(good.flatMap((row) => row.ttft_ms ?? [])),
  }
}

/** Within a twentieth of the value at that rank, and rounded. */
function percentiles(values: number[]) {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (share: number) => {
    const exact = sorted[Math.ceil(sorted.length * share) - 1]
    if (exact === undefined) return null
    return { asymmetricMatch: (found: number) => Math.abs(found - exact) <= exact * 0.05 + 1 }
  }
  return { p50: at(0.5), p75: at(0.75), p90: at(0.9), p99: at(0.99) }
}

it('statistics match the usage rows of two upstreams', async () => {
  await drive()
  await flushLedger() // statistics wait a second at most for what is being written
  const replies = await Promise.all(
    ['first', 'second'].map(async (id) => (await call('GET', `/providers/${id}/stats?window=1h`)).body),
  )
  const rows = await readRows()
  expect(rows).toHaveLength(19)
  for (const [index, id] of ['first', 'second'].entries())
    expect(ProviderStatsReply.parse(replies[index])).toMatchObject(expected(rows, id))

  const whole = ProviderReply.parse((await call('GET', '/providers/first')).body)
  const alone = whole.models.find((model) => model.id === 'acme/alone')
  expect(alone).toMatchObject({ status: 'operational', figures: { requests: 17, success_rate: 14 / 17 } })
  const { data } = ProviderListReply.parse((await call('GET', '/providers')).body)
  expect(data.slice(0, 3).map(({ id, status }) => [id, status])).toEqual([
    ['first', 'degraded'],
    ['sandbox', 'operational'],
    ['second', 'operational'],
  ])

  const { leaderboard, speed } = RankingsReply.parse((await call('GET', '/rankings/all')).body)
  const tokensOf = (model: string) =>
    rows
      .filter((row) => row.model_id === model && row.status === 'success')
      .reduce((sum, row) => sum + row.prompt_tokens + row.completion_tokens, 0)
  for (const { model_id, total_tokens, requests } of leaderboard) {
    expect(total_tokens).toBe(String(tokensOf(model_id)))
    expect(requests).toBe(rows.filter((row) => row.model_id === model_id).length)
  }
  expect(leaderboard.map((item) => item.model_id)).toEqual(['acme/alone', 'acme/both'])
  expect(speed.throughput.map(({ model_id, samples }) => [model_id, samples])).toEqual([['acme/alone', 14]])
  expect(speed.latency).toEqual([]) // of six streams only
})
