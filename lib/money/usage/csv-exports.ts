import { Readable } from 'node:stream'
import { flushLedgerBriefly } from '@/lib/money/ledger/ledger'
import { figuresIn } from '@/lib/money/prices/measures'
import type { Caller } from '@/lib/platform/caller'
import { clock } from '@/lib/platform/clock'
import { formatUsd } from '@/lib/platform/money'
import {
  clockOf,
  hourBounds,
  isHourly,
  type NameReaders,
  resolveDayRange,
  resolveRecordFilter,
  resolveSumFilters,
} from './internal/resolve-query'
import { sumUsage, type UsageSumRow, type UsageSums } from './internal/rollup-repository'
import { addSums, readUsageNames, toTotals, type UsageNames } from './read-usage'
import { findRecords, readOwnerNames } from './recent'
import type { RecordFilter, UsageRecordRow } from './repository'
import type { RecentItem, RecentQuery, UsageQuery } from './schema'

/** The statistics as CSV: a row per day or hour, model and key, which add up to the same totals. */
export async function downloadUsage(
  caller: Caller,
  query: UsageQuery,
  readers: NameReaders,
): Promise<{ fileName: string; mimeType: string; content: string }> {
  const range = resolveDayRange(query, clock.now())
  const hours = isHourly(query) ? hourBounds(range) : null
  const spans: CsvSpans = hours
    ? { column: 'start', labels: hours.slice(0, -1).map(clockOf(query.timezone)) }
    : { column: 'date', labels: range.dates }
  const filters = await resolveSumFilters(caller, query, readers)
  await flushLedgerBriefly()
  const each = { byDay: true, byModel: true, byCaller: true } as const
  const rows = await sumUsage(caller.customerId, hours ?? range.bounds, filters, [each])
  const [names, owners] = await Promise.all([
    readUsageNames(readers, caller.customerId, rows),
    readOwners(caller.customerId, readers),
  ])
  return {
    fileName: `usage-${range.dates[0]}-to-${range.dates.at(-1)}.csv`,
    mimeType: 'text/csv; charset=utf-8',
    content: writeUsageCsv(spans, rows, names, owners),
  }
}

const figures = figuresIn('sums')
/** Columns after the day or hour. */
const labelColumns = ['model_id', 'model_name', 'modality', 'api_key_id', 'api_key_name']
const sums = [
  'requests',
  'successful_requests',
  'failed_requests',
  ...figures.map(([name]) => name),
  'cost',
] as const

/** New columns come last. */
const ownerColumns = ['member_id', 'member_name', 'project_id', 'project_name']

/** The owner columns of a caller: of a key, or of a member in the console. */
async function readOwners(customerId: string, readers: NameReaders): Promise<(caller: string) => string[]> {
  const [keys, members] = await Promise.all([
    readers.listOwnedKeys(customerId),
    readers.readMemberNames(customerId),
  ])
  const projectIds = [...new Set(keys.flatMap(({ projectId }) => projectId ?? []))]
  const projects = await readers.readProjectNames(customerId, projectIds)
  const byId = new Map(keys.map((key) => [key.id, key]))
  return (caller) => {
    const key = byId.get(caller)
    const memberId = key?.ownerId ?? (members.has(caller) ? caller : '')
    const projectId = key?.projectId ?? ''
    return [memberId, members.get(memberId)?.name ?? '', projectId, projects.get(projectId) ?? '']
  }
}

/** Days or hours, with the name of their column. */
type CsvSpans = { column: 'date' | 'start'; labels: string[] }

/** A span without usage is one row of zeros. */
function writeUsageCsv(
  { column, labels }: CsvSpans,
  rows: UsageSumRow[],
  names: UsageNames,
  ownersOf: (caller: string) => string[],
): string {
  const bySpan = Map.groupBy(rows, (row) => row.day)
  const lines = labels.flatMap((label, index) => {
    const used = bySpan.get(index + 1)?.toSorted(inOrder) ?? []
    if (used.length === 0)
      return [
        [label, ...labelColumns.map(() => ''), ...figuresOf(addSums([])), ...ownerColumns.map(() => '')],
      ]
    return used.map((row) => [
      label,
      ...labelsOf(row, names),
      ...figuresOf(row),
      ...ownersOf(row.api_key_id ?? ''),
    ])
  })
  return csvTable([[column, ...labelColumns, ...sums, ...ownerColumns], ...lines])
}

function labelsOf(row: UsageSumRow, names: UsageNames): string[] {
  const model = row.model_id ?? ''
  const caller = row.api_key_id ?? ''
  const key = caller.startsWith('mbr_') ? '' : caller
  return [
    model,
    names.models.get(model) ?? model,
    row.modality ?? '',
    key,
    names.apiKeys.get(key)?.name ?? '',
  ]
}

function figuresOf(used: UsageSums): (string | number)[] {
  const totals = toTotals(used)
  return sums.map((name) => totals[name])
}

function inOrder(a: UsageSumRow, b: UsageSumRow): number {
  return compare(a.model_id, b.model_id) || compare(a.api_key_id, b.api_key_id)
}

function compare(a: string | null, b: string | null): number {
  return (a ?? '') < (b ?? '') ? -1 : (a ?? '') > (b ?? '') ? 1 : 0
}

const PAGE = 500

/** All matching rows as CSV, newest first, read no faster than they are sent. */
export async function downloadRecent(
  caller: Caller,
  query: RecentQuery,
  readers: NameReaders,
): Promise<{ fileName: string; mimeType: string; content: Readable }> {
  const filter = await resolveRecordFilter(caller, query, readers)
  await flushLedgerBriefly()
  const days = [query.start_date && `from-${query.start_date}`, query.end_date && `to-${query.end_date}`]
  return {
    fileName: `${['requests', ...days.filter(Boolean)].join('-')}.csv`,
    mimeType: 'text/csv; charset=utf-8',
    content: Readable.from(writePages(caller.customerId, filter, clockOf(query.timezone), readers)),
  }
}

async function* writePages(
  customerId: string,
  filter: Omit<RecordFilter, 'after'>,
  timeOf: (moment: Date) => string,
  readers: NameReaders,
): AsyncGenerator<Buffer, void> {
  yield Buffer.from(csvTable([recordColumns.map(([name]) => name)]))
  let after: RecordFilter['after'] = null
  for (;;) {
    const { rows, isCut } = await findRecords(customerId, { ...filter, after }, PAGE)
    const namesOf = await readOwnerNames(customerId, rows, readers)
    const lineOf = (row: UsageRecordRow) =>
      writeRecordLine({ ...row, ...namesOf(row) }, timeOf(row.created_at))
    if (rows.length > 0) yield Buffer.from(rows.map(lineOf).join(''))
    const last = rows.at(-1)
    if ((rows.length < PAGE && !isCut) || last === undefined) return
    after = { createdAt: last.created_at, id: last.id }
  }
}

type NamedRow = UsageRecordRow & Pick<RecentItem, 'member_name' | 'project_name'>
type Column = readonly [string, (row: NamedRow) => string | number | null]
type Plain = {
  [Name in keyof NamedRow]: NamedRow[Name] extends string | number | null ? Name : never
}
const copied = (...names: Plain[keyof Plain][]) => names.map((name): Column => [name, (row) => row[name]])

const recordColumns: readonly Column[] = [
  ...copied('id'),
  ['created_at', (row) => row.created_at.toISOString()],
  ...copied('status', 'modality', 'model_id', 'model_name'),
  ['provider', (row) => row.provider_id],
  ...copied('api_key_name'),
  ...figures,
  ['cost', (row) => formatUsd(row.cost_nanos)],
  ...copied('usage_source', 'finish_reason', 'error_code', 'latency_ms', 'ttft_ms', 'task_id'),
  ['own_key', (row) => String(row.own_key)],
  ...copied('end_user'),
  ['tags', (row) => (row.tags === null ? '' : JSON.stringify(row.tags))],
  ...copied('member_id', 'member_name', 'project_id', 'project_name'),
]

/** One request as a CSV line; absent values are empty. */
function writeRecordLine(row: NamedRow, createdAt: string): string {
  return csvLine(
    recordColumns.map(([name, cellOf]) => (name === 'created_at' ? createdAt : (cellOf(row) ?? ''))),
  )
}

/** A CSV file with a byte order mark, without which Excel does not read it as UTF-8. */
export function csvTable(lines: readonly (readonly (string | number)[])[]): string {
  return `\uFEFF${lines.map(csvLine).join('')}`
}

/** A CSV line (RFC 4180). */
export function csvLine(cells: readonly (string | number)[]): string {
  return `${cells.map(cell).join(',')}\r\n`
}

/** Start of a formula, after NFKC: East Asian spreadsheets read full-width characters as the plain ones. */
const FORMULA = /^[\t\r\n]|^[\s\p{Cf}]*[=+\-\u2212@]/u

/** An apostrophe keeps spreadsheets from running a name that looks like a formula. */
function cell(value: string | number): string {
  if (typeof value === 'number') return String(value)
  const isFigure = /^-?[\d.]+$/.test(value)
  const safe = !isFigure && FORMULA.test(value.normalize('NFKC')) ? `'${value}` : value
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
