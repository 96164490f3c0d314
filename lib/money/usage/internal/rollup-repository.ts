import type { PoolClient } from 'pg'
import { z } from 'zod'
import { measuresIn, recordOf } from '@/lib/money/prices/measures'
import { pool } from '@/lib/platform/db'
import type { RecordFilter, Statement, Stretch, UsageFilters } from '../repository'
import { UsageModality } from '../schema'

/** Customers' rollups and tallies: the columns that are summed, of which `requests` includes `failed`. */
export const sumColumns = [
  'requests',
  'failed',
  ...measuresIn('sums'),
  'cost_nanos',
  'upstream_cost_nanos',
  'latency_millis',
] as const
export const UsageSums = z.object(recordOf(sumColumns, () => z.bigint()))
export type UsageSums = z.infer<typeof UsageSums>

/** Columns that the row is not grouped by are null. */
const UsageSumRow = UsageSums.extend({
  /** 1 for the first day. */
  day: z.number().nullable(),
  model_id: z.string().nullable(),
  modality: UsageModality.nullable(),
  /** Empty: the console. */
  api_key_id: z.string().nullable(),
})
export type UsageSumRow = z.infer<typeof UsageSumRow>

/** Usage of the days between the bounds, once per grouping; `db` reads within its transaction. */
export async function sumUsage(
  customerId: string,
  bounds: readonly Date[],
  filters: UsageFilters,
  groupings: readonly Grouping[],
  db: Pick<PoolClient, 'query'> = pool,
): Promise<UsageSumRow[]> {
  const { rows } = await db.query(usageSumsSql(customerId, bounds, filters, groupings, sumColumns))
  return z.array(UsageSumRow).parse(rows)
}

const customerColumns = ['requests', 'failed', 'cost_nanos', 'upstream_cost_nanos', 'latency_millis'] as const
const CustomerSums = z.object({
  ...recordOf(customerColumns, () => z.bigint()),
  id: z.string(),
  /** Number of all customers, or groups, with usage. */
  total: z.bigint(),
})
type CustomerSums = z.infer<typeof CustomerSums>

export const sumsSql = (columns: readonly string[]) =>
  columns.map((column) => `sum(${column})::bigint AS ${column}`).join(', ')

/** Usage by customer, or by the group that `groupOf` has for a customer, between two full hours; highest cost first. */
export async function sumByCustomer(
  from: Date,
  until: Date,
  limit: number,
  groupOf?: ReadonlyMap<string, string>,
): Promise<CustomerSums[]> {
  const values: unknown[] = groupOf ? [limit, [...groupOf.keys()], [...groupOf.values()]] : [limit]
  const groups = groupOf
    ? 'JOIN unnest($2::text[], $3::text[]) AS member (customer_id, id) USING (customer_id)'
    : 'CROSS JOIN LATERAL (SELECT customer_id AS id) AS same'
  const used = everybodySql(spansOf([from, until], false), customerColumns.join(', '), values)
  const { rows } = await pool.query(
    `SELECT id, ${sumsSql(customerColumns)}, count(*) OVER () AS total
       FROM (${used}) AS used ${groups} GROUP BY id ORDER BY 4 DESC, 2 DESC, 1 LIMIT $1`,
    values,
  )
  return z.array(CustomerSums).parse(rows)
}

/** What each of these customers was charged between two full hours, in nano-USD. */
export async function sumCostOf(
  customerIds: readonly string[],
  from: Date,
  until: Date,
): Promise<Map<string, bigint>> {
  const values: unknown[] = [customerIds]
  const used = everybodySql(spansOf([from, until], false), 'cost_nanos', values)
  const { rows } = await pool.query(
    `SELECT customer_id, sum(cost_nanos)::bigint AS cost_nanos FROM (${used}) AS used
      WHERE customer_id = ANY ($1) GROUP BY customer_id`,
    values,
  )
  const costs = z.array(z.object({ customer_id: z.string(), cost_nanos: z.bigint() })).parse(rows)
  return new Map(costs.map((row) => [row.customer_id, row.cost_nanos]))
}

const ActiveCustomers = z.object({ /** 1 for the first day. */ day: z.number(), customers: z.number() })

/** Number of customers with usage in each day between these full hours; days without any are left out. */
export async function countActiveCustomers(
  bounds: readonly Date[],
): Promise<z.infer<typeof ActiveCustomers>[]> {
  const values: unknown[] = [bounds]
  const { rows } = await pool.query(
    `SELECT width_bucket(start, $1::timestamptz[]) AS day, count(DISTINCT customer_id)::int AS customers
       FROM (${everybodySql(spansOf(bounds, true), 'start', values)}) AS used GROUP BY 1`,
    values,
  )
  return z.array(ActiveCustomers).parse(rows)
}

/** SQL for all customers' rows of these spans, tallies included. */
function everybodySql(spans: readonly Span[], columns: string, values: unknown[]): string {
  const bind: Bind = (value) => `$${values.push(value)}`
  const tallied = `(SELECT *, quarter AS start FROM usage_tallies) AS tallies`
  return spans
    .flatMap(({ grain, from, until }) => {
      const within = `start >= ${bind(from)} AND start < ${bind(until)}`
      return [
        `usage_rollups WHERE cut = 'total' AND grain = '${grain}' AND ${within}`,
        `${tallied} WHERE ${within}`,
      ]
    })
    .map((rows) => `SELECT customer_id, ${columns} FROM ${rows}`)
    .join(' UNION ALL ')
}

/** Moves up to `limit` tallies of quarter hours before that moment into the rollups; returns how many. */
export async function foldTalliesBefore(before: Date, limit: number): Promise<number> {
  const { rows } = await pool.query('SELECT usage_fold_tallies($1, $2) AS folded', [before, limit])
  return z.object({ folded: z.number() }).parse(rows[0]).folded
}

/** Ids of customers who used the model since then, after an id. Reads all of these days: not for requests. */
export async function listUsersOf(
  modelId: string,
  since: Date,
  after: string,
  limit: number,
): Promise<string[]> {
  const { rows } = await pool.query(
    `SELECT customer_id FROM usage_rollups
      WHERE grain = 'day' AND cut = 'model' AND model_id = $1 AND start >= $2 AND customer_id > $3
     UNION SELECT customer_id FROM usage_tallies WHERE model_id = $1 AND quarter >= $2 AND customer_id > $3
     ORDER BY 1 LIMIT $4`,
    [modelId, since, after, limit],
  )
  return z
    .array(z.object({ customer_id: z.string() }))
    .parse(rows)
    .map((row) => row.customer_id)
}

/** Ids of models that the customer ever used and that match the filter. */
export async function listUsedModels(customerId: string, filter: RecordFilter): Promise<string[]> {
  const { rows } = await pool.query(usedModelsSql(customerId, filter))
  return z
    .array(z.object({ model_id: z.string() }))
    .parse(rows)
    .map((row) => row.model_id)
}

/** A quarter hour, the part of it that is requested, and how many requests of it match; some may be refunded since. */
export type Quarter = Stretch & { quarter: Date; count: number }

/** The latest quarter hours with matching requests; see `quarterListSql`. */
export async function listQuarters(...question: Parameters<typeof quarterListSql>): Promise<Quarter[]> {
  const { rows } = await pool.query(quarterListSql(...question))
  return z
    .array(z.object({ quarter: z.date(), first_at: z.date(), last_at: z.date(), count: z.number() }))
    .parse(rows)
    .map(({ first_at: firstAt, last_at: lastAt, ...row }) => ({ ...row, firstAt, lastAt }))
}

/** The grouping of one part of the sums. */
export type Grouping = { byDay?: true; byModel?: true; byKey?: true }

type Bind = (value: unknown) => string
/** A stretch of time that is read from rollups of one size. */
type Span = { grain: 'quarter' | 'hour' | 'day'; from: Date; until: Date }

const HOUR_MILLIS = 3_600_000
const DAY_MILLIS = 24 * HOUR_MILLIS

/**
 * Sums rollups and the tallies that are not rolled up yet, between the first and the last bound, once per grouping. One
 * statement, so all figures are from the same moment. Each part reads the coarsest rollups that fit.
 */
function usageSumsSql(
  customerId: string,
  bounds: readonly Date[],
  filters: UsageFilters,
  groupings: readonly Grouping[],
  columns: readonly string[],
): Statement {
  const values: unknown[] = [customerId]
  const bind: Bind = (value) => `$${values.push(value)}`
  const parts = groupings.map((by) => partSql(by, bounds, filters, columns, bind))
  return { text: parts.join(' UNION ALL '), values }
}

function partSql(
  by: Grouping,
  bounds: readonly Date[],
  filters: UsageFilters,
  columns: readonly string[],
  bind: Bind,
): string {
  const conditions = ['customer_id = $1']
  if (filters.modelId !== undefined) conditions.push(`model_id = ${bind(filters.modelId)}`)
  if (filters.apiKeyId !== undefined) conditions.push(`api_key_id = ${bind(filters.apiKeyId)}`)
  const matches = conditions.join(' AND ')
  const within = (column: string, from: Date, until: Date) =>
    `${matches} AND ${column} >= ${bind(from)} AND ${column} < ${bind(until)}`
  const read = ['model_id', 'api_key_id', 'modality', ...columns].join(', ')
  const label = markOf(filters)
  const labels = label === undefined ? labelsOf(by, filters) : `mark = ${markSql(bind(label))}`
  const rows = spansOf(bounds, by.byDay === true).map(({ grain, from, until }) => {
    const table = label === undefined ? 'usage_rollups' : 'usage_marks'
    const size = label !== undefined && grain === 'hour' ? 'quarter' : grain
    return `SELECT start, ${read} FROM ${table} WHERE ${within('start', from, until)} AND grain = '${size}' AND ${labels}`
  })
  const [first, last] = endsOf(bounds)
  if (label === undefined)
    rows.push(`SELECT quarter, ${read} FROM usage_tallies WHERE ${within('quarter', first, last)}`)
  const groups = [by.byDay && 'day', by.byModel && 'model_id', by.byKey && 'api_key_id'].filter(Boolean)
  const selected = [
    `${by.byDay ? `width_bucket(start, ${bind(bounds)}::timestamptz[])` : 'NULL::int'} AS day`,
    `${by.byModel ? 'model_id' : 'NULL'} AS model_id`,
    `${by.byModel ? 'max(modality)' : 'NULL'} AS modality`,
    `${by.byKey ? 'api_key_id' : 'NULL'} AS api_key_id`,
  ]
  return `SELECT ${[...selected, sumsSql(columns)].join(', ')} FROM (${rows.join(' UNION ALL ')}) AS rows GROUP BY ${groups.join(', ')}`
}

/** The label by which sums of an end user or a tag are kept; these have no tallies. With both: of the end user. */
export function markOf({ endUser, tag }: UsageFilters): string | undefined {
  if (endUser !== undefined) return `u:${endUser}`
  return tag === undefined ? undefined : `t:${tag}`
}

const markSql = (label: string) => `sha256(convert_to(${label}::text, 'UTF8'))`

/** Selects the rollups of the cut that the grouping and the filters need. */
function labelsOf(by: Grouping, filters: UsageFilters): string {
  const needsModels = by.byModel === true || filters.modelId !== undefined
  const needsKeys = by.byKey === true || filters.apiKeyId !== undefined
  if (needsModels) return needsKeys ? `cut = 'model_key'` : `cut = 'model' AND api_key_id = ''`
  return needsKeys ? `cut = 'key' AND model_id = ''` : `cut = 'total' AND model_id = '' AND api_key_id = ''`
}

/** Uses rollups of UTC days for whole days inside, unless the answer is by days that start at other times. */
export function spansOf(bounds: readonly Date[], needsDays: boolean): Span[] {
  const [first, last] = endsOf(bounds)
  const allBegin = (unitMillis: number) => bounds.every((bound) => bound.getTime() % unitMillis === 0)
  const finest = allBegin(HOUR_MILLIS) ? 'hour' : 'quarter'
  const from = new Date(Math.ceil(first.getTime() / DAY_MILLIS) * DAY_MILLIS)
  const until = new Date(Math.floor(last.getTime() / DAY_MILLIS) * DAY_MILLIS)
  if ((needsDays && !allBegin(DAY_MILLIS)) || from >= until)
    return [{ grain: finest, from: first, until: last }]
  const spans: Span[] = [
    { grain: finest, from: first, until: from },
    { grain: 'day', from, until },
    { grain: finest, from: until, until: last },
  ]
  return spans.filter((span) => span.from < span.until)
}

function endsOf(bounds: readonly Date[]): [Date, Date] {
  const first = bounds[0] ?? new Date(0)
  return [first, bounds.at(-1) ?? first]
}

const QUARTER_MILLIS = 15 * 60_000
const FAR_FUTURE = new Date('9999-12-31')

/** SQL for the models that the customer ever used and that match the filter. */
function usedModelsSql(customerId: string, { modelId, modality }: RecordFilter): Statement {
  const conditions = `customer_id = $1 AND ($2::text IS NULL OR model_id = $2) AND ($3::text IS NULL OR modality = $3)`
  const text = `
    SELECT model_id FROM usage_rollups WHERE ${conditions} AND grain = 'day' AND cut = 'model'
    UNION SELECT model_id FROM usage_tallies WHERE ${conditions}`
  return { text, values: [customerId, modelId, modality] }
}

/**
 * SQL for the latest quarter hours with matching requests, and the first and last moment of those. `models` are the matching
 * ones, null where the filter does not restrict them. Newest first, at most `limit`, all before `before`.
 */
function quarterListSql(
  customerId: string,
  filter: RecordFilter,
  models: readonly string[] | null,
  before: Date | null,
  limit: number,
): Statement {
  const { apiKeyId, status } = filter
  const label = markOf(filter)
  if (label !== undefined) return markedQuartersSql(customerId, label, filter, before, limit)
  const cut = models
    ? apiKeyId === undefined
      ? 'model'
      : 'model_key'
    : apiKeyId === undefined
      ? 'total'
      : 'key'
  const count = countOf(status)
  const text = `
    SELECT quarter, greatest(min(first_at), quarter) AS first_at,
      least(max(last_at), quarter + interval '15 minutes' - interval '1 millisecond') AS last_at, sum(count)::float8 AS count FROM (
      SELECT r.* FROM unnest($3::text[]) AS model CROSS JOIN LATERAL (
        SELECT start, first_at, last_at, ${count} AS count FROM usage_rollups WHERE customer_id = $1 AND grain = 'quarter' AND cut = '${cut}' AND model_id = model
          AND api_key_id = $4 AND ${count} > 0 AND start >= $5 AND start < $6 ORDER BY start DESC LIMIT $2) AS r
      UNION ALL
      SELECT quarter, first_at, last_at, ${count} FROM usage_tallies WHERE customer_id = $1 AND ($7::text IS NULL OR api_key_id = $7)
        ${models ? 'AND model_id = ANY ($3)' : ''} AND ${count} > 0 AND quarter >= $5 AND quarter < $6
    ) AS counted (quarter, first_at, last_at, count) GROUP BY quarter ORDER BY quarter DESC LIMIT $2`
  const [since, until] = timesOf(filter, before)
  return { text, values: [customerId, limit, models ?? [''], apiKeyId ?? '', since, until, apiKeyId] }
}

const countOf = (status: RecordFilter['status']) =>
  status === undefined ? 'requests' : status === 'failed' ? 'failed' : 'requests - failed'

/** The same for an end user or tag, also where it may be among those beyond a day's limit. */
function markedQuartersSql(
  customerId: string,
  label: string,
  filter: RecordFilter,
  before: Date | null,
  limit: number,
): Statement {
  const { modelId, apiKeyId, status } = filter
  const count = countOf(status)
  const text = `
    SELECT start AS quarter, min(first_at) AS first_at, max(last_at) AS last_at, sum(${count})::float8 AS count FROM usage_marks
     WHERE customer_id = $1 AND mark IN (${markSql('$3')}, sha256('')) AND grain = 'quarter' AND start >= $4 AND start < $5 AND ${count} > 0
       AND ($6::text IS NULL OR model_id = $6) AND ($7::text IS NULL OR api_key_id = $7)
     GROUP BY start ORDER BY start DESC LIMIT $2`
  return { text, values: [customerId, limit, label, ...timesOf(filter, before), modelId, apiKeyId] }
}

/** The range in which quarter hours must start to overlap the requested time. */
function timesOf({ after, from, until }: RecordFilter, before: Date | null): [Date, Date] {
  const ends = [FAR_FUTURE, until, before, after && new Date(after.createdAt.getTime() + 1)]
  const end = Math.min(...ends.flatMap((one) => one?.getTime() ?? []))
  return [new Date((from?.getTime() ?? 0) - QUARTER_MILLIS), new Date(end)]
}
