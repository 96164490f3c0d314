import { z } from 'zod'
import { prisma } from '@/lib/platform/db'
import { inTransaction, type Transaction } from '@/lib/platform/transaction'
import type { Prisma } from '@/prisma/generated/client'
import { RunStatus } from './schema'

/** `items`: how many items of the suite are run. Old runs may name suites that no longer exist. */
const PlannedSuite = z.object({ id: z.string(), version: z.int(), items: z.int() })
export type PlannedSuite = z.infer<typeof PlannedSuite>

type StoredRun = Prisma.BenchmarkRunGetPayload<object>
export type RunRow = Omit<StoredRun, 'suites' | 'status'> & { suites: PlannedSuite[]; status: RunStatus }

const toRunRow = (row: StoredRun): RunRow => ({
  ...row,
  suites: z.array(PlannedSuite).parse(row.suites),
  status: RunStatus.parse(row.status),
})

const open = { status: { in: ['queued', 'running'] } }

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
/** Ended runs whose key was left behind by a crash. */
export const listEndedWithKey = () =>
  listRuns({ where: { NOT: open, ownsKey: true, apiKeyId: { not: null } }, take: 100 })

export function listRunModels(ids: string[]): Promise<{ id: string; modelId: string }[]> {
  return prisma.benchmarkRun.findMany({ where: { id: { in: ids } }, select: { id: true, modelId: true } })
}

/** Claims the run for this worker; undefined when it has ended. */
export async function claimRun(id: string): Promise<RunRow | undefined> {
  const [row] = await prisma.benchmarkRun.updateManyAndReturn({
    where: { id, ...open },
    data: { status: 'running', take: { increment: 1 } },
  })
  return row && toRunRow(row)
}

type End = { status: 'completed' | 'failed' | 'cancelled'; finishedAt: Date; failure?: string }

/** Ends a run, if it has not ended yet (and was not claimed again since `take`). */
export async function endRun(
  run: { id: string; take?: number },
  data: End,
  transaction: Transaction | typeof prisma = prisma,
): Promise<boolean> {
  const { id, take } = run
  const where = { id, ...open, ...(take !== undefined && { take }) }
  return (await transaction.benchmarkRun.updateMany({ where, data })).count === 1
}

/** Saves the key that this worker uses; null once it is revoked. */
export async function saveRunKey(id: string, take: number, apiKeyId: string | null): Promise<void> {
  await prisma.benchmarkRun.updateMany({ where: { id, take }, data: { apiKeyId } })
}

export type NewResult = Omit<Prisma.BenchmarkResultCreateManyInput, 'runId'>

/** Saves one result per item. False when another worker claimed the run or it has ended. */
export function insertResult(runId: string, take: number, result: NewResult): Promise<boolean> {
  return inTransaction(async (transaction) => {
    const claimed = await transaction.$queryRaw<unknown[]>`
      SELECT 1 FROM benchmark_runs WHERE id = ${runId} AND take = ${take} AND status = 'running' FOR SHARE`
    if (claimed.length === 0) return false
    const data = { ...result, runId }
    return (await transaction.benchmarkResult.createMany({ data, skipDuplicates: true })).count === 1
  })
}

export type ItemResult = Prisma.BenchmarkResultGetPayload<object>

/** Results of the items so far. */
export function listResults(runIds: string[]): Promise<ItemResult[]> {
  const orderBy = [{ suiteId: 'asc' }, { itemId: 'asc' }] as const
  return prisma.benchmarkResult.findMany({ where: { runId: { in: runIds } }, orderBy: [...orderBy] })
}
