import { pool } from '@/lib/platform/db'
import type { TrafficQuestion } from '../internal/traffic-repository'

/** For tests: counts what the usage rows say now, one by one, as no tally and no rollup does. */
export async function trafficCounter() {
  const rows = await rawRows()
  return (question: TrafficQuestion) => countTraffic(rows, question)
}

type Raw = Awaited<ReturnType<typeof rawRows>>[number]

/** The usage rows themselves, and one for each try that failed before another route answered. */
async function rawRows() {
  const { rows } = await pool.query(
    `SELECT created_at, provider_id, model_id, status, error_code, finish_reason, prompt_tokens, completion_tokens, characters, audio_millis, latency_ms,
        ttft_ms, attempts FROM usage_records`,
  )
  return rows
}

function countTraffic(rows: Raw[], question: TrafficQuestion) {
  const groups = new Map<string, ReturnType<typeof emptyGroup>>()
  const groupOf = (at: Date, provider: string, model: string) => {
    if (at < question.from || (question.until && at >= question.until)) return undefined
    if (question.providerId !== undefined && provider !== question.providerId) return undefined
    const step = (question.stepSeconds ?? 0) * 1000
    const start = step === 0 ? null : Math.floor(at.getTime() / step) * step
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
  const counted = { total_tokens: 0n, characters: 0, audio_millis: 0 }
  return { ...none, ...counted, rate_limited_tries: 0, latencies: 0, ttfts: 0, throughputs: 0 }
}

const outcomes: Record<string, 'failed' | 'rate_limited' | 'refused'> = {
  upstream_error: 'failed',
  rate_limit_exceeded: 'rate_limited',
  content_policy_violation: 'refused',
}

function count(row: Raw, group: ReturnType<typeof emptyGroup>): void {
  group.requests += 1
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
