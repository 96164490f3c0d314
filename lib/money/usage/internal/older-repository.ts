import { z } from 'zod'
import { measuresIn } from '@/lib/money/prices/measures'
import { formatUsd, parseUsd } from '@/lib/platform/money'
import { ExportRow, type RecordFilter, UsageRecordRow } from '../repository'
import { type Params, readRows, sendQuery } from './clickhouse'
import { Costly } from './traffic-repository'

/** Requests in ClickHouse, in the table of deploy/clickhouse/usage.sql. */

/** Everything that is read again, and what providers charge. */
export const StoredRow = ExportRow.extend({ ...UsageRecordRow.shape, upstream_cost_nanos: z.bigint() })
type StoredRow = z.infer<typeof StoredRow>

const INSERT_MILLIS = 60_000

/** ClickHouse keeps one row for each id, and a replicated table drops a batch that it has: repeat the same rows in the same order. */
export async function insertRows(rows: readonly StoredRow[]): Promise<void> {
  if (rows.length === 0) return
  await sendQuery({
    query: 'INSERT INTO portico_usage FORMAT JSONEachRow',
    settings: { input_format_skip_unknown_fields: '1', date_time_input_format: 'best_effort' },
    rows: rows.map((row) => `${JSON.stringify(toStored(row))}\n`).join(''),
    millis: INSERT_MILLIS,
  })
}

function toStored(row: StoredRow) {
  const { cost_nanos, upstream_cost_nanos, video_millis, audio_millis, attempts, tags, ...same } = row
  return {
    ...same,
    video_seconds: video_millis / 1000,
    audio_seconds: audio_millis / 1000,
    cost: formatUsd(cost_nanos),
    upstream_cost: formatUsd(upstream_cost_nanos),
    attempts: attempts === null ? '' : JSON.stringify(attempts),
    tags: tags ?? {},
  }
}

const Nanos = z
  .string()
  .refine((text) => parseUsd(text) !== undefined)
  .transform((text) => parseUsd(text) ?? 0n)
const Moment = z.number().transform((millis) => new Date(millis))
const moment = 'toUnixTimestamp64Milli(created_at)'

const { attempts: Attempts } = UsageRecordRow.shape
const same = UsageRecordRow.omit({
  created_at: true,
  cost_nanos: true,
  video_millis: true,
  audio_millis: true,
  attempts: true,
  tags: true,
})
const OlderRow = same
  .extend({
    made_at: Moment,
    cost_usd: Nanos,
    video_seconds: z.number(),
    audio_seconds: z.number(),
    attempts: z.string(),
    tags: z.record(z.string(), z.string()),
  })
  .transform(
    ({ made_at, cost_usd, video_seconds, audio_seconds, attempts, tags, ...row }): UsageRecordRow => {
      return {
        ...row,
        created_at: made_at,
        cost_nanos: cost_usd,
        video_millis: Math.round(video_seconds * 1000),
        audio_millis: Math.round(audio_seconds * 1000),
        attempts: attempts === '' ? null : Attempts.parse(JSON.parse(attempts)),
        tags: Object.keys(tags).length === 0 ? null : tags,
      }
    },
  )
const columns = [
  ...Object.keys(same.shape),
  `${moment} AS made_at`,
  'toString(cost) AS cost_usd',
  'video_seconds, audio_seconds, attempts, tags',
].join(', ')

type Asked = Partial<Omit<RecordFilter, 'endedFrom'>> & {
  customerId?: string
  id?: string
  providerId?: string
}

const at = (name: string) => `fromUnixTimestamp64Milli({${name}:Int64})`
/** Each condition with its parameter's name and value. */
const conditions: readonly [string, string, (asked: Asked) => Params[string] | undefined][] = [
  ['customer', 'customer_id = {customer:String}', (asked) => asked.customerId],
  ['id', 'id = {id:String}', (asked) => asked.id],
  ['provider', 'provider_id = {provider:String}', (asked) => asked.providerId],
  ['from', `created_at >= ${at('from')}`, (asked) => asked.from?.getTime()],
  ['until', `created_at < ${at('until')}`, (asked) => asked.until?.getTime()],
  ['after_at', `created_at <= ${at('after_at')}`, (asked) => asked.after?.createdAt.getTime()],
  ['after', `(created_at, id) < (${at('after_at')}, {after:String})`, (asked) => asked.after?.id],
  ['model', 'model_id = {model:String}', (asked) => asked.modelId],
  // As `callerSql`.
  [
    'callers',
    `has({callers:Array(String)}, coalesce(api_key_id, member_id, ''))`,
    (asked) => asked.callerIds,
  ],
  ['status', 'status = {status:String}', (asked) => asked.status],
  ['modality', 'modality = {modality:String}', (asked) => asked.modality],
  ['end_user', 'end_user = {end_user:String}', (asked) => asked.endUser],
  [
    'tag',
    `arrayExists((name, value) -> concat(name, ':', value) = {tag:String}, mapKeys(tags), mapValues(tags))`,
    (asked) => asked.tag,
  ],
]

/** `FROM … WHERE …` and its values. */
function rowsOf(asked: Asked, ...more: string[]): { sql: string; params: Params } {
  const params: Params = {}
  const wanted = conditions.flatMap(([name, condition, of]) => {
    const value = of(asked)
    if (value === undefined) return []
    params[name] = value
    return [condition]
  })
  return { sql: `FROM portico_usage FINAL WHERE ${[...wanted, ...more].join(' AND ')}`, params }
}

/** A page of a customer's rows, newest first. */
export function listOlder(
  customerId: string,
  filter: RecordFilter,
  limit: number,
): Promise<UsageRecordRow[]> {
  const { sql, params } = rowsOf({ ...filter, customerId })
  return readRows(OlderRow, `SELECT ${columns} ${sql} ORDER BY created_at DESC, id DESC`, params, limit)
}

/** The row of a customer's request that was made about then. */
export async function findOlder(
  customerId: string,
  id: string,
  madeAt: Date,
): Promise<UsageRecordRow | undefined> {
  const [from, until] = [-1, 1].map((minutes) => new Date(madeAt.getTime() + minutes * 60_000))
  const { sql, params } = rowsOf({ customerId, id, from, until })
  return (await readRows(OlderRow, `SELECT ${columns} ${sql}`, params, 1))[0]
}

const Timed = z.object({ made_at: Moment, latency_ms: z.number(), ttft_ms: z.number().nullable() })

/** When requests that did not fail were made, and their latencies. Tasks count only when filtered by model. */
export function listOlderLatencies(asked: Asked & { customerId: string }, limit: number) {
  const tasks = asked.modelId === undefined ? ['task_id IS NULL'] : []
  const { sql, params } = rowsOf(asked, `status <> 'failed'`, ...tasks)
  return readRows(Timed, `SELECT ${moment} AS made_at, latency_ms, ttft_ms ${sql}`, params, limit)
}

const OlderCostly = Costly.extend({ made_at: Moment, upstream_usd: Nanos })
  .omit({ created_at: true, upstream_cost_nanos: true })
  .transform(({ made_at: created_at, upstream_usd: upstream_cost_nanos, ...row }) => {
    return { ...row, created_at, upstream_cost_nanos }
  })

/** The dearest requests of all customers. */
export function listOlderCostliest(
  asked: { providerId: string; modelId: string; from: Date; until: Date },
  limit: number,
): Promise<Costly[]> {
  const { sql, params } = rowsOf(asked, 'NOT own_key')
  const select = `SELECT id, customer_id, ${moment} AS made_at, status, prompt_tokens, completion_tokens, toString(upstream_cost) AS upstream_usd
    ${sql} ORDER BY upstream_cost DESC, id`
  return readRows(OlderCostly, select, params, limit)
}

/** Which of these requests of one customer are there. */
export async function listOlderIds(customerId: string, ids: readonly string[]): Promise<string[]> {
  const { sql, params } = rowsOf({ customerId }, 'has({ids:Array(String)}, id)')
  const rows = await readRows(
    z.object({ id: z.string() }),
    `SELECT id ${sql}`,
    { ...params, ids },
    ids.length,
  )
  return rows.map(({ id }) => id)
}

/** How many requests began in an hour (since 1970), and a sum over what they say. */
export const HourSum = z.object({ hour: z.number(), requests: z.number(), proof: z.string() })
export type HourSum = z.infer<typeof HourSum>

const texts = [
  ...['id', 'customer_id', 'api_key_id', 'member_id', 'project_id', 'model_id', 'provider_id', 'modality'],
  ...['status', 'price_id', 'service_tier', 'image_quality', 'video_rate', 'usage_source', 'task_id'],
]
const counts = [...measuresIn('rows'), 'latency_ms', 'ttft_ms']
/** What is summed of a row: 32 bits of the MD5 of this text, which PostgreSQL and ClickHouse write alike. */
export const proofSql = `sum(('x' || left(md5(concat_ws('|', ${[
  ...[...texts, ...counts].map((name) => `coalesce(${name}::text, '')`),
  ...['cost_nanos', 'upstream_cost_nanos', 'trunc(extract(epoch FROM created_at) * 1000)'],
].join(', ')})), 8))::bit(32)::bigint)::text`
const nanosOf = (column: string) => `toInt64(toDecimal128(${column}, 9) * 1000000000)`
const secondsOf = { video_millis: 'video_seconds', audio_millis: 'audio_seconds' }
const countOf = (name: string) =>
  name in secondsOf ? `toInt64(round(${secondsOf[name as keyof typeof secondsOf]} * 1000))` : name
const olderProofSql = `toString(sum(reinterpretAsUInt32(reverse(substring(MD5(arrayStringConcat([${[
  ...texts.map((name) => `ifNull(toString(${name}), '')`),
  ...counts.map((name) => `ifNull(toString(${countOf(name)}), '')`),
  ...[nanosOf('cost'), nanosOf('upstream_cost'), moment].map((value) => `toString(${value})`),
].join(', ')}], '|')), 1, 4)))))`

const SUM_SECONDS = 600

/** By hour, of all customers. */
export function sumOlderHours(from: Date, until: Date): Promise<HourSum[]> {
  const { sql, params } = rowsOf({ from, until })
  const select = `SELECT intDiv(${moment}, 3600000) AS hour, count() AS requests, ${olderProofSql} AS proof ${sql} GROUP BY hour ORDER BY hour`
  return readRows(HourSum, select, params, 31 * 24, SUM_SECONDS)
}

/** Removes names of keys, end users and tags from a customer's rows. ClickHouse does it in the background. */
export async function clearOlderNames(customerId: string): Promise<void> {
  const query = `ALTER TABLE portico_usage UPDATE api_key_name = NULL, end_user = NULL, tags = CAST(map(), 'Map(String, String)')
    WHERE customer_id = {customer:String}`
  await sendQuery({ query, params: { customer: customerId }, millis: INSERT_MILLIS })
}
