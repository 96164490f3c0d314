import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { vi } from 'vitest'
import { applySeed } from '@/lib/catalog/models/apply-seed'
import { openDoors as open } from '@/lib/http/testing'
import { grantCredit } from '@/lib/money/ledger/balance'
import { settleRequests } from '@/lib/money/usage/testing'
import { clock } from '@/lib/platform/clock'
import { env } from '@/lib/platform/env'
import * as accountProvider from '../api-account/providers/[id]/route'
import * as accountStats from '../api-account/providers/[id]/stats/route'
import * as accountProviders from '../api-account/providers/route'
import * as provider from './[id]/route'
import * as stats from './[id]/stats/route'
import * as providers from './route'

/** For the tests in this folder: their own providers, and traffic at fixed times. */
const modules = {
  '/providers': providers,
  '/providers/[id]': provider,
  '/providers/[id]/stats': stats,
  '/api-account/providers': accountProviders,
  '/api-account/providers/[id]': accountProvider,
  '/api-account/providers/[id]/stats': accountStats,
}

const pricing = { prompt: '0.000001', completion: '0.000002' }
const model = { modality: 'chat', context_length: 8000, max_output_tokens: 1000, pricing }
const picture = { modality: 'image', pricing: { image: { low: '0.01', medium: '0.02', high: '0.03' } } }
const film = {
  modality: 'video',
  pricing: { video_second: { '720p': '0.1' } },
  capabilities: { min_seconds: 5, max_seconds: 10, resolutions: ['720p'], ratios: ['16:9'] },
}
const large = { ...model, id: 'acme/large', name: 'Large', upstream_id: 'l', supported_parameters: ['tools'] }

const file = [
  {
    id: 'fast',
    name: 'Fast',
    models: [large, { ...picture, id: 'acme/draw', name: 'Draw', upstream_id: 'd' }],
    policies: { headquarters: 'DE', trains_on_data: false, data_retention_days: 0 },
  },
  { id: 'slow', name: 'Slow', models: [{ ...large, context_length: 4000 }] },
  {
    id: 'films',
    name: 'Films',
    adapter: 'ark',
    models: [{ ...film, id: 'acme/film', name: 'Film', upstream_id: 'f' }],
  },
  { id: 'keyless', name: 'A keyless one', api_key_env: 'NO_SUCH_KEY', models: [large] },
].map((entry) => ({ adapter: 'openai-compatible', base_url: 'http://127.0.0.1:9/v1', ...entry }))

/** The routes with these providers in the catalog. */
export async function openDoors(opened: Parameters<typeof open>[0] = modules) {
  const path = join(env().DATA_DIR, 'providers.json')
  writeFileSync(path, JSON.stringify(file))
  await applySeed(path)
  return open(opened)
}

/** Sets the clock. */
export function atMoment(moment: string): Date {
  const now = new Date(moment)
  vi.spyOn(clock, 'now').mockReturnValue(now)
  return now
}

export async function newTraffic() {
  const customer_id = `cus_${randomUUID()}`
  await grantCredit({ customerId: customer_id, amountNanos: 10n ** 12n, key: `grant:${customer_id}` })
  type Rows = Parameters<typeof settleRequests>[0]
  return (rows: Omit<Rows[number], 'customer_id'>[]) =>
    settleRequests(rows.map((row) => ({ model_id: 'acme/large', ...row, customer_id }) as Rows[number]))
}

/** Percentiles are accurate to 5%. */
export const about = (value: number) => ({
  asymmetricMatch: (found: number) => Math.abs(found / value - 1) < 0.05,
})

/** So many minutes before `now`. */
export const ago = (now: Date, minutes: number) => new Date(now.getTime() - minutes * 60_000).toISOString()

export const repeat = <Row>(count: number, row: Row) => Array.from({ length: count }, () => row)

export const failed = (error_code: string) => ({ status: 'failed' as const, error_code })
