import { isDataFault } from '@/lib/platform/database-connection'
import { GroupCommit } from '@/lib/platform/group-commit'
import { instanceId } from '@/lib/platform/instance'
import { logger } from '@/lib/platform/logger'
import { gauge, histogram } from '@/lib/platform/metrics'
import { isDoneWithin } from '@/lib/platform/probe'
import { PerLane } from '@/lib/platform/shards'
import {
  type HoldItem,
  type HoldRow,
  insertHolds,
  insertTaskHolds,
  type Journal,
  resizeHoldRow,
  type SettleItem,
  type Settlement,
  type SettleRow,
  settleHolds,
  sumHolds,
  type TaskHoldItem,
  toSettlement,
} from './internal/holds-repository'
import { type LoggedBatch, logFolder, logName, SettlementLog, toLogLine } from './internal/settlement-log'

export type { Journal, Settlement }

/**
 * The only code that moves money: hold, then settle or release. Holds of concurrent requests are written in one statement,
 * and so are their settlements (group commit).
 */
type Lanes = {
  holds: PerLane<GroupCommit<HoldItem, HoldRow>>
  /** Holds that no request waits for. */
  holdsAhead: PerLane<GroupCommit<HoldItem, HoldRow>>
  taskHolds: Map<string, PerLane<GroupCommit<TaskHoldItem, HoldRow | Error>>>
  settlements: Map<string, PerLane<GroupCommit<Ending, SettleRow>>>
  log: SettlementLog
  /** Open holds that this process knows of. It can own others, where the database's answer was lost. */
  open: Set<string>
}

/** A settlement, and the batch of the log that keeps it until the database has it. */
type Ending = { settlement: Settlement; logged: LoggedBatch | undefined; sinceMillis: number }

/** No answer waits for its settlement, so settlements gather into larger statements. Reading a balance writes them at once. */
const SETTLE_GATHER_MILLIS = 50
/** Longer under a pooled hold: waiting reserves no money, and a statement costs the database as much as some forty of its requests. */
const POOLED_GATHER_MILLIS = 500
const POOLED_MAX_ITEMS = 512
/** The next pooled hold of a steady customer opens seconds before a request needs it. */
const AHEAD_GATHER_MILLIS = 200
const SETTLE_RETRY_MILLIS = 500
/** A statement of this size takes the database a few milliseconds. */
const MAX_ITEMS = 128

const lanes: Lanes = {
  holds: new PerLane(() => holdLane(0)),
  holdsAhead: new PerLane(() => holdLane(AHEAD_GATHER_MILLIS)),
  taskHolds: new Map(),
  settlements: new Map(),
  log: new SettlementLog(() => ({ folder: logFolder(), name: logName() })),
  open: new Set(),
}

function holdLane(gatherMillis: number): GroupCommit<HoldItem, HoldRow> {
  return new GroupCommit({
    write: (items) => insertHolds(items, instanceId()),
    gatherMillis,
    maxItems: MAX_ITEMS,
  })
}

/** Holds money. Durable once resolved. Rejects when the database did not answer; then nothing may be delivered. */
export function hold(item: HoldItem): Promise<HoldRow> {
  return holdIn(lanes.holds, item)
}

/** The same where nobody waits for it: it gathers with others. */
export function holdAhead(item: HoldItem): Promise<HoldRow> {
  return holdIn(lanes.holdsAhead, item)
}

async function holdIn(inLanes: Lanes['holds'], item: HoldItem): Promise<HoldRow> {
  const lane = inLanes.of(item.customer_id)
  lanes.open.add(item.id)
  try {
    const row = await holdOnceSettled(() => lane.add(item))
    if (row.outcome !== 'held') lanes.open.delete(item.id)
    return row
  } catch (error) {
    lanes.open.delete(item.id)
    throw error
  }
}

/**
 * Holds money for a task and inserts the task in the same statement. No process owns the hold, so no crash releases it
 * before the task ends. Rejects when the database did not answer; then both may exist.
 */
export async function holdForTask(item: TaskHoldItem, journal: Journal): Promise<HoldRow> {
  return holdOnceSettled(async () => {
    const answer = await taskLane(journal).of(item.customer_id).add(item)
    if (answer instanceof Error) throw answer
    return answer
  })
}

/** Settlements that are not written yet still count as held. Where they may be why a hold is refused, writes them and retries. */
async function holdOnceSettled(ask: () => Promise<HoldRow>): Promise<HoldRow> {
  const row = await ask()
  if (row.outcome === 'held' || row.held === 0n || !isSettling()) return row
  await flushLedgerBriefly()
  return ask()
}

function isSettling(): boolean {
  return settlementLanes().some((lane) => lane.isBusy)
}

function settlementLanes(): GroupCommit<Ending, SettleRow>[] {
  return [...lanes.settlements.values()].flatMap((inLanes) => inLanes.all())
}

/**
 * Shrinks an open hold, or grows it as far as the available balance and the key's limit allow. Resolves with its amount in
 * nano-USD; null: the hold has ended.
 */
export async function resizeHold(...asked: Parameters<typeof resizeHoldRow>): Promise<bigint | null> {
  const [, amountNanos] = asked
  const held = await resizeHoldRow(...asked)
  if (held === null || held >= amountNanos || !isSettling()) return held
  await flushLedgerBriefly()
  return resizeHoldRow(...asked)
}

/**
 * Ends a hold; cost 0 releases it. Resolves when it is booked, however long the database is away. A hold that had already
 * ended gives `gone` and charges nothing. Writes the rows of `journal` in the same statement. Settlements that name their
 * customer are logged on disk before the next answer is sent, and so survive the process.
 */
export function settle(item: SettleItem, journal: Journal | null): Promise<SettleRow> {
  const settlement = toSettlement(item)
  const logged =
    journal !== null && item.customer_id !== undefined
      ? lanes.log.append(toLogLine(journal.recoveredAs ?? journal.name, settlement))
      : undefined
  const ending = { settlement, logged, sinceMillis: performance.now() }
  waiting.add(ending)
  return settlementLane(journal, item.hold_id !== undefined)
    .of(item.customer_id ?? item.owner ?? '')
    .add(ending)
}

export function isOpen(holdId: string): boolean {
  return lanes.open.has(holdId)
}

/** Waits until everything so far is in the database. */
export async function flushLedger(): Promise<void> {
  const { holds, holdsAhead, taskHolds } = lanes
  const holding = [holds, holdsAhead, ...taskHolds.values()].flatMap(
    (inLanes): { flush(): Promise<void> }[] => inLanes.all(),
  )
  await Promise.all(holding.map((lane) => lane.flush()))
  await Promise.all(settlementLanes().map((lane) => lane.flush()))
}

/** Call when the process ends, after the last settlement. */
export function closeSettlementLog(): void {
  lanes.log.close()
}

const READ_PATIENCE_MILLIS = 1000

/** Waits for the same, a second at most; true when all is written. Reads call it to include the latest request. */
export function flushLedgerBriefly(): Promise<boolean> {
  return isDoneWithin(flushLedger(), READ_PATIENCE_MILLIS)
}

function taskLane(journal: Journal): PerLane<GroupCommit<TaskHoldItem, HoldRow | Error>> {
  const existing = lanes.taskHolds.get(journal.name)
  if (existing) return existing
  const inLanes = new PerLane(
    () =>
      new GroupCommit<TaskHoldItem, HoldRow | Error>({
        write: (items) => holdGroup(items, journal),
        gatherMillis: 0,
        maxItems: MAX_ITEMS,
      }),
  )
  lanes.taskHolds.set(journal.name, inLanes)
  return inLanes
}

/** A row that the database rejects fails for its own caller only. */
async function holdGroup(items: readonly TaskHoldItem[], journal: Journal): Promise<(HoldRow | Error)[]> {
  try {
    return await insertTaskHolds(items, journal)
  } catch (error) {
    if (!isDataFault(error)) throw error
    if (items.length === 1) return [error]
    const answers: (HoldRow | Error)[] = []
    for (const item of items) answers.push(...(await holdGroup([item], journal).catch(asAnswer)))
    return answers
  }
}

function asAnswer(error: unknown): Error[] {
  return [error instanceof Error ? error : new Error(String(error))]
}

function settlementLane(journal: Journal | null, isPooled: boolean): PerLane<GroupCommit<Ending, SettleRow>> {
  const name = `${journal?.name ?? 'alone'}${isPooled ? ' pooled' : ''}`
  const existing = lanes.settlements.get(name)
  if (existing) return existing
  const inLanes = new PerLane(
    () =>
      new GroupCommit<Ending, SettleRow>({
        write: (endings) => writeEndings(endings, journal),
        gatherMillis: isPooled ? POOLED_GATHER_MILLIS : SETTLE_GATHER_MILLIS,
        maxItems: isPooled ? POOLED_MAX_ITEMS : MAX_ITEMS,
        retryMillis: SETTLE_RETRY_MILLIS,
        onRetry: (error, itemCount) =>
          logger.error({ err: String(error), itemCount }, 'settling failed; trying again'),
      }),
  )
  lanes.settlements.set(name, inLanes)
  return inLanes
}

/** Finishes the whole group here: an await per settlement would slow every request. */
async function writeEndings(endings: readonly Ending[], journal: Journal | null): Promise<SettleRow[]> {
  const settlements = endings.map(({ settlement }) => settlement)
  const rows = await settleGroup(settlements, journal)
  journal?.onSettled?.(settlements)
  const now = performance.now()
  for (const ending of endings) {
    const { settlement, logged, sinceMillis } = ending
    waiting.delete(ending)
    settlementSeconds.add((now - sinceMillis) / 1000)
    lanes.open.delete(settlement.id)
    if (logged) lanes.log.settled(logged)
  }
  return rows
}

/** A row that the database rejects must neither block the others nor lose its own settlement. */
async function settleGroup(
  settlements: readonly Settlement[],
  journal: Journal | null,
): Promise<SettleRow[]> {
  try {
    return await settleHolds(settlements, journal)
  } catch (error) {
    if (!isDataFault(error)) throw error
    if (settlements.length > 1) {
      const rows: SettleRow[] = []
      for (const item of settlements) rows.push(...(await settleGroup([item], journal)))
      return rows
    }
    return settleAlone(settlements, error)
  }
}

/** Settles without the usage row. Where that fails too, the sweep releases the hold without a charge. */
async function settleAlone(settlements: readonly Settlement[], fault: unknown): Promise<SettleRow[]> {
  logger.error(
    { err: String(fault), id: settlements[0]?.id },
    'a usage row could not be written; settling without it',
  )
  try {
    return await settleHolds(settlements, null)
  } catch (error) {
    if (!isDataFault(error)) throw error
    logger.error(
      { err: String(error), id: settlements[0]?.id },
      'a hold could not be settled; it will be released',
    )
    return settlements.map(({ id }) => ({ hold_id: id, outcome: 'gone', charged: 0n }))
  }
}

/** Settlements that are not in the database yet, oldest first, by the monotonic clock. */
const waiting = new Set<Ending>()

const settlementSeconds = histogram(
  'settlement_seconds',
  'From an answer’s end to its charge in the database.',
  [],
).at()
gauge('settlements_waiting', 'Answers whose charge is not in the database yet.', [], () => [
  { value: waiting.size },
])
gauge(
  'settlement_oldest_seconds',
  'How long the oldest of them has waited.',
  [],
  () => {
    const [oldest] = waiting
    return [{ value: oldest ? (performance.now() - oldest.sinceMillis) / 1000 : 0 }]
  },
  { shared: true },
)

const holds = (kind: 'count' | 'usd') => async () => [{ value: (await sumHolds())[kind] }]
gauge('holds_open', 'Holds that are neither settled nor released.', [], holds('count'), { shared: true })
gauge('holds_open_usd', 'What they set aside, in dollars.', [], holds('usd'), { shared: true })
