import type { JournalRow } from '@/lib/billing/journal'

/** A whole usage row as it is booked. */
export function halveRow(row: Readonly<Record<string, unknown>>): JournalRow {
  const { id, created_at, prompt_tokens, cached_tokens, completion_tokens, reasoning_tokens, ...others } = row
  const { latency_ms, ttft_ms, ...shared } = others
  const tokens = { prompt_tokens, cached_tokens, completion_tokens, reasoning_tokens }
  return { own: { id, created_at, ...tokens, latency_ms, ttft_ms }, shared }
}
