import { createReadStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { isDatabaseAway } from '@/lib/platform/database-connection'
import { DEAD_AFTER_SECONDS, instanceId } from '@/lib/platform/instance'
import { parseJson } from '@/lib/platform/json'
import { logger } from '@/lib/platform/logger'
import {
  listDeadOwners,
  listHoldsOf,
  listOwnedHolds,
  releaseAbandonedHolds,
} from './internal/holds-repository'
import { LogLine, listDeadLogs } from './internal/settlement-log'
import {
  insertMonths,
  listClosedMonths,
  listMonthDrift,
  type MonthDrift,
  readLedgerSums,
} from './internal/sums-repository'
import { isOpen, type Journal, settle } from './ledger'
import { listKnownCustomers, listOpenHoldIds, listUnservedHoldRows, type UnservedHold } from './repository'

const LINES_AT_ONCE = 500

/** Returns which of the journal's rows are booked, by id. */
type ListBooked = (rows: readonly LogLine['row'][]) => Promise<Set<string>>

/**
 * Books settlements that killed processes of this machine logged but may not have written, each once. Run it before the
 * dead processes' holds are released: after that a settlement is charged only as far as the available balance covers it.
 * Safe to repeat on any process.
 */
export async function recoverSettlements(journal: Journal, listBooked: ListBooked): Promise<void> {
  for (const path of await listDeadLogs()) {
    try {
      await recoverLog(path, journal, listBooked)
    } catch (error) {
      if (isDatabaseAway(error)) throw error
      await setAside(path, error)
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
  if (count > 0) logger.warn({ count }, 'booked the settlements of a killed process')
}

const UNREADABLE = new Set(['EACCES', 'EISDIR', 'EPERM'])

/** One log must not block the others, nor the release of the dead processes' holds. */
async function setAside(path: string, error: unknown): Promise<void> {
  const isUnreadable = error instanceof Error && 'code' in error && UNREADABLE.has(String(error.code))
  if (!isUnreadable) {
    logger.error({ path, err: String(error) }, 'a settlement log could not be booked; it is tried again')
    return
  }
  logger.error(
    { path, err: String(error) },
    'a settlement log cannot be read: its settlements are not charged',
  )
  await rename(path, `${path}.unreadable`).catch(() => undefined)
}

/** Lines of customers that this database does not know (another database replaced theirs) are dropped. */
async function unwritten(
  lines: readonly LogLine[],
  journal: Journal,
  listBooked: ListBooked,
): Promise<LogLine[]> {
  const known = await listKnownCustomers([...new Set(lines.map(({ item }) => item.customer_id))])
  const bookable = lines.filter((line) => line.journal === journal.name && known.has(line.item.customer_id))
  const booked = await listBooked(bookable.map(({ row }) => row))
  return bookable.filter(({ item }) => !booked.has(item.id))
}

async function* readLog(path: string): AsyncGenerator<LogLine[]> {
  let lines: LogLine[] = []
  for await (const text of createInterface({ input: createReadStream(path, 'utf8') })) {
    if (text === '') continue
    const { data } = LogLine.safeParse(parseJson(text))
    // The process was killed while writing the line, before it sent the answer.
    if (data === undefined) logger.warn('a line of a settlement log was cut off')
    else lines.push(data)
    if (lines.length === LINES_AT_ONCE) {
      yield lines
      lines = []
    }
  }
  yield lines
}

const LOST_AFTER_SECONDS = 60
const HOLDS_AT_ONCE = 1000

/** Releases holds of dead processes and returns how many. Safe to repeat on any process. */
export async function releaseOrphanedHolds(): Promise<number> {
  const owners = await listDeadOwners(instanceId(), DEAD_AFTER_SECONDS)
  const orphans = await listOwnedHolds(owners, HOLDS_AT_ONCE)
  // Holds of this process that it does not know of: committed, but the database's answer was lost.
  const local = await listHoldsOf(instanceId(), LOST_AFTER_SECONDS)
  const abandoned = [...orphans, ...local.filter(({ id }) => !isOpen(id))]
  if (abandoned.length === 0) return 0
  const count = await releaseAbandonedHolds(abandoned)
  if (count > 0) logger.warn({ count }, 'released holds that no process serves')
  return count
}

/** One difference is enough to start looking for its cause. */
const DRIFT_LIMIT = 100

export type LedgerReport = Awaited<ReturnType<typeof readLedgerSums>>

/**
 * Sums the ledger at one moment: entries by account, stored balances and held sums, and open holds. `drift` lists
 * customers whose stored figures differ from their entries or holds; it should be empty.
 */
export async function inspectLedger(): Promise<LedgerReport> {
  const report = await readLedgerSums(DRIFT_LIMIT)
  for (const row of report.drift)
    logger.error({ customerId: row.customer_id }, 'a balance differs from its ledger')
  return report
}

/** Longer than any transaction takes to commit the entries that it began in the month before. */
const CLOSED_AFTER_MILLIS = 24 * 3_600_000

/** Call it only after a check without differences: later checks trust the sums of the months that are over. */
export async function closeLedgerMonths(now: Date): Promise<void> {
  await insertMonths(new Date(now.getTime() - CLOSED_AFTER_MILLIS))
}

export type { MonthDrift }

/** Accounts whose entries no longer add up to the sums of a closed month: of all months, or of the `nth` in turn. */
export async function inspectLedgerMonths(nth?: number): Promise<MonthDrift[]> {
  const months = await listClosedMonths()
  const [first] = nth === undefined ? months : months.slice(nth % months.length)
  const last = nth === undefined ? months.at(-1) : first
  return first === undefined || last === undefined ? [] : listMonthDrift(first, last, DRIFT_LIMIT)
}

/** Which of these holds are still open. */
export function listOpenHolds(ids: string[]): Promise<string[]> {
  return listOpenHoldIds(ids)
}

export type { UnservedHold }

const MAX_UNSERVED = 10_000

/**
 * Open holds without a live process. Those with `is_kept` belong to a task, which must exist and be in progress; the others
 * belong to a dead process and are released within seconds.
 */
export function listUnservedHolds(olderThanSeconds: number): Promise<UnservedHold[]> {
  return listUnservedHoldRows(olderThanSeconds, MAX_UNSERVED)
}
