import type { PoolClient } from 'pg'
import { z } from 'zod'
import { measuresIn, recordOf } from '@/lib/money/prices/measures'
import { pool } from '@/lib/platform/db'
import { askEachShard } from '@/lib/platform/shards'
import type { Statement, UsageFilters } from '../repository'
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
  /** Empty: the console. With `byCaller`, a member for the console. */
  api_key_id: z.string().nullable(),
  /** Empty: in no group. */
  group_id: z.string().nullable(),
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
  const [id, groups] = groupOf
    ? ['id', 'JOIN unnest($2::text[], $3::text[]) AS member (customer_id, id) USING (customer_id)']
    : ['customer_id AS id', '']
  const used = everybodySql(spansOf([from, until], false), customerColumns.join(', '), values)
  const { rows } = await pool.query(
    `SELECT ${id}, ${sumsSql(customerColumns)}, count(*) OVER () AS total
       FROM (${used}) AS used ${groups} GROUP BY 1 ORDER BY 4 DESC, 2 DESC, 1 LIMIT $1`,
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

const Folded = z.object({ folded: z.number() })

/** Moves up to `limit` tallies of quarter hours before that moment into the rollups, in each shard; returns the most. */
export async function foldTalliesBefore(before: Date, limit: number): Promise<number> {
  const text = 'SELECT usage_fold_tallies($1::timestamptz, $2::int) AS folded'
  const rows = await askEachShard({ text, values: [before, limit], columns: 'folded int' })
  return Math.max(
    ...z
      .array(Folded)
      .parse(rows)
      .map(({ folded }) => folded),
  )
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

/** The grouping of one part of the sums. */
export type Grouping = {
  byDay?: true
  byModel?: true
  byKey?: true
  byCaller?: true
  /** The group of each caller that is in one. */
  byGroup?: ReadonlyMap<string, string>
}

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

/** The key, or empty for the console. */
const keySql = `CASE WHEN starts_with(api_key_id, 'mbr_') THEN '' ELSE api_key_id END`

function partSql(
  by: Grouping,
  bounds: readonly Date[],
  filters: UsageFilters,
  columns: readonly string[],
  bind: Bind,
): string {
  const conditions = ['customer_id = $1']
  if (filters.modelId !== undefined) conditions.push(`model_id = ${bind(filters.modelId)}`)
  if (filters.callerIds !== undefined) conditions.push(`api_key_id = ANY (${bind(filters.callerIds)})`)
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
  const { byGroup } = by
  const grouped = byGroup
    ? ` LEFT JOIN unnest(${bind([...byGroup.keys()])}::text[], ${bind([...byGroup.values()])}::text[]) AS g (caller_id, group_id) ON caller_id = api_key_id`
    : ''
  // The first column is the day, and so on.
  const groups = [by.byDay && 1, by.byModel && 2, (by.byKey || by.byCaller) && 4, byGroup && 5].filter(
    Boolean,
  )
  const selected = [
    `${by.byDay ? `width_bucket(start, ${bind(bounds)}::timestamptz[])` : 'NULL::int'} AS day`,
    `${by.byModel ? 'model_id' : 'NULL'} AS model_id`,
    `${by.byModel ? 'max(modality)' : 'NULL'} AS modality`,
    `${by.byCaller ? 'api_key_id' : by.byKey ? keySql : 'NULL'} AS api_key_id`,
    `${byGroup ? `coalesce(group_id, '')` : 'NULL'} AS group_id`,
  ]
  return `SELECT ${[...selected, sumsSql(columns)].join(', ')} FROM (${rows.join(' UNION ALL ')}) AS rows${grouped} GROUP BY ${groups.join(', ')}`
}

/** The label by which sums of an end user or a tag are kept; these have no tallies. With both: of the end user. */
export function markOf({ endUser, tag }: UsageFilters): string | undefined {
  if (endUser !== undefined) return `u:${endUser}`
  return tag === undefined ? undefined : `t:${tag}`
}

export const markSql = (label: string) => `sha256(convert_to(${label}::text, 'UTF8'))`

/** Selects the rollups of the cut that the grouping and the filters need. */
function labelsOf(by: Grouping, filters: UsageFilters): string {
  const needsModels = by.byModel === true || filters.modelId !== undefined
  const needsKeys = (by.byKey ?? by.byCaller ?? by.byGroup ?? filters.callerIds) !== undefined
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
