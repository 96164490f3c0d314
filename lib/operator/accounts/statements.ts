import { z } from 'zod'
import { problemOf } from '@/lib/catalog/models/check-upstreams'
import { catalogSnapshot, findProvider } from '@/lib/catalog/models/read-snapshot'
import { listCostliest, readTraffic } from '@/lib/money/usage/read-traffic'
import { clock } from '@/lib/platform/clock'
import { AppError } from '@/lib/platform/errors'
import { newId } from '@/lib/platform/ids'
import { enqueue } from '@/lib/platform/jobs/enqueue'
import type { JobRun } from '@/lib/platform/jobs/job'
import { formatUsd } from '@/lib/platform/money'
import { inTransaction } from '@/lib/platform/transaction'
import { UpstreamError } from '@/lib/upstream/contract/upstream-error'
import { accountReaderFor } from '@/lib/upstream/registry'
import { readStatementPage, type StatementLine } from '@/lib/upstream/vendor-accounts'
import { compareStatementJob } from './jobs'
import { readAdminKey, vendorOf } from './provider-accounts'
import { readStatementCsv } from './read-csv'
import {
  endStatement,
  findStatement,
  insertStatement,
  listStatementRows,
  type StatementRecord,
} from './repository'
import { type AddStatementRequest, Statement, type StatementDetail, StatementRow } from './schema'

const DAY_MILLIS = 86_400_000
const MOST_DAYS = 92
const MOST_LINES = 50_000
const SHOWN = 50

/** The latest statements, newest first, without their rows. */
export async function listStatements() {
  const rows = await listStatementRows(SHOWN)
  return { object: 'list' as const, data: rows.map(presentStatement) }
}

/** Throws `not_found`. */
export async function readStatement(id: string): Promise<StatementDetail> {
  const row = await findStatement(id)
  if (row === null) throw new AppError('not_found')
  return { ...presentStatement(row), rows: z.array(StatementRow).parse(row.rows ?? []) }
}

/**
 * Queues the comparison of a file, or of the days that a job fetches with the account's admin key. Throws `invalid_parameter`.
 */
export async function addStatement(request: AddStatementRequest): Promise<Statement> {
  const provider = findProvider(request.provider_id)
  if (provider === undefined) throw invalid('provider_id', 'provider_id names no provider.')
  const lines = request.csv === undefined ? null : sumLines(readStatementCsv(request.csv))
  if (lines === null && (!vendorOf(provider)?.statement || !(await readAdminKey(provider.id))))
    throw invalid('provider_id', 'Add an admin key to this provider to fetch statements, or send csv.')
  const days = lines === null ? daysOf(request) : boundsOf(lines)
  const row = await inTransaction(async (transaction) => {
    const made = await insertStatement(
      {
        id: newId('stm'),
        providerId: provider.id,
        source: lines === null ? 'api' : 'file',
        status: 'queued',
        ...days,
        ...(lines && { lines: lines.map(({ date, model, nanos }) => [date, model, String(nanos)]) }),
        createdAt: clock.now(),
      },
      transaction,
    )
    await enqueue(compareStatementJob, { id: made.id }, { transaction })
    return made
  })
  return presentStatement(row)
}

function invalid(param: string, message: string): AppError {
  return new AppError('invalid_parameter', { param, message })
}

/** Without dates, the last 30 whole days. */
function daysOf({ start_date, end_date }: AddStatementRequest) {
  const today = clock.now().getTime()
  const dayBefore = (days: number) => new Date(today - days * DAY_MILLIS).toISOString().slice(0, 10)
  const days = { startDate: start_date ?? dayBefore(30), endDate: end_date ?? dayBefore(1) }
  return checkDays(days, 'end_date')
}

function boundsOf(lines: readonly StatementLine[]) {
  const dates = lines.map(({ date }) => date).sort()
  const [startDate, endDate] = [dates[0], dates.at(-1)]
  if (startDate === undefined || endDate === undefined) throw invalid('csv', 'csv has no rows.')
  return checkDays({ startDate, endDate }, 'csv')
}

function checkDays(days: { startDate: string; endDate: string }, param: string) {
  const count = (Date.parse(days.endDate) - Date.parse(days.startDate)) / DAY_MILLIS + 1
  if (count >= 1 && count <= MOST_DAYS) return days
  throw invalid(param, `A statement must cover 1 to ${MOST_DAYS} days, the last not before the first.`)
}

/** One line per day and model. */
function sumLines(lines: Iterable<StatementLine>): StatementLine[] {
  const sums = new Map<string, StatementLine>()
  for (const { date, model, nanos } of lines) {
    const key = `${date} ${model}`
    sums.set(key, { date, model, nanos: nanos + (sums.get(key)?.nanos ?? 0n) })
    if (sums.size > MOST_LINES) throw invalid('csv', `A statement has at most ${MOST_LINES} days and models.`)
  }
  return [...sums.values()]
}

const Lines = z.array(z.tuple([z.string(), z.string(), z.coerce.bigint()]))

/** Compares a queued statement. Safe to run twice. */
export async function compareStatement({ payload: { id }, signal }: JobRun<{ id: string }>): Promise<void> {
  const row = await findStatement(id)
  if (row?.status !== 'queued') return
  try {
    const lines =
      row.lines === null
        ? await fetchLines(row, signal)
        : Lines.parse(row.lines).map(([date, model, nanos]) => ({ date, model, nanos }))
    await endStatement(id, { status: 'done', ...(await compare(row, lines)), finishedAt: clock.now() })
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error
    await endStatement(id, { status: 'failed', problem: problemOf(error), finishedAt: clock.now() })
  }
}

const PAGE_TIMEOUT_MILLIS = 60_000
const MOST_PAGES = 100

async function fetchLines(row: StatementRecord, signal: AbortSignal): Promise<StatementLine[]> {
  const provider = findProvider(row.providerId)
  const target = provider?.target ?? provider?.ownTarget
  const source = provider && vendorOf(provider)?.statement
  const key = await readAdminKey(row.providerId)
  if (!target || !source || key === undefined) throw new UpstreamError('unsupported')
  const { keyHeader, headers } = source
  const ask = accountReaderFor(target, { key, keyHeader, headers })
  const path = source.pathOf(new Date(row.startDate), new Date(Date.parse(row.endDate) + DAY_MILLIS))
  const lines: StatementLine[] = []
  let next: string | undefined = ''
  for (let page = 0; next !== undefined; page++) {
    if (page === MOST_PAGES) throw new UpstreamError('failed', { message: 'The statement is too long.' })
    const paged: string = next === '' ? path : `${path}&page=${encodeURIComponent(next)}`
    const limit = AbortSignal.any([signal, AbortSignal.timeout(PAGE_TIMEOUT_MILLIS)])
    const read = await ask(paged, limit, (answer) => readStatementPage(answer, source))
    lines.push(...read.lines)
    next = read.next
  }
  return sumLines(lines.filter(({ date }) => date >= row.startDate && date <= row.endDate))
}

/** Differences for which the requests are listed, the largest first. */
const EXPLAINED = 50

async function compare({ providerId, startDate, endDate }: StatementRecord, lines: readonly StatementLine[]) {
  const from = new Date(startDate)
  const until = new Date(Date.parse(endDate) + DAY_MILLIS)
  const starts = Array.from(
    { length: (until.getTime() - from.getTime()) / DAY_MILLIS },
    (_, day) => new Date(from.getTime() + day * DAY_MILLIS),
  )
  const traffic = await readTraffic({ from, until, starts, providerId, byModel: true })
  const modelOf = modelNames(
    providerId,
    traffic.flatMap(({ model_id }) => model_id ?? []),
  )
  const sums = new Map<string, Sum>()
  const sumOf = (date: string, modelId: string | null, name: string) => {
    const key = `${date} ${modelId ?? ` ${name}`}`
    const sum = sums.get(key) ?? { date, modelId, names: new Set(), billed: 0n, recorded: 0n }
    sums.set(key, sum)
    return sum
  }
  for (const { start, model_id, upstream_cost_nanos } of traffic)
    if (start && model_id && upstream_cost_nanos > 0n)
      sumOf(start.toISOString().slice(0, 10), model_id, '').recorded += upstream_cost_nanos
  for (const { date, model, nanos } of lines) {
    const sum = sumOf(date, modelOf(model), model)
    sum.billed += nanos
    sum.names.add(model)
  }
  const all = [...sums.values()].sort((a, b) => b.date.localeCompare(a.date) || byDifference(a, b))
  const differing = all.filter(differs).sort(byDifference)
  const explained = new Set(differing.slice(0, EXPLAINED))
  const rows: StatementRow[] = []
  for (const sum of all)
    rows.push({
      date: sum.date,
      model_id: sum.modelId,
      billed_as: [...sum.names],
      billed: formatUsd(sum.billed),
      recorded: formatUsd(sum.recorded),
      differs: differs(sum),
      requests: explained.has(sum) ? await listRequests(providerId, sum) : [],
    })
  const total = (name: 'billed' | 'recorded') => all.reduce((sum, one) => sum + one[name], 0n)
  return {
    rows,
    billedNanos: total('billed'),
    recordedNanos: total('recorded'),
    differences: differing.length,
  }
}

type Sum = { date: string; modelId: string | null; names: Set<string>; billed: bigint; recorded: bigint }

const CENT = 10_000_000n

/** Exports round to cents, so a difference of one cent means nothing. */
function differs({ billed, recorded }: Sum): boolean {
  const difference = abs(billed - recorded)
  return difference > CENT && difference * 100n > (billed > recorded ? billed : recorded)
}

function byDifference(a: Sum, b: Sum): number {
  return Number(abs(b.billed - b.recorded) - abs(a.billed - a.recorded))
}

function abs(amount: bigint): bigint {
  return amount < 0n ? -amount : amount
}

const REQUESTS = 20

async function listRequests(providerId: string, { date, modelId }: Sum): Promise<StatementRow['requests']> {
  if (modelId === null) return []
  const from = new Date(date)
  const until = new Date(from.getTime() + DAY_MILLIS)
  const rows = await listCostliest({ providerId, modelId, from, until }, REQUESTS)
  return rows.map(({ upstream_cost_nanos, created_at, ...row }) => ({
    ...row,
    created_at: created_at.toISOString(),
    recorded: formatUsd(upstream_cost_nanos),
  }))
}

/**
 * Finds our model by a provider's name of it: `gpt-5.4-2026-03-05, input`, `Claude Opus 4.6`, `openai/gpt-4.1-2025-04-14`. By the
 * upstream's IDs of the provider's routes, and by the IDs of the recorded models.
 */
function modelNames(providerId: string, recorded: readonly string[]): (name: string) => string | null {
  const known = new Map<string, string>()
  for (const id of recorded)
    for (const name of [id, id.slice(id.indexOf('/') + 1)]) known.set(plainName(name), id)
  for (const { routes } of catalogSnapshot().models.values())
    for (const route of routes)
      if (route.providerId === providerId) known.set(plainName(route.upstreamId), route.modelId)
  return (name) => known.get(plainName(name)) ?? known.get(plainName(name.split(',')[0] ?? '')) ?? null
}

/** Without a version's date and the differences between a model's ID and its name. */
function plainName(name: string): string {
  return name
    .toLowerCase()
    .replace(/[\s._]+/g, '-')
    .replace(/-(?:\d{4}-\d{2}-\d{2}|20\d{6})$/, '')
}

function presentStatement(row: Omit<StatementRecord, 'lines' | 'rows'>): Statement {
  const usd = (nanos: bigint | null) => (nanos === null ? null : formatUsd(nanos))
  return {
    id: row.id,
    provider_id: row.providerId,
    source: Statement.shape.source.parse(row.source),
    status: Statement.shape.status.parse(row.status),
    problem: row.problem,
    start_date: row.startDate,
    end_date: row.endDate,
    billed: usd(row.billedNanos),
    recorded: usd(row.recordedNanos),
    differences: row.differences,
    created_at: row.createdAt.toISOString(),
  }
}
