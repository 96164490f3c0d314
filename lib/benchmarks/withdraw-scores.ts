import { AppError } from '@/lib/platform/errors'
import type { Transaction } from '@/lib/platform/transaction'
import { deleteImportedScores, type ScoreRow } from './score-repository'

/** Takes imported figures back, a category at a time. Throws `not_found` where nothing was imported. */
export async function withdrawScores(
  category: string,
  transaction: Transaction,
): Promise<[ScoreRow, ...ScoreRow[]]> {
  const [first, ...others] = await deleteImportedScores(category, transaction)
  if (first === undefined)
    throw new AppError('not_found', { message: 'Nothing was imported in this category.' })
  return [first, ...others]
}
