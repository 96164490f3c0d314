import { prisma } from '@/lib/platform/db'
import type { Transaction } from '@/lib/platform/transaction'
import type { Prisma } from '@/prisma/generated/client'

/** Figures: what runs measured, and what was imported. */
export type ScoreRow = Prisma.BenchmarkScoreGetPayload<object>
export type NewScore = Prisma.BenchmarkScoreCreateManyInput

/** Of each model and category the newest figure: of our own only those of these sources, and every import. */
export function listNewestScores(measuredSources: readonly string[]): Promise<ScoreRow[]> {
  return prisma.benchmarkScore.findMany({
    where: { isRanked: true, OR: [{ runId: null }, { source: { in: [...measuredSources] } }] },
    distinct: ['category', 'modelId'],
    orderBy: [{ category: 'asc' }, { modelId: 'asc' }, { asOf: 'desc' }, { id: 'desc' }],
  })
}

/** What a run has become; one that was resumed becomes it anew. */
export async function replaceMeasuredScores(
  runId: string,
  rows: NewScore[],
  transaction: Transaction,
): Promise<void> {
  await transaction.benchmarkScore.deleteMany({ where: { runId } })
  await transaction.benchmarkScore.createMany({ data: rows })
}

export function listScoresOfRuns(runIds: readonly string[]): Promise<ScoreRow[]> {
  return prisma.benchmarkScore.findMany({ where: { runId: { in: [...runIds] } } })
}

/** What the same source said of the same models in the same category is replaced. */
export async function replaceImportedScores(rows: NewScore[], transaction: Transaction): Promise<void> {
  const known = rows.map(({ category, source, modelId }) => ({ category, source, modelId }))
  await transaction.benchmarkScore.deleteMany({ where: { runId: null, OR: known } })
  await transaction.benchmarkScore.createMany({ data: rows })
}

/** Every imported figure, category by category; the newest first in each. */
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

/** Whose figures fill an imported category already: those of one category are compared, so they have one source and metric. */
export async function findImportedCategory(
  category: string,
): Promise<{ source: string; metric: string } | null> {
  return prisma.benchmarkScore.findFirst({
    where: { category, runId: null },
    select: { source: true, metric: true },
  })
}
