import { z } from 'zod'
import { measuresIn, recordOf } from '@/lib/money/prices/measures'
import { videoRates } from '@/lib/money/prices/schema'
import { pool } from '@/lib/platform/db'
import { timeOfId } from '@/lib/platform/ids'
import { askEachShard } from '@/lib/platform/shards'
import { UsageAttempt, UsageModality, UsageStatus } from './schema'

/** By whom sums are kept: the key, in the console the member; empty where the member is not known. */
export const callerSql = `coalesce(api_key_id, member_id, '')`

/** Filters on rows. A tag is written `name:value`. */
export type UsageFilters = {
  modelId: string | undefined
  /** As by `callerSql`. */
  callerIds: readonly string[] | undefined
  endUser?: string | undefined
  tag?: string | undefined
}

export type RecordFilter = UsageFilters & {
  /** Only rows older than this one, the cursor's. */
  after: { createdAt: Date; id: string } | null
  from: Date | undefined
  until: Date | undefined
  /** Only rows whose request had not ended before. */
  endedFrom?: Date
  status: UsageStatus | undefined
  modality: UsageModality | undefined
}

export type Statement = { text: string; values: unknown[] }
type Bind = (value: unknown) => string

/** From the first to the last moment, both inclusive. */
export type Stretch = { firstAt: Date; lastAt: Date }

/** SQL for a page of a customer's rows, newest first, within `stretches` if given. */
function recordListSql(
  customerId: string,
  filter: RecordFilter,
  limit: number,
  columns: string,
  stretches?: readonly Stretch[],
): Statement {
  const values: unknown[] = [customerId, limit]
  const bind: Bind = (value) => `$${values.push(value)}`
  const conditions = ['customer_id = $1', ...timesOf(filter, bind), ...labelsOf(filter, bind)]
  const rows = `SELECT ${columns} FROM usage_records WHERE ${conditions.join(' AND ')}`
  const newestFirst = 'ORDER BY created_at DESC, id DESC LIMIT $2'
  if (stretches === undefined) return { text: `${rows} ${newestFirst}`, values }
  const [first, last] = [bind(stretches.map((one) => one.firstAt)), bind(stretches.map((one) => one.lastAt))]
  const text = `
    SELECT r.* FROM unnest(${first}::timestamptz[], ${last}::timestamptz[]) AS s (first_at, last_at) CROSS JOIN LATERAL (
      ${rows} AND created_at BETWEEN s.first_at AND s.last_at ${newestFirst}) AS r ${newestFirst}`
  return { text, values }
}

function timesOf({ after, from, until, endedFrom }: RecordFilter, bind: Bind): string[] {
  return [
    // Implied by the next line, in a form that lets the planner skip newer partitions.
    ...(after ? [`created_at <= ${bind(after.createdAt)}`] : []),
    ...(after ? [`(created_at, id) < (${bind(after.createdAt)}, ${bind(after.id)})`] : []),
    ...(from ? [`created_at >= ${bind(from)}`] : []),
    ...(until ? [`created_at < ${bind(until)}`] : []),
    ...(endedFrom ? [`created_at + latency_ms * interval '1 ms' >= ${bind(endedFrom)}`] : []),
  ]
}

function labelsOf(
  { modelId, callerIds, endUser, tag, status, modality }: Omit<RecordFilter, 'after' | 'from' | 'until'>,
  bind: Bind,
): string[] {
  return [
    ...(modelId === undefined ? [] : [`model_id = ${bind(modelId)}`]),
    ...(callerIds === undefined ? [] : [`${callerSql} = ANY (${bind(callerIds)})`]),
    ...(status === undefined ? [] : [`status = '${status}'`]),
    ...(modality === undefined ? [] : [`modality = ${bind(modality)}`]),
    ...(endUser === undefined ? [] : [`end_user = ${bind(endUser)}`]),
    ...(tag === undefined
      ? []
      : [`EXISTS (SELECT FROM jsonb_each_text(tags) AS t WHERE t.key || ':' || t.value = ${bind(tag)})`]),
  ]
}

/** Columns of every row that is shown or exported. */
const labels = {
  created_at: z.date(),
  api_key_name: z.string().nullable(),
  model_id: z.string(),
  model_name: z.string(),
  provider_id: z.string(),
  modality: UsageModality,
  status: UsageStatus,
}
const ending = {
  cost_nanos: z.bigint(),
  own_key: z.boolean(),
  price_id: z.string().nullable(),
  finish_reason: z.string().nullable(),
  error_code: z.string().nullable(),
  latency_ms: z.number(),
  ttft_ms: z.number().nullable(),
  task_id: z.string().nullable(),
  trace_id: z.string().nullable(),
  end_user: z.string().nullable(),
  tags: z.record(z.string(), z.string()).nullable(),
  member_id: z.string().nullable(),
  project_id: z.string().nullable(),
}

export const UsageRecordRow = z.object({
  id: z.string(),
  ...labels,
  ...recordOf(measuresIn('rows'), () => z.number()),
  ...ending,
  service_tier: z.string().nullable(),
  image_quality: z.enum(['low', 'medium', 'high']).nullable(),
  video_rate: z.enum(videoRates).nullable(),
  price_factor: z.number().nullable(),
  usage_source: z.enum(['upstream', 'estimated', 'none']),
  attempts: z.array(UsageAttempt).nullable(),
})
export type UsageRecordRow = z.infer<typeof UsageRecordRow>
const columns = Object.keys(UsageRecordRow.shape).join(', ')

/** A page of a customer's rows, newest first, within `stretches` if given. */
export async function listRecords(
  customerId: string,
  filter: RecordFilter,
  limit: number,
  stretches?: readonly Stretch[],
): Promise<UsageRecordRow[]> {
  const { rows } = await pool.query(recordListSql(customerId, filter, limit, columns, stretches))
  return z.array(UsageRecordRow).parse(rows)
}

/** What finds a row of any customer by the primary key. */
export type BookedKey = { customerId: string; createdAt: Date; id: string }

const BookedRow = UsageRecordRow.extend({ customer_id: z.string(), upstream_cost_nanos: z.bigint() })
export type BookedRow = z.infer<typeof BookedRow>

/** These rows, newest first: those of one customer (null: all customers) that match the filter. */
export async function listBooked(
  customerId: string | null,
  keys: readonly BookedKey[],
  filter?: Omit<RecordFilter, 'after'>,
): Promise<BookedRow[]> {
  const own = keys.filter((key) => customerId === null || key.customerId === customerId)
  const values: unknown[] = [
    own.map((key) => key.customerId),
    own.map((key) => key.createdAt),
    own.map(({ id }) => id),
  ]
  const bind: Bind = (value) => `$${values.push(value)}`
  const conditions = filter ? [...timesOf({ ...filter, after: null }, bind), ...labelsOf(filter, bind)] : []
  const { rows } = await pool.query(
    `SELECT customer_id, upstream_cost_nanos, ${columns} FROM unnest($1::text[], $2::timestamptz[], $3::text[]) AS k (customer_id, created_at, id)
       JOIN usage_records USING (customer_id, created_at, id) WHERE ${['true', ...conditions].join(' AND ')} ORDER BY created_at DESC, id DESC`,
    values,
  )
  return z.array(BookedRow).parse(rows)
}

const LatencyRow = z.object({
  /** 1 for the first; null: all spans. */
  span: z.number().nullable(),
  requests: z.number(),
  /** Median and 95th percentile. */
  latency: z.array(z.number()),
  ttft: z.number().nullable(),
})

/**
 * Percentiles of requests that did not fail, for each span between two bounds and for all. Tasks take minutes, so they count
 * only when filtered by model. `older`: those from before `from`, which are not here.
 */
export async function listLatencies(
  customerId: string,
  bounds: readonly Date[],
  filters: UsageFilters,
  from: Date | undefined = bounds[0],
  older: readonly { made_at: Date; latency_ms: number; ttft_ms: number | null }[] = [],
) {
  const columns = (['made_at', 'latency_ms', 'ttft_ms'] as const).map((name) => older.map((row) => row[name]))
  const values: unknown[] = [customerId, bounds, from, bounds.at(-1), ...columns]
  const labels = labelsOf(
    { ...filters, status: undefined, modality: undefined },
    (value) => `$${values.push(value)}`,
  )
  const tasks = filters.modelId === undefined ? ['task_id IS NULL'] : []
  const { rows } = await pool.query(
    `SELECT span, count(*)::int AS requests, percentile_disc(ARRAY[0.5, 0.95]) WITHIN GROUP (ORDER BY latency_ms) AS latency,
        percentile_disc(0.5) WITHIN GROUP (ORDER BY ttft_ms) AS ttft
      FROM (SELECT width_bucket(created_at, $2::timestamptz[]) AS span, latency_ms, ttft_ms FROM usage_records
        WHERE ${['customer_id = $1', 'created_at >= $3', 'created_at < $4', `status <> 'failed'`, ...tasks, ...labels].join(' AND ')}
        UNION ALL SELECT width_bucket(made_at, $2::timestamptz[]), latency_ms, ttft_ms
          FROM unnest($5::timestamptz[], $6::int[], $7::int[]) AS older (made_at, latency_ms, ttft_ms)) AS timed
      GROUP BY GROUPING SETS ((span), ()) HAVING count(*) > 0 ORDER BY span`,
    values,
  )
  return z.array(LatencyRow).parse(rows)
}

/** Reads only the minutes around the time in the id. */
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

const Id = z.object({ id: z.string() }).transform(({ id }) => id)
const idsOf = (rows: unknown) => z.array(Id).parse(rows)

export const RowKey = z.object({ id: z.string(), created_at: z.iso.datetime(), customer_id: z.string() })

/** Which of these journal rows exist, by id. Damaged ones are left out. */
export async function listBookedIds(rows: readonly object[]): Promise<Set<string>> {
  const keys = rows.flatMap((row) => RowKey.safeParse(row).data ?? [])
  const { rows: booked } = await pool.query(
    `SELECT u.id FROM json_to_recordset($1::json) AS r(id text, created_at timestamptz, customer_id text)
       JOIN usage_records u USING (customer_id, created_at, id)`,
    [JSON.stringify(keys)],
  )
  return new Set(idsOf(booked))
}

export async function listUnpaidIds(
  customerId: string,
  ids: readonly string[],
  since: Date,
): Promise<string[]> {
  const { rows } = await pool.query(
    `SELECT r.id FROM unnest($2::text[]) AS r(id) WHERE NOT EXISTS (
       SELECT FROM usage_records u WHERE u.customer_id = $1 AND u.created_at >= $3 AND u.id = r.id AND u.status <> 'failed')`,
    [customerId, ids, since],
  )
  return idsOf(rows)
}

/** Returns how many rows had a name of a key, an end user or tags. */
export async function clearNames(customerId: string, limit: number): Promise<number> {
  const { rowCount } = await pool.query(
    `UPDATE usage_records SET api_key_name = NULL, end_user = NULL, tags = NULL WHERE customer_id = $1 AND (created_at, id) IN (
       SELECT created_at, id FROM usage_records
        WHERE customer_id = $1 AND num_nonnulls(api_key_name, end_user, tags) > 0 LIMIT $2)`,
    [customerId, limit],
  )
  return rowCount ?? 0
}

/** Creates the month partitions for this month and the next two. */
export async function ensurePartitions(from: Date): Promise<void> {
  await pool.query('SELECT usage_ensure_partitions($1, 2)', [from])
}

/**
 * Settled rows that are still to be exported, once per target. A batch is sent together and named when its rows are chosen, so a
 * process that resumes it after a crash sends the same rows under the same name.
 */
export const exportTargets = ['files', 'webhook', 'clickhouse'] as const
export type ExportTarget = (typeof exportTargets)[number]

/** SQL for the statement that books usage rows (`booking.ts`). */
export function outboxSql(targets: readonly ExportTarget[], bookedRowsSql: string): string {
  const values = targets.map((target) => `('${target}')`).join(', ')
  return `INSERT INTO usage_outbox (target, customer_id, created_at, id)
    SELECT t.target, b.customer_id, b.created_at, b.id FROM ${bookedRowsSql} AS b CROSS JOIN (VALUES ${values}) AS t (target)
    ON CONFLICT DO NOTHING`
}

/** Batches that were chosen and not sent yet. */
export async function listOpenBatches(target: ExportTarget): Promise<string[]> {
  const { rows } = await pool.query(
    'SELECT DISTINCT batch AS id FROM usage_outbox WHERE target = $1 AND batch IS NOT NULL ORDER BY 1',
    [target],
  )
  return idsOf(rows)
}

/** Whether a customer's rows are in such a batch. */
export async function isInOpenBatch(target: ExportTarget, customerId: string): Promise<boolean> {
  const { rowCount } = await pool.query(
    'SELECT FROM usage_outbox WHERE target = $1 AND customer_id = $2 AND batch IS NOT NULL LIMIT 1',
    [target, customerId],
  )
  return rowCount !== 0
}

/** Names a batch of rows settled before `before`, from the oldest UTC hour that has any, in one shard. Undefined: there are none. */
export async function chooseBatch(
  target: ExportTarget,
  id: string,
  before: Date,
  limit: number,
): Promise<string | undefined> {
  const text = `WITH oldest AS (
       SELECT date_trunc('hour', min(settled_at), 'UTC') AS hour FROM usage_outbox WHERE target = $1::text AND batch IS NULL AND settled_at < $3::timestamptz),
     chosen AS (
       SELECT o.customer_id, o.created_at, o.id, oldest.hour FROM oldest JOIN usage_outbox o
           ON o.target = $1::text AND o.batch IS NULL AND o.settled_at >= oldest.hour AND o.settled_at < least(oldest.hour + interval '1 hour', $3::timestamptz)
        ORDER BY o.settled_at LIMIT $4::int FOR UPDATE OF o SKIP LOCKED)
     UPDATE usage_outbox o SET batch = to_char(chosen.hour AT TIME ZONE 'UTC', '"dt="YYYY-MM-DD"/hour="HH24"/"') || $2::text
       FROM chosen WHERE o.target = $1 AND (o.customer_id, o.created_at, o.id) = (chosen.customer_id, chosen.created_at, chosen.id)
     RETURNING o.batch AS id`
  const rows = await askEachShard({ text, values: [target, id, before, limit], columns: 'id text' }, true)
  return idsOf(rows)[0]
}

/** In the column order of the export. */
export const ExportRow = z.object({
  id: z.string(),
  settled_at: z.date(),
  customer_id: z.string(),
  api_key_id: z.string().nullable(),
  ...labels,
  ...recordOf(measuresIn('exports'), () => z.number()),
  ...ending,
})
export type ExportRow = z.infer<typeof ExportRow>

/** The batch's rows, always in the same order. */
export async function readBatch<Row>(
  target: ExportTarget,
  batch: string,
  shape: z.ZodType<Row>,
): Promise<Row[]> {
  const { rows } = await pool.query(
    `SELECT o.settled_at, u.* FROM usage_outbox o JOIN usage_records u USING (customer_id, created_at, id)
      WHERE o.target = $1 AND o.batch = $2 ORDER BY u.created_at, u.id`,
    [target, batch],
  )
  return z.array(shape).parse(rows)
}

/** Removes a sent batch. */
export async function forgetBatch(target: ExportTarget, batch: string): Promise<void> {
  await pool.query('DELETE FROM usage_outbox WHERE target = $1 AND batch = $2', [target, batch])
}
