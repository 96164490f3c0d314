import { z } from 'zod'
import { measuresIn } from '@/lib/money/prices/measures'
import { pool } from '@/lib/platform/db'
import { askEachShard } from '@/lib/platform/shards'
import { speeds as allSpeeds, amounts, costs, outcomes, RouteOutcomes, TrafficRow } from '../traffic'

/** Traffic of all customers: tallies of the last minutes, rollups of everything before. */

export async function sumTraffic(question: TrafficQuestion): Promise<TrafficRow[]> {
  const { rows } = await pool.query(trafficSql(question))
  return z.array(TrafficRow).parse(rows)
}

/** Newest first. */
export async function listOutcomesSince(moment: Date): Promise<RouteOutcomes[]> {
  const { rows } = await pool.query(
    `SELECT start, provider_id, model_id, sum(successful + refused)::float8 AS answered, sum(failed + failed_tries)::float8 AS failed,
        sum(rate_limited + rate_limited_tries)::float8 AS limited
      FROM (SELECT minute AS start, provider_id, model_id, successful, refused, failed, failed_tries, rate_limited, rate_limited_tries
              FROM traffic_tallies WHERE minute >= $1
            UNION ALL
            SELECT start, provider_id, model_id, successful, refused, failed, failed_tries, rate_limited, rate_limited_tries
              FROM traffic_rollups WHERE grain = 'five_minutes' AND cut = 'route' AND start >= $1) AS tries
      GROUP BY 1, 2, 3 ORDER BY 1 DESC, 2, 3`,
    [moment],
  )
  return z.array(RouteOutcomes).parse(rows)
}

/** Whether a model (at that provider) was ever requested; coarse rollups are never deleted. */
export async function hasTraffic(modelId: string, providerId: string | null): Promise<boolean> {
  const { rows } = await pool.query(
    `SELECT EXISTS (SELECT 1 FROM traffic_tallies WHERE model_id = $1 AND ($2::text IS NULL OR provider_id = $2))
         OR EXISTS (SELECT 1 FROM traffic_rollups WHERE cut = 'route' AND model_id = $1 AND ($2::text IS NULL OR provider_id = $2)) AS found`,
    [modelId, providerId],
  )
  return z.object({ found: z.boolean() }).parse(rows[0]).found
}

export const Costly = z.object({
  id: z.string(),
  customer_id: z.string(),
  created_at: z.date(),
  status: z.string(),
  prompt_tokens: z.number(),
  completion_tokens: z.number(),
  upstream_cost_nanos: z.coerce.bigint(),
})
export type Costly = z.infer<typeof Costly>

/** Rows are indexed by customer, so the customers that used the model are found first. `from` is the start of a UTC day. */
export async function listCostliest(
  { providerId, modelId, from, until }: { providerId: string; modelId: string; from: Date; until: Date },
  limit: number,
): Promise<Costly[]> {
  const { rows } = await pool.query(
    `SELECT r.* FROM (
         SELECT customer_id FROM usage_rollups
          WHERE grain = 'day' AND cut = 'model' AND start = $3 AND model_id = $2
         UNION SELECT customer_id FROM usage_tallies WHERE quarter >= $3 AND quarter < $4 AND model_id = $2) AS c
       CROSS JOIN LATERAL (
         SELECT id, customer_id, created_at, status, prompt_tokens, completion_tokens, upstream_cost_nanos FROM usage_records
          WHERE customer_id = c.customer_id AND created_at >= $3 AND created_at < $4
            AND model_id = $2 AND provider_id = $1 AND NOT own_key
          ORDER BY upstream_cost_nanos DESC LIMIT $5) AS r
      ORDER BY upstream_cost_nanos DESC, id LIMIT $5`,
    [providerId, modelId, from, until, limit],
  )
  return z.array(Costly).parse(rows)
}

const Folded = z.object({ folded: z.number() })

/** Moves up to `limit` tallies of minutes before that moment into the rollups, in each shard; returns the most. */
export async function foldTrafficBefore(before: Date, limit: number): Promise<number> {
  const text = 'SELECT usage_fold_traffic($1::timestamptz, $2::int) AS folded'
  const rows = await askEachShard({ text, values: [before, limit], columns: 'folded int' })
  return Math.max(
    ...z
      .array(Folded)
      .parse(rows)
      .map(({ folded }) => folded),
  )
}

/** Deletes rollups of that size before that moment; coarser ones stay. */
export async function deleteTrafficBefore(grain: 'five_minutes' | 'hour', before: Date): Promise<void> {
  await pool.query(
    `DELETE FROM traffic_rollups WHERE grain = $1 AND cut IN ('provider', 'route') AND start < $2`,
    [grain, before],
  )
}

/** A query of the traffic, and the grouping of its answer. */
export type TrafficQuestion = {
  /** The start of a UTC hour, or of five minutes within the last day. */
  from: Date
  /** As `from`; absent: until now. */
  until?: Date
  /** Groups by steps of this length since 1970; a multiple of five minutes. */
  stepSeconds?: number
  /** Instead of steps: the start of each group, at full hours. */
  starts?: readonly Date[]
  byProvider?: boolean
  byModel?: boolean
  /** Implied by `byModel`: a model has one modality. */
  byModality?: boolean
  /** Only this provider. */
  providerId?: string
  /** The histograms to read; they take most of the time. */
  speeds?: readonly (typeof allSpeeds)[number][]
}

type Statement = { text: string; values: unknown[] }
/** A stretch of time that is read from rollups of one size. */
type Span = { grain: Grain['name']; from: number; until: number }
type Grain = (typeof grains)[number]

const grains = [
  { name: 'five_minutes', seconds: 300 },
  { name: 'hour', seconds: 3600 },
  { name: 'day', seconds: 86_400 },
  { name: 'week', seconds: 604_800 },
] as const

/** Sums rollups and the tallies that are not rolled up yet in one statement, so all figures are from the same moment. */
function trafficSql(question: TrafficQuestion): Statement {
  const { byProvider, byModel, byModality, providerId, stepSeconds, starts, speeds = [] } = question
  const values: unknown[] = []
  const bind = (value: unknown) => `$${values.push(value)}`
  const sums = [...outcomes, ...measuresIn('traffic'), ...costs, ...speeds]
  const columns = ['provider_id', 'model_id', 'modality', ...sums].join(', ')
  const ofProvider = providerId === undefined ? '' : ` AND provider_id = ${bind(providerId)}`
  const within = (column: string, from: number, until: number) =>
    `${column} >= ${bind(new Date(from))}${until === Infinity ? '' : ` AND ${column} < ${bind(new Date(until))}`}${ofProvider}`
  const from = question.from.getTime()
  const until = question.until?.getTime() ?? Infinity
  const rows = spansOf(from, until, starts ? stepOf(starts) : stepSeconds).map(
    (span) =>
      `SELECT start, ${columns} FROM traffic_rollups WHERE grain = '${span.grain}' AND cut = '${byModel || byModality ? 'route' : 'provider'}' AND ${within('start', span.from, span.until)}`,
  )
  rows.push(`SELECT minute, ${columns} FROM traffic_tallies WHERE ${within('minute', from, until)}`)
  const groups = [(stepSeconds || starts) && '1', byProvider && '2', byModel && '3', byModality && '4']
    .filter(Boolean)
    .join(', ')
  const selected = [
    `${startSql(question, bind)} AS start`,
    `${byProvider ? 'provider_id' : 'NULL'} AS provider_id`,
    `${byModel ? 'model_id' : 'NULL'} AS model_id`,
    `${byModality ? 'modality' : byModel ? 'max(modality)' : 'NULL'} AS modality`,
    ...[...outcomes, ...amounts].map((column) => `sum(${column})::float8 AS ${column}`),
    'sum(prompt_tokens + completion_tokens)::bigint AS total_tokens',
    ...costs.map((column) => `sum(${column})::bigint AS ${column}`),
    ...allSpeeds.map((column) => `${speeds.includes(column) ? `sum(${column})` : '0::numeric'} AS ${column}`),
  ]
  const grouping = groups ? `GROUP BY ${groups}` : 'HAVING count(*) > 0'
  return {
    text: `SELECT ${selected.join(', ')} FROM (${rows.join(' UNION ALL ')}) AS rows ${grouping}`,
    values,
  }
}

function startSql({ stepSeconds, starts }: TrafficQuestion, bind: (value: unknown) => string): string {
  if (starts) {
    const all = `${bind(starts)}::timestamptz[]`
    return `(${all})[width_bucket(start, ${all})]`
  }
  return stepSeconds
    ? `date_bin(make_interval(secs => ${bind(stepSeconds)}), start, 'epoch')`
    : 'NULL::timestamptz'
}

/** UTC days have rollups of their own; days of other zones are read from hours. */
function stepOf(starts: readonly Date[]): number {
  return starts.every((start) => start.getTime() % 86_400_000 === 0) ? 86_400 : 3600
}

/** Covers the range with the coarsest rollups that fit, none coarser than a step. */
function spansOf(from: number, until: number, stepSeconds = Infinity, level = 0): Span[] {
  const grain = grains[level]
  const coarser = grains[level + 1]
  if (grain === undefined || from >= until) return []
  const inGrain = (start: number, end: number): Span[] =>
    start < end ? [{ grain: grain.name, from: start, until: end }] : []
  if (coarser === undefined || !divides(coarser.seconds, stepSeconds)) return inGrain(from, until)
  const width = coarser.seconds * 1000
  const inner = Math.ceil(from / width) * width
  const end = until === Infinity ? until : Math.floor(until / width) * width
  if (inner >= end) return inGrain(from, until)
  return [...inGrain(from, inner), ...spansOf(inner, end, stepSeconds, level + 1), ...inGrain(end, until)]
}

function divides(seconds: number, stepSeconds: number): boolean {
  return stepSeconds === Infinity || stepSeconds % seconds === 0
}
