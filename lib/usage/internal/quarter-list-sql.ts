import type { RecordFilter, Statement } from './record-list-sql'

const QUARTER_MILLIS = 15 * 60_000
const FAR_FUTURE = new Date('9999-12-31')

/** The models that a filter leaves: those that the customer ever used, of that name and kind. */
export function usedModelsSql(customerId: string, { modelId, modality }: RecordFilter): Statement {
  const conditions = `customer_id = $1 AND ($2::text IS NULL OR model_id = $2) AND ($3::text IS NULL OR modality = $3)`
  const text = `
    SELECT model_id FROM usage_rollups WHERE ${conditions} AND grain = 'day' AND cut = 'model'
    UNION SELECT model_id FROM usage_tallies WHERE ${conditions}`
  return { text, values: [customerId, modelId, modality] }
}

/**
 * The latest quarters of an hour in which rollups or tallies count something that the filter lets pass, and between
 * which moments of theirs, ends included, it lies; `models` are those it leaves, null where it says nothing about them.
 * Newest first, at most `limit`, all before `before`.
 */
export function quarterListSql(
  customerId: string,
  filter: RecordFilter,
  models: readonly string[] | null,
  before: Date | null,
  limit: number,
): Statement {
  const { apiKeyId, status } = filter
  const cut = models
    ? apiKeyId === undefined
      ? 'model'
      : 'model_key'
    : apiKeyId === undefined
      ? 'total'
      : 'key'
  const counts =
    status === undefined ? 'requests > 0' : status === 'failed' ? 'failed > 0' : 'requests > failed'
  const text = `
    SELECT quarter, greatest(min(first_at), quarter) AS first_at,
      least(max(last_at), quarter + interval '15 minutes' - interval '1 millisecond') AS last_at FROM (
      SELECT r.start, r.first_at, r.last_at FROM unnest($3::text[]) AS model CROSS JOIN LATERAL (
        SELECT start, first_at, last_at FROM usage_rollups WHERE customer_id = $1 AND grain = 'quarter' AND cut = '${cut}' AND model_id = model
          AND api_key_id = $4 AND ${counts} AND start >= $5 AND start < $6 ORDER BY start DESC LIMIT $2) AS r
      UNION ALL
      SELECT quarter, first_at, last_at FROM usage_tallies WHERE customer_id = $1 AND ($7::text IS NULL OR api_key_id = $7)
        ${models ? 'AND model_id = ANY ($3)' : ''} AND ${counts} AND quarter >= $5 AND quarter < $6
    ) AS counted (quarter, first_at, last_at) GROUP BY quarter ORDER BY quarter DESC LIMIT $2`
  const [since, until] = timesOf(filter, before)
  return { text, values: [customerId, limit, models ?? [''], apiKeyId ?? '', since, until, apiKeyId] }
}

/** Between which moments the quarters begin that hold anything of the time asked for. */
function timesOf({ after, from, until }: RecordFilter, before: Date | null): [Date, Date] {
  const ends = [FAR_FUTURE, until, before, after && new Date(after.createdAt.getTime() + 1)]
  const end = Math.min(...ends.flatMap((one) => one?.getTime() ?? []))
  return [new Date((from?.getTime() ?? 0) - QUARTER_MILLIS), new Date(end)]
}
