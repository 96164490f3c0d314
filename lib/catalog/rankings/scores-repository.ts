import { prisma } from '@/lib/platform/db'
import type { Transaction } from '@/lib/platform/transaction'
import type { Prisma } from '@/prisma/generated/client'

export type ScoreRow = Prisma.BenchmarkScoreGetPayload<object>
type NewScore = Prisma.BenchmarkScoreCreateManyInput

/** Of each model and category the newest figure: of our own only from these sources, and every import. */
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

/** Replaces earlier figures of the same source, models and category. */
export async function replaceImportedScores(rows: NewScore[], transaction: Transaction): Promise<void> {
  const known = rows.map(({ category, source, modelId }) => ({ category, source, modelId }))
  await transaction.benchmarkScore.deleteMany({ where: { runId: null, OR: known } })
  await transaction.benchmarkScore.createMany({ data: rows })
}

/** Deletes the imported figures of a category and returns them. */
export async function deleteImportedScores(category: string, transaction: Transaction): Promise<ScoreRow[]> {
  const where = { category, runId: null }
  const rows = await transaction.benchmarkScore.findMany({ where, orderBy: { modelId: 'asc' } })
  await transaction.benchmarkScore.deleteMany({ where: { id: { in: rows.map(({ id }) => id) } } })
  return rows
}
