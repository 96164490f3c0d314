import { z } from 'zod'
import { pool } from '@/lib/platform/db'
import { UsageModality, UsageStatus } from '../schema'

/**
 * What was settled and is still to be exported, once for each target. A batch is what is sent together; its name is made when its
 * rows are chosen, so that the process that resumes after a kill sends the same rows under the same name.
 */
export const exportTargets = ['files', 'webhook'] as const
export type ExportTarget = (typeof exportTargets)[number]

/** Beside the usage rows, in the statement that books them (lib/money/usage/booking.ts). */
export function outboxSql(targets: readonly ExportTarget[], bookedRowsSql: string): string {
  const values = targets.map((target) => `('${target}')`).join(', ')
  return `INSERT INTO usage_outbox (target, customer_id, created_at, id)
    SELECT t.target, b.customer_id, b.created_at, b.id FROM ${bookedRowsSql} AS b CROSS JOIN (VALUES ${values}) AS t (target)
    ON CONFLICT DO NOTHING`
}

const Batch = z.object({ batch: z.string() })
const batchesOf = (rows: unknown) =>
  z
    .array(Batch)
    .parse(rows)
    .map(({ batch }) => batch)

/** Those that were chosen, and not marked as sent. */
export async function listOpenBatches(target: ExportTarget): Promise<string[]> {
  const { rows } = await pool.query(
    'SELECT DISTINCT batch FROM usage_outbox WHERE target = $1 AND batch IS NOT NULL ORDER BY 1',
    [target],
  )
  return batchesOf(rows)
}

/** Chooses rows of the oldest hour (UTC) that has some, settled before then. Undefined: there are none. */
export async function chooseBatch(
  target: ExportTarget,
  id: string,
  before: Date,
  limit: number,
): Promise<string | undefined> {
  const { rows } = await pool.query(
    `WITH oldest AS (
       SELECT date_trunc('hour', min(settled_at), 'UTC') AS hour FROM usage_outbox WHERE target = $1 AND batch IS NULL AND settled_at < $3),
     chosen AS (
       SELECT o.customer_id, o.created_at, o.id, oldest.hour FROM oldest JOIN usage_outbox o
           ON o.target = $1 AND o.batch IS NULL AND o.settled_at >= oldest.hour AND o.settled_at < least(oldest.hour + interval '1 hour', $3)
        ORDER BY o.settled_at LIMIT $4 FOR UPDATE OF o SKIP LOCKED)
     UPDATE usage_outbox o SET batch = to_char(chosen.hour AT TIME ZONE 'UTC', '"dt="YYYY-MM-DD"/hour="HH24"/"') || $2
       FROM chosen WHERE o.target = $1 AND (o.customer_id, o.created_at, o.id) = (chosen.customer_id, chosen.created_at, chosen.id)
     RETURNING o.batch`,
    [target, id, before, limit],
  )
  return batchesOf(rows)[0]
}

const ExportRow = z.object({
  id: z.string(),
  created_at: z.date(),
  settled_at: z.date(),
  customer_id: z.string(),
  api_key_id: z.string().nullable(),
  api_key_name: z.string().nullable(),
  model_id: z.string(),
  model_name: z.string(),
  provider_id: z.string(),
  modality: UsageModality,
  status: UsageStatus,
  prompt_tokens: z.number(),
  cached_tokens: z.number(),
  completion_tokens: z.number(),
  reasoning_tokens: z.number(),
  images: z.number(),
  video_millis: z.number(),
  characters: z.number(),
  audio_millis: z.number(),
  web_searches: z.number(),
  cost_nanos: z.bigint(),
  own_key: z.boolean(),
  price_id: z.string().nullable(),
  finish_reason: z.string().nullable(),
  error_code: z.string().nullable(),
  latency_ms: z.number(),
  ttft_ms: z.number().nullable(),
  task_id: z.string().nullable(),
  trace_id: z.string().nullable(),
})
export type ExportRow = z.infer<typeof ExportRow>

/** Always in the same order. */
export async function readBatch(target: ExportTarget, batch: string): Promise<ExportRow[]> {
  const { rows } = await pool.query(
    `SELECT o.settled_at, u.* FROM usage_outbox o JOIN usage_records u USING (customer_id, created_at, id)
      WHERE o.target = $1 AND o.batch = $2 ORDER BY u.created_at, u.id`,
    [target, batch],
  )
  return z.array(ExportRow).parse(rows)
}

/** It was sent. */
export async function forgetBatch(target: ExportTarget, batch: string): Promise<void> {
  await pool.query('DELETE FROM usage_outbox WHERE target = $1 AND batch = $2', [target, batch])
}
