import type { UsageModality, UsageStatus } from '../schema'
import type { UsageFilters } from './usage-sums-sql'

export type RecordFilter = UsageFilters & {
  /** Older than the row that the cursor names. */
  after: { createdAt: Date; id: string } | null
  from: Date | undefined
  until: Date | undefined
  status: UsageStatus | undefined
  modality: UsageModality | undefined
}

export type Statement = { text: string; values: unknown[] }
type Bind = (value: unknown) => string

/** From the first to the last moment, both included. */
export type Stretch = { firstAt: Date; lastAt: Date }

/** A page of a customer's rows, newest first; of these stretches of time alone, where some are given. */
export function recordListSql(
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

function timesOf({ after, from, until }: RecordFilter, bind: Bind): string[] {
  return [
    // Says less than the next line, in a form that spares the partitions which are too new.
    ...(after ? [`created_at <= ${bind(after.createdAt)}`] : []),
    ...(after ? [`(created_at, id) < (${bind(after.createdAt)}, ${bind(after.id)})`] : []),
    ...(from ? [`created_at >= ${bind(from)}`] : []),
    ...(until ? [`created_at < ${bind(until)}`] : []),
  ]
}

function labelsOf({ modelId, apiKeyId, status, modality }: RecordFilter, bind: Bind): string[] {
  return [
    ...(modelId === undefined ? [] : [`model_id = ${bind(modelId)}`]),
    ...(apiKeyId === undefined
      ? []
      : [apiKeyId === '' ? 'api_key_id IS NULL' : `api_key_id = ${bind(apiKeyId)}`]),
    ...(status === undefined ? [] : [`status = '${status}'`]),
    ...(modality === undefined ? [] : [`modality = ${bind(modality)}`]),
  ]
}
