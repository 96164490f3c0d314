import { z } from 'zod'
import { videoRates } from '@/lib/billing/price'
import { pool } from '@/lib/platform/db'
import { timeOfId } from '@/lib/platform/ids'
import { type RecordFilter, recordListSql, type Stretch } from './internal/record-list-sql'
import { UsageAttempt, UsageModality, UsageStatus } from './schema'

const columns = `id, created_at, api_key_name, model_id, model_name, provider_id, modality, status, prompt_tokens, cached_tokens,
  cache_write_tokens, cache_write_hour_tokens, web_searches, audio_tokens, service_tier, completion_tokens, images, image_quality, video_millis, video_rate, cost_nanos, price_id, usage_source, finish_reason, error_code, latency_ms, ttft_ms, task_id, attempts`

const UsageRecordRow = z.object({
  id: z.string(),
  created_at: z.date(),
  api_key_name: z.string().nullable(),
  model_id: z.string(),
  model_name: z.string(),
  provider_id: z.string(),
  modality: UsageModality,
  status: UsageStatus,
  prompt_tokens: z.number(),
  cached_tokens: z.number(),
  cache_write_tokens: z.number(),
  cache_write_hour_tokens: z.number(),
  web_searches: z.number(),
  audio_tokens: z.number(),
  service_tier: z.string().nullable(),
  completion_tokens: z.number(),
  images: z.number(),
  image_quality: z.enum(['low', 'medium', 'high']).nullable(),
  video_millis: z.number(),
  video_rate: z.enum(videoRates).nullable(),
  cost_nanos: z.bigint(),
  price_id: z.string().nullable(),
  usage_source: z.enum(['upstream', 'estimated', 'none']),
  finish_reason: z.string().nullable(),
  error_code: z.string().nullable(),
  latency_ms: z.number(),
  ttft_ms: z.number().nullable(),
  task_id: z.string().nullable(),
  attempts: z.array(UsageAttempt).nullable(),
})
export type UsageRecordRow = z.infer<typeof UsageRecordRow>

/** Newest first; of these stretches of time alone, where some are given. */
export async function listRecords(
  customerId: string,
  filter: RecordFilter,
  limit: number,
  stretches?: readonly Stretch[],
): Promise<UsageRecordRow[]> {
  const { rows } = await pool.query(recordListSql(customerId, filter, limit, columns, stretches))
  return z.array(UsageRecordRow).parse(rows)
}

/** Its id says when it was made, so that only the partition and the minutes around it are read. */
export async function findRecord(customerId: string, id: string): Promise<UsageRecordRow | undefined> {
  const madeAt = timeOfId(id)
  if (madeAt === undefined) return undefined
  const { rows } = await pool.query(
    `SELECT ${columns} FROM usage_records
      WHERE customer_id = $1 AND id = $2 AND created_at BETWEEN $3::timestamptz - interval '1 minute' AND $3::timestamptz + interval '1 minute'`,
    [customerId, id, madeAt],
  )
  return rows[0] === undefined ? undefined : UsageRecordRow.parse(rows[0])
}

const RowKey = z.object({ id: z.string(), created_at: z.iso.datetime(), customer_id: z.string() })

/** Which of these journal rows are there, as ids. One that was damaged is not. */
export async function listBookedIds(rows: readonly object[]): Promise<Set<string>> {
  const keys = rows.flatMap((row) => RowKey.safeParse(row).data ?? [])
  const { rows: booked } = await pool.query(
    `SELECT u.id FROM json_to_recordset($1::json) AS r(id text, created_at timestamptz, customer_id text)
       JOIN usage_records u USING (customer_id, created_at, id)`,
    [JSON.stringify(keys)],
  )
  return new Set(
    z
      .array(z.object({ id: z.string() }))
      .parse(booked)
      .map(({ id }) => id),
  )
}

/** How many rows had one. */
export async function clearKeyNames(customerId: string, limit: number): Promise<number> {
  const { rowCount } = await pool.query(
    `UPDATE usage_records SET api_key_name = NULL WHERE customer_id = $1 AND (created_at, id) IN (
       SELECT created_at, id FROM usage_records WHERE customer_id = $1 AND api_key_name IS NOT NULL LIMIT $2)`,
    [customerId, limit],
  )
  return rowCount ?? 0
}

/** Makes the month partitions that the next weeks will need. */
export async function ensurePartitions(from: Date): Promise<void> {
  await pool.query('SELECT usage_ensure_partitions($1, 2)', [from])
}
