import { usageNames } from '@/lib/account/organizations/usage-names'
import { settleHolds, toSettlement } from '@/lib/money/ledger/internal/holds-repository'
import { parsePrice } from '@/lib/money/prices/price'
import type { Caller, CallerKey } from '@/lib/platform/caller'
import { pool } from '@/lib/platform/db'
import { newId } from '@/lib/platform/ids'
import { usageJournal } from './booking'
import { downloadRecent } from './csv-exports'
import type { TrafficQuestion } from './internal/traffic-repository'
import { openMeter, settleMeter } from './meter'
import { RecentQuery } from './schema'
import type { MeterReading, UsageRow } from './usage-row'

/** For tests: a request that started at `startedAt`, held and settled like any other. Returns its id. */
export async function bookUsage(
  caller: Caller,
  startedAt: Date,
  differs: Partial<MeterReading> = {},
): Promise<string> {
  const id = newId('req')
  const meter = openMeter(caller, id, 1_000_000n)
  await meter.held
  await settleMeter({ ...meter, startedAt }, readingOf(differs))
  return id
}

/** USD 1 and 2 a million tokens: a prompt token costs 1000 nanos, a completion token 2000. */
const price = parsePrice({ prompt: '0.000001', completion: '0.000002' })

/** For tests: the reading of a request with ten prompt and four completion tokens. */
export function readingOf(differs: Partial<MeterReading> = {}): MeterReading {
  return {
    status: 'success',
    modality: 'chat',
    modelId: 'sandbox/chat',
    modelName: 'Sandbox Chat',
    providerId: 'sandbox',
    priceId: 'price_none',
    price,
    costPrice: price,
    promptTokens: 10,
    cachedTokens: 0,
    completionTokens: 4,
    reasoningTokens: 0,
    usageSource: 'upstream',
    finishReason: 'stop',
    errorCode: null,
    firstByteAt: null,
    attempts: [],
    ...differs,
  }
}

/** For tests: a key with this spending limit and no other. */
export function limitedKey(limitNanos: bigint | null): CallerKey {
  return {
    id: newId('key'),
    name: 'small',
    scopes: ['inference'],
    allowedModels: null,
    limitNanos,
    limitReset: null,
    rateLimitRpm: null,
    defaultModels: { chat: null, image: null, video: null },
    routing: { order: [], allowFallbacks: true, sort: null, models: [] },
  }
}

type Try = { provider: string; model?: string | null; code: string | null }
type Request = Partial<Omit<UsageRow, 'attempts'>> &
  Pick<UsageRow, 'customer_id' | 'created_at'> & {
    /** Those that failed before the one that the row describes. */
    tries?: readonly Try[]
  }

/** For tests: books requests of any outcome and latency with the statement that settles real ones. */
export async function settleRequests(requests: readonly Request[]): Promise<UsageRow[]> {
  const rows = requests.map(toRow)
  const items = rows.map((row) => toSettlement({ id: row.id, cost: '1', customer_id: row.customer_id, row }))
  for (let at = 0; at < items.length; at += 128) await settleHolds(items.slice(at, at + 128), usageJournal)
  return rows
}

export function toRow({ tries = [], ...request }: Request): UsageRow {
  const row = {
    id: newId('req'),
    api_key_id: null,
    api_key_name: null,
    model_id: 'sandbox/chat',
    model_name: 'Sandbox Chat',
    provider_id: 'sandbox',
    modality: 'chat' as const,
    status: 'success' as const,
    prompt_tokens: 0,
    cached_tokens: 0,
    completion_tokens: 0,
    reasoning_tokens: 0,
    price_id: null,
    usage_source: 'upstream' as const,
    finish_reason: null,
    error_code: null,
    latency_ms: 100,
    ttft_ms: null,
    ...request,
  }
  const last = { provider: row.provider_id, model: row.model_id, code: row.error_code ?? null }
  return { ...row, attempts: tries.length === 0 ? null : [...tries, last].map(toAttempt) }
}

function toAttempt({ provider, model = null, code }: Try) {
  return { provider, model, route: null, code, status: null, latency_ms: null }
}

/** For tests: the id of a request that was made then. */
export function idAt(moment: string): string {
  const letterOf = (digit: string) => '0123456789abcdefghjkmnpqrstvwxyz'[Number.parseInt(digit, 32)]
  const digits = Date.parse(moment).toString(32).padStart(10, '0')
  return `req_${[...digits].map(letterOf).join('')}${newId('req').slice(-16)}`
}

/** For tests: counts the usage rows one by one, without tallies and rollups. */
export async function trafficCounter() {
  const rows = await rawRows()
  return (question: TrafficQuestion) => countTraffic(rows, question)
}

type Raw = Awaited<ReturnType<typeof rawRows>>[number]

/** The usage rows. */
async function rawRows() {
  const { rows } = await pool.query(
    `SELECT created_at, provider_id, model_id, status, error_code, finish_reason, prompt_tokens, completion_tokens, characters, audio_millis, cost_nanos,
        upstream_cost_nanos, latency_ms, ttft_ms, attempts FROM usage_records`,
  )
  return rows
}

function countTraffic(rows: Raw[], question: TrafficQuestion) {
  const groups = new Map<string, ReturnType<typeof emptyGroup>>()
  const groupOf = (at: Date, provider: string, model: string) => {
    if (at < question.from || (question.until && at >= question.until)) return undefined
    if (question.providerId !== undefined && provider !== question.providerId) return undefined
    const step = (question.stepSeconds ?? 0) * 1000
    const began = question.starts?.findLast((start) => start <= at)?.getTime() ?? null
    const start = step === 0 ? began : Math.floor(at.getTime() / step) * step
    const key = [start, question.byProvider ? provider : null, question.byModel ? model : null].join()
    const group = groups.get(key) ?? emptyGroup()
    groups.set(key, group)
    return group
  }
  for (const row of rows) {
    for (const { provider, code } of row.attempts?.slice(0, -1) ?? []) {
      const tried = groupOf(row.created_at, provider, row.model_id)
      if (tried) tried[code === 'rate_limit_exceeded' ? 'rate_limited_tries' : 'failed_tries'] += 1
    }
    const group = groupOf(row.created_at, row.provider_id, row.model_id)
    if (group) count(row, group)
  }
  return groups
}

function emptyGroup() {
  const none = { requests: 0, successful: 0, failed: 0, rate_limited: 0, refused: 0, failed_tries: 0 }
  const counted = {
    total_tokens: 0n,
    characters: 0,
    audio_millis: 0,
    cost_nanos: 0n,
    upstream_cost_nanos: 0n,
  }
  return { ...none, ...counted, rate_limited_tries: 0, latencies: 0, ttfts: 0, throughputs: 0 }
}

const outcomes: Record<string, 'failed' | 'rate_limited' | 'refused'> = {
  upstream_error: 'failed',
  rate_limit_exceeded: 'rate_limited',
  content_policy_violation: 'refused',
}

function count(row: Raw, group: ReturnType<typeof emptyGroup>): void {
  group.requests += 1
  group.cost_nanos += row.cost_nanos
  group.upstream_cost_nanos += row.upstream_cost_nanos
  const isWhole = row.status !== 'failed' && row.finish_reason !== 'aborted'
  if (isWhole) group.latencies += 1
  if (isWhole && row.completion_tokens > 0) group.throughputs += 1
  if (row.status === 'failed') {
    group[outcomes[row.error_code] ?? 'failed'] += 1
    return
  }
  group.successful += 1
  group.total_tokens += BigInt(row.prompt_tokens + row.completion_tokens)
  group.characters += row.characters
  group.audio_millis += row.audio_millis
  if (row.ttft_ms !== null) group.ttfts += 1
}

/** For tests: the CSV of all of a customer's requests. */
export async function csvOf(caller: Caller): Promise<string> {
  const { content } = await downloadRecent(caller, RecentQuery.parse({ format: 'csv' }), usageNames)
  return (await content.toArray()).join('')
}
