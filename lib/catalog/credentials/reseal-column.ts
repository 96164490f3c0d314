import { reseal, type SealedColumn } from '@/lib/platform/secrets'
import { listSealedTuples, readSealed, replaceSealed, type SealedRow } from './repository'

/** `lost`: rows that no key which is set here opens. They are left as they are. */
export type Resealed = { resealed: number; lost: number }

/**
 * Seals everything in the column anew by the key that seals now. Safe while the service runs and any number of times: a
 * row that is changed during it is left to the next pass, and passes are made until one finds nothing to do.
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
  const anew = reseal(column.purposeOf(row.owner), row.sealed)
  if (anew === undefined) return 'lost'
  return anew !== null && (await replaceSealed(column, row, anew)) ? 'resealed' : 'kept'
}
