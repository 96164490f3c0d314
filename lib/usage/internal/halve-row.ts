import type { JournalRow } from '@/lib/billing/journal'

/** A whole usage row as it is booked. */
export function halveRow(row: Readonly<Record<string, unknown>>): JournalRow {
  const { id, created_at, prompt_tokens, cached_tokens, completion_tokens, reasoning_tokens, ...others } = row
  const { latency_ms, ttft_ms, ...shared } = others
  const tokens = { prompt_tokens, cached_tokens, completion_tokens, reasoning_tokens }
  const own = Object.entries({ id, created_at, ...tokens, latency_ms, ttft_ms })
  return { own: Object.fromEntries(own.map(([name, value]) => [name, figureOrText(value)])), shared }
}

/** A row that was read again may say anything; what the database needs and does not get, it refuses. */
function figureOrText(value: unknown): string | number | null {
  return typeof value === 'string' || typeof value === 'number' ? value : null
}
