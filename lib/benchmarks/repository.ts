import { z } from 'zod'
import { prisma } from '@/lib/platform/db'
import { type StateMoves, statesLeadingTo } from '@/lib/platform/states-leading-to'
import { inTransaction, type Transaction } from '@/lib/platform/transaction'
import type { Prisma } from '@/prisma/generated/client'
import { RunStatus } from './schema'

/** `items` is how many of the suite are asked. Runs of long ago may name suites that are no more. */
const PlannedSuite = z.object({ id: z.string(), version: z.int(), items: z.int() })
export type PlannedSuite = z.infer<typeof PlannedSuite>

type StoredRun = Prisma.BenchmarkRunGetPayload<object>
export type RunRow = Omit<StoredRun, 'suites' | 'status'> & { suites: PlannedSuite[]; status: RunStatus }

const toRunRow = (row: StoredRun): RunRow => ({
  ...row,
  suites: z.array(PlannedSuite).parse(row.suites),
  status: RunStatus.parse(row.status),
})

const moves: StateMoves<RunStatus> = {
  queued: ['running', 'cancelled', 'failed'],
  running: ['completed', 'failed', 'cancelled'],
  completed: [],
  failed: [],
  cancelled: [],
}
const open = { status: { in: ['queued', 'running'] } }
const ended = { status: { in: ['completed', 'failed', 'cancelled'] } }

export async function insertRun(data: Prisma.BenchmarkRunUncheckedCreateInput, transaction: Transaction) {
  await transaction.benchmarkRun.create({ data })
}

export async function findRun(id: string): Promise<RunRow | null> {
  const row = await prisma.benchmarkRun.findUnique({ where: { id } })
  return row && toRunRow(row)
}

async function listRuns(query: Prisma.BenchmarkRunFindManyArgs): Promise<RunRow[]> {
  return (
    await prisma.benchmarkRun.findMany({ ...query, orderBy: [{ createdAt: 'desc' }, { id: 'desc' }] })
  ).map(toRunRow)
}

export const listNewestRuns = (take: number) => listRuns({ take })
export const listOpenRuns = () => listRuns({ where: open })
/** Ended runs whose key a crash has left behind. */
export const listEndedWithKey = () =>
  listRuns({ where: { ...ended, ownsKey: true, apiKeyId: { not: null } }, take: 100 })

export function listRunModels(ids: string[]): Promise<{ id: string; modelId: string }[]> {
  return prisma.benchmarkRun.findMany({ where: { id: { in: ids } }, select: { id: true, modelId: true } })
}

/** Makes this worker the run's only one; undefined when there is nothing to do any more. */
export async function claimRun(id: string): Promise<RunRow | undefined> {
  const [row] = await prisma.benchmarkRun.updateManyAndReturn({
    where: { id, ...open },
    data: { status: 'running', take: { increment: 1 } },
  })
  return row && toRunRow(row)
}

type Move = { to: RunStatus; take?: number; data: Prisma.BenchmarkRunUpdateManyMutationInput }

/** Moves a run, if it still is where it may be moved from (and was claimed by nobody since `take`). */
export async function moveRun(
  id: string,
  { to, take, data }: Move,
  transaction: Transaction | typeof prisma = prisma,
): Promise<boolean> {
  const { count } = await transaction.benchmarkRun.updateMany({
    where: { id, status: { in: statesLeadingTo(moves, to) }, ...(take !== undefined && { take }) },
    data: { ...data, status: to },
  })
  return count === 1
}

/** Notes the key that this worker asks with; null: it is revoked. */
export async function noteKey(id: string, take: number, apiKeyId: string | null): Promise<void> {
  await prisma.benchmarkRun.updateMany({ where: { id, take }, data: { apiKeyId, sealedKey: null } })
}

export type NewResult = Omit<Prisma.BenchmarkResultCreateManyInput, 'runId'>

/** An item has one result, whoever asked it. False when another worker claimed the run, or it has ended. */
export function insertResult(runId: string, take: number, result: NewResult): Promise<boolean> {
  return inTransaction(async (transaction) => {
    const held = await transaction.$queryRaw<unknown[]>`
      SELECT 1 FROM benchmark_runs WHERE id = ${runId} AND take = ${take} AND status = 'running' FOR SHARE`
    if (held.length === 0) return false
    const data = { ...result, runId }
    return (await transaction.benchmarkResult.createMany({ data, skipDuplicates: true })).count === 1
  })
}

export async function listDoneItems(runId: string): Promise<Set<string>> {
  const rows = await prisma.benchmarkResult.findMany({ where: { runId }, select: { itemId: true } })
  return new Set(rows.map(({ itemId }) => itemId))
}

const SuiteTally = z.object({
  run_id: z.string(),
  suite_id: z.string(),
  passed: z.int(),
  failed: z.int(),
  cost_nanos: z.coerce.bigint(),
  missed: z.array(z.object({ item: z.string(), reason: z.string() })),
})
export type SuiteTally = z.infer<typeof SuiteTally>

/** What came of each suite so far. */
export async function tallyResults(runIds: readonly string[]): Promise<SuiteTally[]> {
  const rows = await prisma.$queryRaw`
    SELECT run_id, suite_id, (count(*) FILTER (WHERE outcome = 'passed'))::int AS passed,
           (count(*) FILTER (WHERE outcome = 'failed'))::int AS failed, sum(cost_nanos)::text AS cost_nanos,
           coalesce(json_agg(json_build_object('item', item_id, 'reason', coalesce(reason, '')) ORDER BY item_id)
             FILTER (WHERE outcome = 'failed'), '[]') AS missed
      FROM benchmark_results WHERE run_id = ANY(${runIds}) GROUP BY run_id, suite_id`
  return z.array(SuiteTally).parse(rows)
}

export type ScoreRow = Prisma.BenchmarkScoreGetPayload<object>
type NewScore = Prisma.BenchmarkScoreCreateManyInput

/** Of each model and category the newest figure: of our own only those of these sources, and every import. */
export function listNewestScores(measuredSources: readonly string[]): Promise<ScoreRow[]> {
  return prisma.benchmarkScore.findMany({
    where: { isRanked: true, OR: [{ runId: null }, { source: { in: [...measuredSources] } }] },
    distinct: ['category', 'modelId'],
    orderBy: [{ category: 'asc' }, { modelId: 'asc' }, { asOf: 'desc' }, { id: 'desc' }],
  })
}

export async function insertScores(rows: NewScore[], transaction: Transaction): Promise<void> {
  await transaction.benchmarkScore.createMany({ data: rows })
}

/** What the same source said of the same models in the same category is replaced. */
export async function replaceImportedScores(rows: NewScore[], transaction: Transaction): Promise<void> {
  const known = rows.map(({ category, source, modelId }) => ({ category, source, modelId }))
  await transaction.benchmarkScore.deleteMany({ where: { runId: null, OR: known } })
  await transaction.benchmarkScore.createMany({ data: rows })
}

/** Imported figures, category by category; the newest first in each. */
export function listImportedScores(): Promise<ScoreRow[]> {
  return prisma.benchmarkScore.findMany({
    where: { runId: null },
    orderBy: [{ category: 'asc' }, { asOf: 'desc' }, { modelId: 'asc' }],
  })
}

/** Takes the imported figures of a category away, and answers what they were. */
export async function deleteImportedScores(category: string, transaction: Transaction): Promise<ScoreRow[]> {
  const where = { category, runId: null }
  const rows = await transaction.benchmarkScore.findMany({ where, orderBy: { modelId: 'asc' } })
  await transaction.benchmarkScore.deleteMany({ where: { id: { in: rows.map(({ id }) => id) } } })
  return rows
}
