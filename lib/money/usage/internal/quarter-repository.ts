import { z } from 'zod'
import { pool } from '@/lib/platform/db'
import type { RecordFilter, Statement, Stretch } from '../repository'
import { markOf, markSql } from './rollup-repository'

/** In which quarter hours rows that match a filter are: rows themselves are indexed by time only. */

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
  const { callerIds, status } = filter
  const label = markOf(filter)
  if (label !== undefined) return markedQuartersSql(customerId, label, filter, before, limit)
  const cut = models
    ? callerIds === undefined
      ? 'model'
      : 'model_key'
    : callerIds === undefined
      ? 'total'
      : 'key'
  const count = countOf(status)
  const text = `
    SELECT quarter, greatest(min(first_at), quarter) AS first_at,
      least(max(last_at), quarter + interval '15 minutes' - interval '1 millisecond') AS last_at, sum(count)::float8 AS count FROM (
      SELECT r.* FROM unnest($3::text[]) AS model CROSS JOIN unnest($4::text[]) AS caller CROSS JOIN LATERAL (
        SELECT start, first_at, last_at, ${count} AS count FROM usage_rollups WHERE customer_id = $1 AND grain = 'quarter' AND cut = '${cut}' AND model_id = model
          AND api_key_id = caller AND ${count} > 0 AND start >= $5 AND start < $6 ORDER BY start DESC LIMIT $2) AS r
      UNION ALL
      SELECT quarter, first_at, last_at, ${count} FROM usage_tallies WHERE customer_id = $1 AND ($7::text[] IS NULL OR api_key_id = ANY ($7))
        ${models ? 'AND model_id = ANY ($3)' : ''} AND ${count} > 0 AND quarter >= $5 AND quarter < $6
    ) AS counted (quarter, first_at, last_at, count) GROUP BY quarter ORDER BY quarter DESC LIMIT $2`
  const [since, until] = timesOf(filter, before)
  return { text, values: [customerId, limit, models ?? [''], callerIds ?? [''], since, until, callerIds] }
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
  const { modelId, callerIds, status } = filter
  const count = countOf(status)
  const text = `
    SELECT start AS quarter, min(first_at) AS first_at, max(last_at) AS last_at, sum(${count})::float8 AS count FROM usage_marks
     WHERE customer_id = $1 AND mark IN (${markSql('$3')}, sha256('')) AND grain = 'quarter' AND start >= $4 AND start < $5 AND ${count} > 0
       AND ($6::text IS NULL OR model_id = $6) AND ($7::text[] IS NULL OR api_key_id = ANY ($7))
     GROUP BY start ORDER BY start DESC LIMIT $2`
  return { text, values: [customerId, limit, label, ...timesOf(filter, before), modelId, callerIds] }
}

/** The range in which quarter hours must start to overlap the requested time. */
function timesOf({ after, from, until }: RecordFilter, before: Date | null): [Date, Date] {
  const ends = [FAR_FUTURE, until, before, after && new Date(after.createdAt.getTime() + 1)]
  const end = Math.min(...ends.flatMap((one) => one?.getTime() ?? []))
  return [new Date((from?.getTime() ?? 0) - QUARTER_MILLIS), new Date(end)]
}
