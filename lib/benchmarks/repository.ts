import { z } from 'zod'
import { pool, prisma } from '@/lib/platform/db'
import type { Transaction } from '@/lib/platform/transaction'
import type { Prisma } from '@/prisma/generated/client'
import { type ItemOutcome, RunStatus, SuiteId } from './schema'
import { statesBefore } from './state'

/** Runs and what came of their items. */
export const PlannedSuite = z.object({ id: SuiteId, version: z.int(), items: z.int() })
export type PlannedSuite = z.infer<typeof PlannedSuite>

type StoredRun = Prisma.BenchmarkRunGetPayload<object>
export type RunRow = Omit<StoredRun, 'suites' | 'status'> & { suites: PlannedSuite[]; status: RunStatus }

function toRunRow(row: StoredRun): RunRow {
  return { ...row, suites: z.array(PlannedSuite).parse(row.suites), status: RunStatus.parse(row.status) }
}

type NewRun = Pick<
  RunRow,
  | 'id'
  | 'modelId'
  | 'modelName'
  | 'suites'
  | 'concurrency'
  | 'maxTokens'
  | 'maxCostNanos'
  | 'customerId'
  | 'apiKeyId'
  | 'ownsKey'
  | 'sealedKey'
  | 'createdAt'
>

export async function insertRun(run: NewRun, transaction: Transaction): Promise<RunRow> {
  return toRunRow(await transaction.benchmarkRun.create({ data: run }))
}

export async function findRun(id: string): Promise<RunRow | null> {
  const row = await prisma.benchmarkRun.findUnique({ where: { id } })
  return row && toRunRow(row)
}

export async function listNewestRuns(limit: number): Promise<RunRow[]> {
  const orderBy = [{ createdAt: 'desc' }, { id: 'desc' }] as const
  return (await prisma.benchmarkRun.findMany({ orderBy: [...orderBy], take: limit })).map(toRunRow)
}

/** Those that wait or run, the oldest first. */
export async function listOpenRuns(): Promise<RunRow[]> {
  const where = { status: { in: ['queued', 'running'] } }
  return (await prisma.benchmarkRun.findMany({ where, orderBy: { createdAt: 'asc' } })).map(toRunRow)
}

/** Makes this worker the run's only one; undefined when there is nothing to do any more. */
export async function takeRun(id: string, now: Date): Promise<RunRow | undefined> {
  const [row] = await prisma.benchmarkRun.updateManyAndReturn({
    where: { id, status: { in: ['queued', 'running'] } },
    data: { status: 'running', take: { increment: 1 } },
  })
  if (row === undefined) return undefined
  if (row.startedAt === null)
    await prisma.benchmarkRun.updateMany({ where: { id, startedAt: null }, data: { startedAt: now } })
  return toRunRow(row)
}

type Move = { to: RunStatus; take?: number; data: Prisma.BenchmarkRunUpdateManyMutationInput }

/** Moves a run, if it still is where it may be moved from (and in this worker's hands, where one says so). */
export async function moveRun(
  id: string,
  { to, take, data }: Move,
  transaction: Transaction | typeof prisma = prisma,
): Promise<boolean> {
  const { count } = await transaction.benchmarkRun.updateMany({
    where: { id, status: { in: statesBefore(to) }, ...(take !== undefined && { take }) },
    data: { ...data, status: to },
  })
  return count === 1
}

export function inTransaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
  return prisma.$transaction(work)
}

export type NewResult = Omit<Prisma.BenchmarkResultCreateManyInput, 'runId'> & { outcome: ItemOutcome }

const insertSql = `
  INSERT INTO benchmark_results (run_id, suite_id, item_id, outcome, reason, answer, request_id, prompt_tokens, completion_tokens,
    cost_nanos, latency_ms, created_at)
  SELECT id, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13 FROM benchmark_runs
    WHERE id = $1 AND take = $2 AND status = 'running' FOR SHARE
  ON CONFLICT DO NOTHING RETURNING 1`

/** False when the run is not in this worker's hands any more. An item has one result, whoever asked it. */
export async function insertResult(runId: string, take: number, result: NewResult): Promise<boolean> {
  const { rowCount } = await pool.query(insertSql, [
    runId,
    take,
    result.suiteId,
    result.itemId,
    result.outcome,
    result.reason,
    result.answer,
    result.requestId,
    result.promptTokens,
    result.completionTokens,
    result.costNanos,
    result.latencyMs,
    result.createdAt,
  ])
  return rowCount === 1
}

export type ResultRow = Prisma.BenchmarkResultGetPayload<object>

export function listResultRows(
  runId: string,
  where: { suiteId?: SuiteId | undefined; outcome?: ItemOutcome | undefined } = {},
): Promise<ResultRow[]> {
  const { suiteId, outcome } = where
  return prisma.benchmarkResult.findMany({
    where: { runId, ...(suiteId && { suiteId }), ...(outcome && { outcome }) },
    orderBy: [{ createdAt: 'asc' }, { itemId: 'asc' }],
  })
}

/** Items that are to be asked again. */
export async function deleteUnanswered(runId: string, transaction: Transaction): Promise<void> {
  await transaction.benchmarkResult.deleteMany({ where: { runId, outcome: 'unanswered' } })
}

const SuiteTally = z.object({
  run_id: z.string(),
  suite_id: SuiteId,
  passed: z.int(),
  failed: z.int(),
  unanswered: z.int(),
  cost_nanos: z.coerce.bigint(),
  latency_p50_ms: z.int().nullable(),
})
export type SuiteTally = z.infer<typeof SuiteTally>

const tallySql = `
  SELECT run_id, suite_id, (count(*) FILTER (WHERE outcome = 'passed'))::int AS passed,
    (count(*) FILTER (WHERE outcome = 'failed'))::int AS failed,
    (count(*) FILTER (WHERE outcome = 'unanswered'))::int AS unanswered, sum(cost_nanos)::text AS cost_nanos,
    round(percentile_cont(0.5) WITHIN GROUP (ORDER BY latency_ms) FILTER (WHERE outcome <> 'unanswered'))::int AS latency_p50_ms
  FROM benchmark_results WHERE run_id = ANY($1) GROUP BY run_id, suite_id`

export async function tallyResults(runIds: readonly string[]): Promise<SuiteTally[]> {
  const { rows } = await pool.query(tallySql, [runIds])
  return z.array(SuiteTally).parse(rows)
}

/** Ended runs whose key a crash has left behind. */
export async function listUnclearedKeys(): Promise<RunRow[]> {
  const rows = await prisma.benchmarkRun.findMany({
    where: { status: { in: ['completed', 'failed', 'cancelled'] }, sealedKey: { not: null } },
    take: 100,
  })
  return rows.map(toRunRow)
}

export async function clearKey(id: string): Promise<void> {
  await prisma.benchmarkRun.updateMany({
    where: { id, status: { in: ['completed', 'failed', 'cancelled'] } },
    data: { sealedKey: null },
  })
}
