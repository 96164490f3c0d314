/** What rows are narrowed to; a key of '' is none: asked from the console. */
export type UsageFilters = { modelId: string | undefined; apiKeyId: string | undefined }

/** What one part of the sums is grouped by. */
export type Grouping = { byDay?: true; byModel?: true; byKey?: true }

type Statement = { text: string; values: unknown[] }
type Bind = (value: unknown) => string
/** A stretch of time, in rollups of one size. */
type Span = { grain: 'quarter' | 'hour' | 'day'; from: Date; until: Date }

const HOUR_MILLIS = 3_600_000
const DAY_MILLIS = 24 * HOUR_MILLIS

/**
 * Sums the rollups, and the tallies that are not rolled up yet, from the first to the last of `bounds`, each of which
 * begins a day, once for every grouping. In one statement, and so of one moment. Every part reads the coarsest rollups
 * that serve it.
 */
export function usageSumsSql(
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
  const labels = labelsOf(by, filters)
  const rows = spansOf(bounds, by.byDay === true).map(
    ({ grain, from, until }) =>
      `SELECT start, ${read} FROM usage_rollups WHERE ${within('start', from, until)} AND grain = '${grain}' AND ${labels}`,
  )
  const [first, last] = endsOf(bounds)
  rows.push(`SELECT quarter, ${read} FROM usage_tallies WHERE ${within('quarter', first, last)}`)
  const groups = [by.byDay && 'day', by.byModel && 'model_id', by.byKey && 'api_key_id'].filter(Boolean)
  const selected = [
    `${by.byDay ? `width_bucket(start, ${bind(bounds)}::timestamptz[])` : 'NULL::int'} AS day`,
    `${by.byModel ? 'model_id' : 'NULL'} AS model_id`,
    `${by.byModel ? 'max(modality)' : 'NULL'} AS modality`,
    `${by.byKey ? 'api_key_id' : 'NULL'} AS api_key_id`,
  ]
  const sums = columns.map((column) => `sum(${column})::bigint AS ${column}`)
  return `SELECT ${[...selected, ...sums].join(', ')} FROM (${rows.join(' UNION ALL ')}) AS rows GROUP BY ${groups.join(', ')}`
}

/** Of the rollups those that tell apart what is grouped or filtered by. */
function labelsOf(by: Grouping, filters: UsageFilters): string {
  const tellsModels = by.byModel === true || filters.modelId !== undefined
  const tellsKeys = by.byKey === true || filters.apiKeyId !== undefined
  if (tellsModels) return tellsKeys ? `cut = 'model_key'` : `cut = 'model' AND api_key_id = ''`
  return tellsKeys ? `cut = 'key' AND model_id = ''` : `cut = 'total' AND model_id = '' AND api_key_id = ''`
}

/** Rollups of UTC days wherever whole ones lie inside, unless each day is to be told apart and begins elsewhere. */
function spansOf(bounds: readonly Date[], tellsDays: boolean): Span[] {
  const [first, last] = endsOf(bounds)
  const allBegin = (unitMillis: number) => bounds.every((bound) => bound.getTime() % unitMillis === 0)
  const finest = allBegin(HOUR_MILLIS) ? 'hour' : 'quarter'
  const from = new Date(Math.ceil(first.getTime() / DAY_MILLIS) * DAY_MILLIS)
  const until = new Date(Math.floor(last.getTime() / DAY_MILLIS) * DAY_MILLIS)
  if ((tellsDays && !allBegin(DAY_MILLIS)) || from >= until)
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
