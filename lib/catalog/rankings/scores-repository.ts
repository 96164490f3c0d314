import { prisma } from '@/lib/platform/db'
import type { Transaction } from '@/lib/platform/transaction'
import type { Prisma } from '@/prisma/generated/client'

export type ScoreRow = Prisma.BenchmarkScoreGetPayload<object>
type NewScore = Prisma.BenchmarkScoreCreateManyInput

/** The newest score of each model and category: imported ones, and measured ones from these sources. */
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

/** Replaces earlier scores of the same source, models and categories. */
export async function replaceImportedScores(rows: NewScore[], transaction: Transaction): Promise<void> {
  const known = rows.map(({ category, source, modelId }) => ({ category, source, modelId }))
  await transaction.benchmarkScore.deleteMany({ where: { runId: null, OR: known } })
  await transaction.benchmarkScore.createMany({ data: rows })
}

/** Deletes and returns the imported scores of a category. */
export async function deleteImportedScores(category: string, transaction: Transaction): Promise<ScoreRow[]> {
  const where = { category, runId: null }
  const rows = await transaction.benchmarkScore.findMany({ where, orderBy: { modelId: 'asc' } })
  await transaction.benchmarkScore.deleteMany({ where: { id: { in: rows.map(({ id }) => id) } } })
  return rows
}
