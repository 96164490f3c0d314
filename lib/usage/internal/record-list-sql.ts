import type { UsageModality, UsageStatus } from '../schema'
import { cutFor, type UsageFilters } from './usage-sums-sql'

export type RecordFilter = UsageFilters & {
  /** Older than the row that the cursor names. */
  after: { createdAt: Date; id: string } | null
  from: Date | undefined
  until: Date | undefined
  status: UsageStatus | undefined
  modality: UsageModality | undefined
}

type Statement = { text: string; values: unknown[] }
type Bind = (value: unknown) => string

/**
 * A page of a customer's rows, newest first. Rows have one index, by time. So that what is rare is found without reading
 * everything newer, rollups and tallies say in which quarters of an hour there is any of it, and only those are read.
 */
export function recordListSql(
  customerId: string,
  filter: RecordFilter,
  limit: number,
  columns: string,
): Statement {
  const values: unknown[] = [customerId, limit]
  const bind: Bind = (value) => `$${values.push(value)}`
  const { ofRecord, ofRollup } = matchesOf(filter, bind)
  const rows = `SELECT ${columns} FROM usage_records WHERE ${['customer_id = $1', ...timesOf(filter, bind), ...ofRecord].join(' AND ')}`
  const newestFirst = 'ORDER BY created_at DESC, id DESC LIMIT $2'
  if (ofRollup.length === 0) return { text: `${rows} ${newestFirst}`, values }
  const text = `
    SELECT r.* FROM (${quartersSql(filter, ofRollup, bind)}) q CROSS JOIN LATERAL (
      ${rows} AND created_at >= q.quarter AND created_at < q.quarter + interval '15 minutes' ${newestFirst}) r
    ORDER BY q.quarter DESC, r.created_at DESC, r.id DESC LIMIT $2`
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

/** The same narrowing, of rows and of the rollups and tallies that count them. */
function matchesOf(filter: RecordFilter, bind: Bind) {
  const { modelId, apiKeyId, status, modality } = filter
  const ofRecord: string[] = []
  const ofRollup: string[] = []
  for (const [column, value] of Object.entries({ model_id: modelId, api_key_id: apiKeyId, modality })) {
    if (value === undefined) continue
    const same = `${column} = ${bind(value)}`
    ofRecord.push(value === '' ? `${column} IS NULL` : same)
    ofRollup.push(same)
  }
  if (status !== undefined) {
    ofRecord.push(`status = ${bind(status)}`)
    ofRollup.push(status === 'failed' ? 'failed > 0' : 'requests > failed')
  }
  return { ofRecord, ofRollup }
}

function quartersSql(filter: RecordFilter, matches: string[], bind: Bind): string {
  const { after, from, until } = filter
  const conditionsOn = (column: string) =>
    [
      'customer_id = $1',
      ...matches,
      ...(after ? [`${column} <= ${bind(after.createdAt)}`] : []),
      ...(from ? [`${column} > ${bind(from)}::timestamptz - interval '15 minutes'`] : []),
      ...(until ? [`${column} < ${bind(until)}`] : []),
    ].join(' AND ')
  const cut = cutFor({ byModel: filter.modality !== undefined }, filter)
  return `
    SELECT DISTINCT quarter FROM (
      SELECT start AS quarter FROM usage_rollups WHERE ${conditionsOn('start')} AND grain = 'quarter' AND cut = '${cut}'
      UNION ALL SELECT quarter FROM usage_tallies WHERE ${conditionsOn('quarter')}) AS quarters
    ORDER BY quarter DESC`
}
