import { reseal, type SealedColumn } from '@/lib/platform/secrets'
import { listSealedTuples, readSealed, replaceSealed, type SealedRow } from './repository'

/** `lost`: rows that none of the configured keys can open. They are not changed. */
export type Resealed = { resealed: number; lost: number }

/**
 * Seals every value of a column again with the current key. Safe to repeat and while the service runs: a row that changes
 * meanwhile is left to the next pass, and passes repeat until one finds nothing to do.
 */
export async function resealColumn(column: SealedColumn): Promise<Resealed> {
  let resealed = 0
  for (;;) {
    const pass = await passOver(column)
    resealed += pass.resealed
    if (pass.resealed === 0) return { resealed, lost: pass.lost }
  }
}

/** A row may be as large as a conversation. */
const ROWS_AT_ONCE = 20

async function passOver(column: SealedColumn): Promise<Resealed> {
  const found = { resealed: 0, lost: 0 }
  let tuples: string[] = []
  do {
    tuples = await listSealedTuples(column, tuples.at(-1) ?? '(0,0)')
    for (let at = 0; at < tuples.length; at += ROWS_AT_ONCE) {
      const rows = await readSealed(column, tuples.slice(at, at + ROWS_AT_ONCE))
      for (const outcome of await Promise.all(rows.map((row) => resealRow(column, row))))
        if (outcome !== 'kept') found[outcome] += 1
    }
  } while (tuples.length > 0)
  return found
}

async function resealRow(column: SealedColumn, row: SealedRow): Promise<'resealed' | 'lost' | 'kept'> {
  const resealed = reseal(column.purposeOf(row.owner), row.sealed)
  if (resealed === undefined) return 'lost'
  return resealed !== null && (await replaceSealed(column, row, resealed)) ? 'resealed' : 'kept'
}
