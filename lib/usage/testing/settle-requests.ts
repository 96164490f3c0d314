import { settleHolds, toSettlement } from '@/lib/billing/internal/holds-repository'
import { newId } from '@/lib/platform/ids'
import { type UsageRow, usageJournal } from '../booking'

type Try = { provider: string; model?: string | null; code: string | null }
type Request = Partial<Omit<UsageRow, 'attempts'>> &
  Pick<UsageRow, 'customer_id' | 'created_at'> & {
    /** Those that failed before the one that the row tells of. */
    tries?: readonly Try[]
  }

/** For tests: books requests of whatever outcome and speed in the statement that settles real ones. */
export async function settleRequests(requests: readonly Request[]): Promise<UsageRow[]> {
  const rows = requests.map(toRow)
  const items = rows.map((row) => toSettlement({ id: row.id, cost: '1', customer_id: row.customer_id, row }))
  for (let at = 0; at < items.length; at += 128) await settleHolds(items.slice(at, at + 128), usageJournal)
  return rows
}

function toRow({ tries = [], ...request }: Request): UsageRow {
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
