import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { grantCredit } from '@/lib/money/ledger/balance'
import { settleRequests } from '@/lib/money/usage/testing'
import { clock } from '@/lib/platform/clock'
import { pool } from '@/lib/platform/db'
import { env } from '@/lib/platform/env'
import { answerWith } from '@/lib/upstream/testing/answer-with'
import { refusedOrigin, startFaultUpstream } from '@/lib/upstream/testing/fault-upstream'
import { applySeed } from './apply-seed'
import { probeProviders } from './health'
import { listProviders } from './providers'
import { loadCatalog } from './read-snapshot'

const upstream = await startFaultUpstream()
afterAll(() => upstream.stop())

const chat = { modality: 'chat', upstream_id: 'm', pricing: { prompt: '0.000001', completion: '0.000001' } }
const pictures = { ratios: ['16:9'], resolutions: ['720p'], min_seconds: 1, max_seconds: 5 }
const video = {
  modality: 'video',
  upstream_id: 'v',
  pricing: { video_token: '0.000001' },
  capabilities: pictures,
}
const file = join(env().DATA_DIR, 'providers.json')
const entry = (id: string, base_url: string, more: object = {}) => ({
  id,
  name: id,
  adapter: 'openai-compatible',
  base_url,
  models: [{ ...chat, id: `${id}/m` }],
  ...more,
})
writeFileSync(
  file,
  JSON.stringify([
    entry('asked', upstream.baseUrl),
    entry('films', `${upstream.origin}/ark`, { adapter: 'ark', models: [{ ...video, id: 'films/v' }] }),
    entry('gone', await refusedOrigin()),
    entry('keyless', `${upstream.origin}/keyless`, { api_key_env: 'NO_SUCH_KEY' }),
  ]),
)
await applySeed(file)
await loadCatalog()

const customer_id = `cus_${randomUUID()}`
await grantCredit({ customerId: customer_id, amountNanos: 10n ** 9n, key: `grant:${customer_id}` })

let minutes = 0
/** Time goes on; whatever was cached is old by then. */
function later(by: number): Date {
  minutes += by
  const now = new Date(Date.parse('2035-01-01T00:00:00Z') + minutes * 60_000)
  vi.spyOn(clock, 'now').mockReturnValue(now)
  return now
}

async function statusOf(id: string) {
  later(1.5)
  return (await listProviders({ status: 'all' })).data.find((item) => item.id === id)?.status
}

beforeEach(async () => {
  later(60)
  upstream.requests.length = 0
  upstream.answer(answerWith.json(200, { object: 'list', data: [] }))
  await pool.query('TRUNCATE provider_probes')
})

describe('an idle provider', () => {
  it('is probed by a free call, and again some minutes later', async () => {
    await probeProviders()
    expect(upstream.requests.map(({ method, path }) => `${method} ${path}`).sort()).toEqual([
      'GET /ark/contents/generations/tasks?page_num=1&page_size=1',
      'GET /v1/models',
    ])
    await probeProviders()
    later(2)
    await probeProviders()
    expect(upstream.requests).toHaveLength(2)
    later(3)
    await probeProviders()
    expect(upstream.requests).toHaveLength(4)
    const { rows } = await pool.query('SELECT count(*)::int AS records FROM usage_records')
    expect(rows).toEqual([{ records: 0 }])
    expect(await statusOf('asked')).toBe('operational')
    expect(await statusOf('films')).toBe('operational')
    expect(await statusOf('keyless')).toBe('disabled')
  })

  it.each([
    [500, 'failed'],
    [503, 'failed'],
    [401, 'failed'],
  ])(
    'is degraded when it answers %i, down after three such answers, and well after one good one',
    async (status, fault) => {
      upstream.answer(answerWith.json(status, { error: { message: 'No.' } }))
      await probeProviders()
      expect(await statusOf('asked')).toBe('degraded')
      await probeProviders()
      await probeProviders()
      expect(await statusOf('asked')).toBe('down')
      expect(await statusOf('films')).toBe('down')
      const { rows } = await pool.query(`SELECT fault FROM provider_probes WHERE provider_id = 'asked'`)
      expect(rows).toEqual([{ fault }])
      upstream.answer(answerWith.json(200, {}))
      await probeProviders()
      expect(await statusOf('asked')).toBe('operational')
    },
  )

  it.each([404, 403, 429])('is operational when it refuses the probe with %i', async (status) => {
    upstream.answer(answerWith.json(status, { error: { message: 'Not that.' } }))
    await probeProviders()
    expect(await statusOf('asked')).toBe('operational')
  })

  it('is down where nothing listens', async () => {
    for (let time = 0; time < 3; time++) await probeProviders()
    expect(await statusOf('gone')).toBe('down')
    const { rows } = await pool.query(`SELECT fault FROM provider_probes WHERE provider_id = 'gone'`)
    expect(rows).toEqual([{ fault: 'unreachable' }])
  })

  it('is not assessed by an old probe', async () => {
    for (let time = 0; time < 3; time++) await probeProviders()
    later(20)
    expect(await statusOf('gone')).toBe('operational')
  })
})

describe('a provider in use', () => {
  it('is not probed, but assessed by its attempts', async () => {
    const created_at = later(1).toISOString()
    const failure = { status: 'failed', error_code: 'upstream_error' } as const
    const row = { customer_id, created_at, provider_id: 'asked', model_id: 'asked/m' }
    await settleRequests(Array.from({ length: 4 }, () => ({ ...row, ...failure })))
    await probeProviders()
    expect(upstream.requests.map(({ path }) => path)).not.toContain('/v1/models')
    expect(await statusOf('asked')).toBe('down')
    const recovered = later(1).toISOString()
    await settleRequests(Array.from({ length: 20 }, () => ({ ...row, created_at: recovered })))
    expect(await statusOf('asked')).toBe('operational')
  })
})
