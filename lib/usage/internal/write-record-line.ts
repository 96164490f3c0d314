import { formatUsd } from '@/lib/platform/money'
import type { UsageRecordRow } from '../repository'
import { csvLine } from './csv-line'

const columns = [
  ['id', (row) => row.id],
  ['created_at', (row) => row.created_at.toISOString()],
  ['status', (row) => row.status],
  ['modality', (row) => row.modality],
  ['model_id', (row) => row.model_id],
  ['model_name', (row) => row.model_name],
  ['provider', (row) => row.provider_id],
  ['api_key_name', (row) => row.api_key_name],
  ['prompt_tokens', (row) => row.prompt_tokens],
  ['cached_tokens', (row) => row.cached_tokens],
  ['completion_tokens', (row) => row.completion_tokens],
  ['total_tokens', (row) => row.prompt_tokens + row.completion_tokens],
  ['images', (row) => row.images],
  ['video_seconds', (row) => row.video_millis / 1000],
  ['cost', (row) => formatUsd(row.cost_nanos)],
  ['usage_source', (row) => row.usage_source],
  ['finish_reason', (row) => row.finish_reason],
  ['error_code', (row) => row.error_code],
  ['latency_ms', (row) => row.latency_ms],
  ['ttft_ms', (row) => row.ttft_ms],
  ['task_id', (row) => row.task_id],
] as const satisfies readonly [string, (row: UsageRecordRow) => string | number | null][]

export const recordHeadLine = csvLine(columns.map(([name]) => name))

/** One request as a line of a table; what it has not is empty. */
export function writeRecordLine(row: UsageRecordRow): string {
  return csvLine(columns.map(([, cellOf]) => cellOf(row) ?? ''))
}
