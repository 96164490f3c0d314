import { recoverSettlements as recover } from '@/lib/money/ledger/integrity'
import type { Journal } from '@/lib/money/ledger/ledger'
import { measuresIn, recordOf } from '@/lib/money/prices/measures'
import { env } from '@/lib/platform/env'
import { instanceId } from '@/lib/platform/instance'
import { codesCountedAs } from '@/lib/platform/task-failures'
import { bookedNews, tellSettled } from './live'
import { callerSql, exportTargets, listUnpaidIds, outboxSql } from './repository'
import { listBookedInBoth } from './stores'
import type { UsageRow } from './usage-row'

/** What settling writes in the ledger's statement: usage rows, and their sums in the tallies of customers and of providers' models. */

/** An INSERT that selects each column from its expression. */
const insertSql = (table: string, columns: Record<string, string>, from: string) =>
  `INSERT INTO ${table} (${Object.keys(columns).join(', ')}) SELECT ${Object.values(columns).join(', ')} ${from}`
const addSql = (columns: readonly string[]) =>
  columns.map((name) => `${name} = t.${name} + excluded.${name}`).join(', ')

/** Columns that are copied from the row. */
const labels =
  'id created_at customer_id api_key_id api_key_name model_id model_name provider_id modality image_quality video_rate service_tier \
price_id price_factor usage_source finish_reason latency_ms ttft_ms task_id trace_id attempts end_user tags member_id project_id'.split(
    ' ',
  )
/** Delivered, but its hold was already released and the balance could not cover it: not charged. */
const isLost = `s.outcome = 'gone' AND r.status = 'success'`
const bookSql = insertSql(
  'usage_records',
  {
    ...recordOf(labels, (name) => `r.${name}`),
    ...recordOf(measuresIn('rows'), (name) => `coalesce(r.${name}, 0)`),
    own_key: 'coalesce(r.own_key, false)',
    upstream_cost_nanos: 'coalesce(r.upstream_cost_nanos, 0)',
    cost_nanos: 's.charged',
    status: `CASE WHEN ${isLost} THEN 'refunded' ELSE r.status END`,
    error_code: `CASE WHEN ${isLost} THEN 'hold_lost' ELSE r.error_code END`,
  },
  'FROM json_populate_recordset(NULL::usage_records, $2::json) AS r JOIN settled s ON s.hold_id = r.id',
)

/**
 * Books the rows of the holds that a settlement ended, with what the ledger charged. Most holds ended just now (`is_fresh`) and
 * have no row yet. A row of the others may exist: an earlier try of the same statement booked it and its answer was lost.
 * It is not returned, so nothing counts it twice. The query before the AND runs once and mostly finds none.
 */
const freshSql = `${bookSql} WHERE s.is_fresh RETURNING *`
const againSql = `${bookSql} WHERE (SELECT bool_or(NOT is_fresh) FROM settled) AND NOT s.is_fresh
  ON CONFLICT (customer_id, created_at, id) DO NOTHING
  RETURNING *`

/** The usage rows that this statement booked: its CTEs `fresh` and `again`. */
const bookedRowsSql = '(SELECT * FROM fresh UNION ALL SELECT * FROM again)'

/** Adds the booked rows to their customers' tallies, in a fixed order so that two processes cannot deadlock. */
const sums = recordOf([...measuresIn('sums'), 'cost_nanos', 'upstream_cost_nanos'], (name) => `sum(${name})`)
const tallied = {
  requests: 'count(*)',
  failed: `count(*) FILTER (WHERE status = 'failed')`,
  ...sums,
  latency_millis: `coalesce(sum(latency_ms) FILTER (WHERE status <> 'failed'), 0)`,
}
const tallyUsageSql = `${insertSql(
  'usage_tallies AS t',
  {
    customer_id: 'customer_id',
    quarter: `date_bin('15 minutes', created_at, 'epoch')`,
    model_id: 'model_id',
    api_key_id: callerSql,
    modality: 'max(modality)',
    ...tallied,
    first_at: 'min(created_at)',
    last_at: 'max(created_at)',
  },
  `FROM ${bookedRowsSql} AS booked GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4`,
)}
  ON CONFLICT (customer_id, quarter, model_id, api_key_id) DO UPDATE SET ${addSql(Object.keys(tallied))},
    first_at = least(t.first_at, excluded.first_at), last_at = greatest(t.last_at, excluded.last_at)`

/**
 * Adds the booked rows to the sums of their end users and tags, by quarter hour and UTC day: only of requests that have some. A
 * customer's day has a limited number of sums; a value that comes after that counts in the one without a label.
 */
const labelsSql = `SELECT r.id, r.customer_id, date_bin('1 day', r.created_at, 'epoch') AS day, l.label, sha256(convert_to(l.label, 'UTF8')) AS mark
  FROM ${bookedRowsSql} AS r CROSS JOIN LATERAL (
    SELECT 'u:' || r.end_user WHERE r.end_user IS NOT NULL UNION ALL SELECT 't:' || t.key || ':' || t.value FROM jsonb_each_text(r.tags) AS t) AS l (label)
  WHERE r.end_user IS NOT NULL OR r.tags IS NOT NULL`
const newLabelsSql = `SELECT *, row_number() OVER (PARTITION BY customer_id, day ORDER BY label) AS nth
  FROM (SELECT DISTINCT customer_id, day, label, mark FROM labels) AS l
  WHERE NOT EXISTS (SELECT FROM usage_marks u WHERE u.customer_id = l.customer_id AND u.mark = l.mark AND u.grain = 'day' AND u.start = l.day)`
const unsummedSql = (most: number) => `SELECT n.customer_id, n.day, n.label
  FROM (SELECT DISTINCT customer_id, day FROM new_labels) AS d
  CROSS JOIN LATERAL (SELECT count(*) AS known FROM usage_marks u WHERE u.customer_id = d.customer_id AND u.grain = 'day' AND u.start = d.day) AS k
  JOIN new_labels n ON n.customer_id = d.customer_id AND n.day = d.day AND n.nth + k.known > ${most}`
const tallyMarksSql = `${insertSql(
  'usage_marks AS t',
  {
    customer_id: 'customer_id',
    mark: `sha256(convert_to(label, 'UTF8'))`,
    grain: 'grain',
    start: `date_bin(width, created_at, 'epoch')`,
    model_id: 'model_id',
    api_key_id: callerSql,
    label: 'label',
    modality: 'max(modality)',
    ...tallied,
    first_at: 'min(created_at)',
    last_at: 'max(created_at)',
  },
  `FROM (SELECT DISTINCT l.id AS row_id, CASE WHEN u.label IS NULL THEN l.label ELSE '' END AS label FROM labels l
      LEFT JOIN unsummed u ON u.customer_id = l.customer_id AND u.day = l.day AND u.label = l.label) AS summed
    JOIN ${bookedRowsSql} AS booked ON booked.id = row_id
    CROSS JOIN (VALUES ('quarter', interval '15 minutes'), ('day', interval '1 day')) AS g (grain, width)
    GROUP BY 1, 2, 3, 4, 5, 6, 7 ORDER BY 1, 2, 3, 4, 5, 6`,
)}
  ON CONFLICT (customer_id, mark, grain, start, model_id, api_key_id) DO UPDATE SET ${addSql(Object.keys(tallied))},
    first_at = least(t.first_at, excluded.first_at), last_at = greatest(t.last_at, excluded.last_at)`

/** Processes with different slots never wait for each other's rows. */
const SLOTS = 8

const outcomeOf = (code: string) =>
  `CASE WHEN ${code} IN (${listOf(codesCountedAs('limited'))}) THEN 'rate_limited' WHEN ${code} IN (${listOf(codesCountedAs('refused'))}) THEN 'refused' ELSE 'failed' END`

/**
 * Adds the booked rows to the minute's traffic of their provider and model. A failed try before the last one counts against its
 * own provider; the last try is the request itself. Failures with a customer's own key do not count.
 */
const [amounts, costs] = [measuresIn('traffic'), ['cost_nanos', 'upstream_cost_nanos']]
const perRequest = [...amounts, ...costs, 'latency_ms', 'ttft_ms']
const isSuccessful = `outcome = 'successful'`
const counted = (condition: string) => `count(*) FILTER (WHERE ${condition})`
const histogram = (value: string, condition: string) =>
  `coalesce(sum(usage_histogram(${value})) FILTER (WHERE ${condition}), 0)`
const observed = {
  requests: counted('is_request'),
  successful: counted(isSuccessful),
  failed: counted(`is_request AND outcome = 'failed'`),
  rate_limited: counted(`is_request AND outcome = 'rate_limited'`),
  refused: counted(`is_request AND outcome = 'refused'`),
  failed_tries: counted(`NOT is_request AND outcome = 'failed'`),
  rate_limited_tries: counted(`NOT is_request AND outcome = 'rate_limited'`),
  ...recordOf(amounts, (name) => `coalesce(sum(${name}) FILTER (WHERE ${isSuccessful}), 0)`),
  ...recordOf(costs, (name) => `coalesce(sum(${name}), 0)`),
  latency: histogram('latency_ms', 'is_whole'),
  ttft: histogram('ttft_ms', `${isSuccessful} AND ttft_ms IS NOT NULL`),
  throughput: histogram(
    '16000 * completion_tokens::float8 / greatest(latency_ms - coalesce(ttft_ms, 0), 1)',
    `is_whole AND modality = 'chat' AND completion_tokens > 0`,
  ),
}
const tallyTrafficSql = `${insertSql(
  'traffic_tallies AS t',
  {
    minute: 'minute',
    provider_id: 'provider_id',
    model_id: 'model_id',
    slot: String(slotOf(instanceId())),
    customer_id: `coalesce(current_setting('portico.shard', true), '')`,
    modality: 'max(modality)',
    ...observed,
  },
  `FROM (
    SELECT date_bin('1 minute', created_at, 'epoch') AS minute, provider_id, model_id, modality, true AS is_request,
      CASE WHEN status <> 'failed' THEN 'successful' ELSE ${outcomeOf('error_code')} END AS outcome,
      status <> 'failed' AND finish_reason IS DISTINCT FROM 'aborted' AS is_whole, ${perRequest.join(', ')}
      FROM ${bookedRowsSql} AS booked WHERE NOT (own_key AND status = 'failed')
    UNION ALL
    SELECT date_bin('1 minute', created_at, 'epoch'), attempt.entry ->> 'provider', coalesce(attempt.entry ->> 'model', model_id), modality, false,
      ${outcomeOf("attempt.entry ->> 'code'")}, false, ${perRequest.map(() => 'NULL').join(', ')}
      FROM ${bookedRowsSql} AS booked, jsonb_array_elements(attempts) WITH ORDINALITY AS attempt(entry, nth)
      WHERE attempts IS NOT NULL AND attempt.nth < jsonb_array_length(attempts) AND attempt.entry ->> 'own_key' IS NULL
  ) AS observed GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`,
)}
  ON CONFLICT (minute, provider_id, model_id, slot) DO UPDATE SET ${addSql(Object.keys(observed))}`

function listOf(codes: string[]): string {
  return codes.map((code) => `'${code}'`).join(', ')
}

function slotOf(name: string): number {
  let sum = 0
  for (const character of name) sum = (sum * 31 + character.charCodeAt(0)) % 65_521
  return sum % SLOTS
}

export const usageJournal: Journal = {
  name: 'usage',
  get writes() {
    const unsummed = unsummedSql(env().USAGE_MARKS_PER_DAY)
    return {
      ...plainRows.writes,
      labels: labelsSql,
      new_labels: newLabelsSql,
      unsummed,
      marked: tallyMarksSql,
    }
  },
  get onSettled() {
    return plainRows.onSettled
  },
}

/** Rows without end user and tags: sums of those are a quarter of a small statement's cost, also where there is nothing to add. */
const plainRows: Journal = {
  name: 'usage-plain',
  recoveredAs: usageJournal.name,
  get writes() {
    const { USAGE_EXPORT_FILES, USAGE_EXPORT_URL, USAGE_EXPORT_CLICKHOUSE } = env()
    const goesTo = {
      files: USAGE_EXPORT_FILES !== 'off',
      webhook: USAGE_EXPORT_URL !== undefined,
      clickhouse: USAGE_EXPORT_CLICKHOUSE !== undefined,
    }
    const targets = exportTargets.filter((target) => goesTo[target])
    return {
      fresh: freshSql,
      again: againSql,
      tallied: tallyUsageSql,
      traffic: tallyTrafficSql,
      ...(targets.length > 0 && { outbox: outboxSql(targets, bookedRowsSql) }),
    }
  },
  get onSettled() {
    return bookedNews.isWatched ? tellSettled : undefined
  },
}

export function journalOf({ end_user, tags }: Pick<UsageRow, 'end_user' | 'tags'>): Journal {
  return end_user === undefined && tags === undefined ? plainRows : usageJournal
}

/** Books requests that killed processes of this machine answered but did not write to the database. */
export function recoverSettlements(): Promise<void> {
  return recover(usageJournal, listBookedInBoth)
}

/** Which of these requests, made since then, have no row that says they succeeded. */
export function listUnpaid(customerId: string, ids: readonly string[], since: Date): Promise<string[]> {
  return listUnpaidIds(customerId, ids, since)
}
