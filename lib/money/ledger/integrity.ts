import { createReadStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { isDatabaseAway } from '@/lib/platform/database-connection'
import { DEAD_AFTER_SECONDS, instanceId } from '@/lib/platform/instance'
import { parseJson } from '@/lib/platform/json'
import { logger } from '@/lib/platform/logger'
import { listHoldsOf, listOrphanedHolds, releaseAbandonedHolds } from './internal/holds-repository'
import { LogLine, listDeadLogs } from './internal/settlement-log'
import { isOpen, type Journal, settle } from './ledger'
import {
  listKnownCustomers,
  listOpenHoldIds,
  listUnservedHoldRows,
  readLedgerSums,
  type UnservedHold,
} from './repository'

const LINES_AT_ONCE = 500

/** The ids of the journal's rows that are booked. */
type ListBooked = (rows: readonly LogLine['row'][]) => Promise<Set<string>>

/**
 * Books what killed processes of this machine had settled and not written, as if they had written it: each once, also
 * when it was written after all. Must run before the dead processes' holds are released; later it is charged as far as
 * the free balance reaches. Safe to run anywhere, any number of times.
 */
export async function recoverSettlements(journal: Journal, listBooked: ListBooked): Promise<void> {
  for (const path of await listDeadLogs()) {
    try {
      await recoverLog(path, journal, listBooked)
    } catch (error) {
      if (isDatabaseAway(error)) throw error
      await leave(path, error)
    }
  }
}

async function recoverLog(path: string, journal: Journal, listBooked: ListBooked): Promise<void> {
  let count = 0
  for await (const lines of readLog(path)) {
    const open = await unwritten(lines, journal, listBooked)
    await Promise.all(open.map(({ item, row }) => settle({ ...item, row }, journal)))
    count += open.length
  }
  await rm(path, { force: true })
  if (count > 0) logger.warn({ count }, 'booked what a killed process had settled')
}

const UNREADABLE = new Set(['EACCES', 'EISDIR', 'EPERM'])

/** One log must not keep the others from being booked, nor the dead processes' holds from being released. */
async function leave(path: string, error: unknown): Promise<void> {
  const isUnreadable = error instanceof Error && 'code' in error && UNREADABLE.has(String(error.code))
  if (!isUnreadable) {
    logger.error({ path, err: String(error) }, 'a settlement log could not be booked; it is tried again')
    return
  }
  logger.error({ path, err: String(error) }, 'a settlement log cannot be read: what it has is not charged')
  await rename(path, `${path}.unreadable`).catch(() => undefined)
}

/** A database that replaced another does not know the customers. */
async function unwritten(
  lines: readonly LogLine[],
  journal: Journal,
  listBooked: ListBooked,
): Promise<LogLine[]> {
  const known = await listKnownCustomers([...new Set(lines.map(({ item }) => item.customer_id))])
  const ours = lines.filter((line) => line.journal === journal.name && known.has(line.item.customer_id))
  const booked = await listBooked(ours.map(({ row }) => row))
  return ours.filter(({ item }) => !booked.has(item.id))
}

async function* readLog(path: string): AsyncGenerator<LogLine[]> {
  let lines: LogLine[] = []
  for await (const text of createInterface({ input: createReadStream(path, 'utf8') })) {
    if (text === '') continue
    const { data } = LogLine.safeParse(parseJson(text))
    // A process killed while writing a line had not sent the answer yet.
    if (data === undefined) logger.warn('a line of a settlement log was cut off')
    else lines.push(data)
    if (lines.length === LINES_AT_ONCE) {
      yield lines
      lines = []
    }
  }
  yield lines
}

const FORGOTTEN_AFTER_SECONDS = 60
const HOLDS_AT_ONCE = 1000

/** Releases the money held by processes that died. Safe to run anywhere, any number of times. */
export async function releaseOrphanedHolds(): Promise<number> {
  const orphans = await listOrphanedHolds(instanceId(), DEAD_AFTER_SECONDS, HOLDS_AT_ONCE)
  // A hold that was committed though the database's answer was lost: this process does not know of it.
  const own = await listHoldsOf(instanceId(), FORGOTTEN_AFTER_SECONDS)
  const abandoned = [...orphans, ...own.filter((id) => !isOpen(id))]
  if (abandoned.length === 0) return 0
  const count = await releaseAbandonedHolds(abandoned)
  if (count > 0) logger.warn({ count }, 'released holds that no process was serving')
  return count
}

/** At most this many differences are listed; one is enough to look for the reason. */
const DRIFT_LIMIT = 100

export type LedgerReport = Awaited<ReturnType<typeof readLedgerSums>>

/**
 * Sums the whole ledger, as of one moment: the entries by account, the balances and held sums kept beside them, and the
 * open holds. `drift` are the customers whose kept figures differ; none ever should.
 */
export async function inspectLedger(): Promise<LedgerReport> {
  const report = await readLedgerSums(DRIFT_LIMIT)
  for (const row of report.drift)
    logger.error({ customerId: row.customer_id }, 'a balance differs from its ledger')
  return report
}

/** Which of these holds are still open. */
export function listOpenHolds(ids: string[]): Promise<string[]> {
  return listOpenHoldIds(ids)
}

export type { UnservedHold }

const LIMIT = 10_000

/**
 * Open holds that no living process serves. Those with `is_kept` were handed to a task, which must exist and not have
 * ended; the others belong to a process that died, and the sweep releases them within seconds.
 */
export function listUnservedHolds(olderThanSeconds: number): Promise<UnservedHold[]> {
  return listUnservedHoldRows(olderThanSeconds, LIMIT)
}
