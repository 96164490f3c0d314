import type { z } from 'zod'
import { readCustomerNames } from '@/lib/account/identity/customers'
import { listOpenMeters as listImageMeters } from '@/lib/media/images/run-task'
import { listOpenMeters as listVideoMeters } from '@/lib/media/videos/turns'
import {
  closeLedgerMonths,
  inspectLedger,
  inspectLedgerMonths,
  type LedgerReport,
  listOpenHolds,
  listUnservedHolds,
  type MonthDrift,
  type UnservedHold,
} from '@/lib/money/ledger/integrity'
import { clock } from '@/lib/platform/clock'
import { newId } from '@/lib/platform/ids'
import { instanceId } from '@/lib/platform/instance'
import { enqueue } from '@/lib/platform/jobs/enqueue'
import type { JobRun } from '@/lib/platform/jobs/job'
import { logger } from '@/lib/platform/logger'
import { formatUsd } from '@/lib/platform/money'
import { inTransaction } from '@/lib/platform/transaction'
import { checkLedgerJob } from './jobs'
import {
  type CheckRow,
  claimCheck,
  deleteChecksBefore,
  endCheck,
  findRunningCheck,
  insertCheck,
  interruptCheck,
  interruptLostChecks,
  listCheckRows,
} from './repository'
import { LedgerCheck, type LedgerChecks, type LedgerFindings } from './schema'

const SHOWN = 50

/** As stored. */
type Findings = z.input<typeof LedgerFindings>
type Problem = Findings['problems'][number]

/** The latest ledger checks with their findings, newest first. */
export async function listLedgerChecks(): Promise<LedgerChecks> {
  const data = (await listCheckRows(SHOWN)).map(presentCheck)
  const problems = data.flatMap(({ findings }) => findings?.problems ?? [])
  const names = await readCustomerNames(problems.flatMap(({ subject }) => subject ?? []))
  for (const problem of problems) problem.subject_name = names.get(problem.subject ?? '') ?? null
  return { object: 'list', data }
}

/** Queues a ledger check, or returns the one that is running. */
export async function startLedgerCheck(): Promise<LedgerCheck> {
  const running = await findRunningCheck()
  if (running) return presentCheck(running)
  const row = await inTransaction(async (transaction) => {
    const check = await insertCheck(
      { id: newId('chk'), cause: 'operator', startedAt: clock.now() },
      transaction,
    )
    await enqueue(checkLedgerJob, { checkId: check.id }, { transaction })
    return check
  })
  return presentCheck(row)
}

const KEPT_MILLIS = 90 * 24 * 3_600_000

/** The hourly check. Also deletes checks older than 90 days. */
export async function checkLedgerBySchedule(): Promise<void> {
  const startedAt = clock.now()
  const { id } = await insertCheck({
    id: newId('chk'),
    cause: 'schedule',
    startedAt,
    instanceId: instanceId(),
  })
  await check(id, Math.floor(startedAt.getTime() / 3_600_000))
  await deleteChecksBefore(new Date(startedAt.getTime() - KEPT_MILLIS))
}

/** Runs the check of an operator, which also reads all closed months again, and stores its findings. Safe to run twice. */
export async function runLedgerCheck({
  payload: { checkId },
}: Pick<JobRun<{ checkId: string }>, 'payload'>): Promise<void> {
  await check(checkId)
}

/** `nth`: only one of the closed months, in turn, is read again. */
async function check(checkId: string, nth?: number): Promise<void> {
  await claimCheck(checkId, instanceId())
  try {
    const findings = await findLedgerProblems(nth)
    for (const { kind, subject } of findings.problems)
      logger.error({ kind, subject }, 'the ledger does not agree with itself')
    const hasPassed = findings.problems.length === 0
    if (hasPassed) await closeLedgerMonths(clock.now())
    const status = hasPassed ? 'passed' : 'failed'
    await endCheck(checkId, { status, finishedAt: clock.now(), findings })
  } catch (error) {
    await interruptCheck(checkId)
    throw error
  }
}

/** Longer than any sweep takes to release the holds of a dead process. */
const UNSERVED_SECONDS = 120

/** Sums the ledger again and lists what does not match. */
async function findLedgerProblems(nth?: number): Promise<Findings> {
  const report = await inspectLedger()
  const months = await inspectLedgerMonths(nth)
  const ownerless = await findOwnerlessHolds()
  const { sums } = report
  return {
    entries: Number(sums.entries),
    customers: Number(sums.customers),
    open_holds: Number(sums.holds),
    customers_sum: formatUsd(sums.ledger_customers),
    system_sum: formatUsd(sums.ledger_system),
    accounts: report.accounts.map(({ account, balance }) => ({ account, balance: formatUsd(balance) })),
    problems: [
      ...sumProblems(report),
      ...report.drift.flatMap(driftProblems),
      ...months.map(monthProblem),
      ...ownerless,
    ],
  }
}

function sumProblems({ sums }: LedgerReport): Problem[] {
  const rest = sums.kept_customers + sums.ledger_system
  if (rest === 0n) return []
  const detail = `Customer balances and system accounts sum to $${formatUsd(rest)} instead of zero.`
  return [{ kind: 'sum_not_zero', subject: null, detail }]
}

function driftProblems(row: LedgerReport['drift'][number]): Problem[] {
  const problems: Problem[] = []
  if (row.kept_balance !== row.ledger_balance)
    problems.push({
      kind: 'balance_differs',
      subject: row.customer_id,
      detail: `The stored balance is $${formatUsd(row.kept_balance)}; its entries sum to $${formatUsd(row.ledger_balance)}.`,
    })
  if (row.kept_held !== row.open_holds)
    problems.push({
      kind: 'held_differs',
      subject: row.customer_id,
      detail: `The stored reserved amount is $${formatUsd(row.kept_held)}; open holds sum to $${formatUsd(row.open_holds)}.`,
    })
  return problems
}

function monthProblem({ month, account, kept_nanos, ledger_nanos }: MonthDrift): Problem {
  const detail = `The entries of ${account} in ${month.slice(0, 7)} sum to $${formatUsd(ledger_nanos)}; $${formatUsd(kept_nanos)} was stored when the month was closed.`
  return { kind: 'month_differs', subject: account.startsWith('system:') ? null : account, detail }
}

/** A hold belongs to a live process or an unsettled task. Holds of neither are reported if they are still open on a second look. */
async function findOwnerlessHolds(): Promise<Problem[]> {
  const unserved = await listUnservedHolds(UNSERVED_SECONDS)
  const kept = unserved.filter(({ is_kept }) => is_kept).map(({ id }) => id)
  const owned = new Set([...(await listImageMeters(kept)), ...(await listVideoMeters(kept))])
  const suspects = unserved.filter(({ id }) => !owned.has(id))
  const open = new Set(await listOpenHolds(suspects.map(({ id }) => id)))
  return suspects.filter(({ id }) => open.has(id)).map(ownerlessProblem)
}

function ownerlessProblem({ id, customer_id, amount_nanos, is_kept }: UnservedHold): Problem {
  const reason = is_kept ? 'no running task' : 'a process that ended'
  const detail = `$${formatUsd(amount_nanos)} of ${customer_id} is reserved for ${reason}.`
  return { kind: 'hold_without_owner', subject: id, detail }
}

/** A worker claims a check within seconds. A check that is unclaimed for this long was lost. */
const CLAIMED_WITHIN_MILLIS = 15 * 60_000

/** Marks checks whose process crashed as interrupted. */
export async function sweepLedgerChecks(): Promise<void> {
  await interruptLostChecks(new Date(clock.now().getTime() - CLAIMED_WITHIN_MILLIS))
}

function presentCheck(row: CheckRow): LedgerCheck {
  return LedgerCheck.parse({
    id: row.id,
    cause: row.cause,
    status: row.status,
    started_at: row.startedAt.toISOString(),
    finished_at: row.finishedAt?.toISOString() ?? null,
    findings: row.findings,
  })
}
