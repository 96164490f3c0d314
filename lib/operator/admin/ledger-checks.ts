import type { z } from 'zod'
import { readCustomerNames } from '@/lib/account/identity/customers'
import { listOpenMeters as listImageMeters } from '@/lib/media/images/run-task'
import { listOpenMeters as listVideoMeters } from '@/lib/media/videos/turns'
import {
  inspectLedger,
  type LedgerReport,
  listOpenHolds,
  listUnservedHolds,
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
  deleteChecksBefore,
  endCheck,
  findRunningCheck,
  insertCheck,
  interruptCheck,
  interruptLostChecks,
  listCheckRows,
  takeCheck,
} from './repository'
import { LedgerCheck, type LedgerChecks, type LedgerFindings } from './schema'

const SHOWN = 50

/** As it is kept. */
type Findings = z.input<typeof LedgerFindings>
type Problem = Findings['problems'][number]

/** The last checks of the ledger and what they found, newest first. */
export async function listLedgerChecks(): Promise<LedgerChecks> {
  const data = (await listCheckRows(SHOWN)).map(presentCheck)
  const problems = data.flatMap(({ findings }) => findings?.problems ?? [])
  const names = await readCustomerNames(problems.flatMap(({ subject }) => subject ?? []))
  for (const problem of problems) problem.subject_name = names.get(problem.subject ?? '') ?? null
  return { object: 'list', data }
}

/** Has a worker check the ledger; where it is being checked already, that check is answered. */
export async function startLedgerCheck(): Promise<LedgerCheck> {
  const running = await findRunningCheck()
  if (running) return presentCheck(running)
  const row = await inTransaction(async (transaction) => {
    const made = await insertCheck(
      { id: newId('chk'), cause: 'operator', startedAt: clock.now() },
      transaction,
    )
    await enqueue(checkLedgerJob, { checkId: made.id }, { transaction })
    return made
  })
  return presentCheck(row)
}

const KEPT_MILLIS = 90 * 24 * 3_600_000

/** The check of every hour. What the checks of long ago found is forgotten. */
export async function checkLedgerBySchedule(): Promise<void> {
  const startedAt = clock.now()
  const { id } = await insertCheck({
    id: newId('chk'),
    cause: 'schedule',
    startedAt,
    instanceId: instanceId(),
  })
  await runLedgerCheck({ payload: { checkId: id } })
  await deleteChecksBefore(new Date(startedAt.getTime() - KEPT_MILLIS))
}

/** The work of a check that was started: adds up, compares, and writes down what it found. May run twice. */
export async function runLedgerCheck({
  payload: { checkId },
}: Pick<JobRun<{ checkId: string }>, 'payload'>): Promise<void> {
  await takeCheck(checkId, instanceId())
  try {
    const findings = await findLedgerProblems()
    for (const { kind, subject } of findings.problems)
      logger.error({ kind, subject }, 'the ledger does not agree with itself')
    const status = findings.problems.length === 0 ? 'passed' : 'failed'
    await endCheck(checkId, { status, finishedAt: clock.now(), findings })
  } catch (error) {
    await interruptCheck(checkId)
    throw error
  }
}

/** Longer than any sweep needs to release what a dead process held. */
const UNSERVED_SECONDS = 120

/** Everything added up anew: what there is, and what does not agree. */
async function findLedgerProblems(): Promise<Findings> {
  const report = await inspectLedger()
  const ownerless = await findOwnerlessHolds()
  const { sums } = report
  return {
    entries: Number(sums.entries),
    customers: Number(sums.customers),
    open_holds: Number(sums.holds),
    customers_sum: formatUsd(sums.ledger_customers),
    system_sum: formatUsd(sums.ledger_system),
    accounts: report.accounts.map(({ account, balance }) => ({ account, balance: formatUsd(balance) })),
    problems: [...sumProblems(report), ...report.drift.flatMap(driftProblems), ...ownerless],
  }
}

function sumProblems({ sums }: LedgerReport): Problem[] {
  const rest = sums.kept_customers + sums.ledger_system
  if (rest === 0n) return []
  const detail = `The customers' balances and the system's accounts add up to $${formatUsd(rest)}, not to nothing.`
  return [{ kind: 'sum_not_zero', subject: null, detail }]
}

function driftProblems(row: LedgerReport['drift'][number]): Problem[] {
  const problems: Problem[] = []
  if (row.kept_balance !== row.ledger_balance)
    problems.push({
      kind: 'balance_differs',
      subject: row.customer_id,
      detail: `The balance is kept as $${formatUsd(row.kept_balance)}, its entries add up to $${formatUsd(row.ledger_balance)}.`,
    })
  if (row.kept_held !== row.open_holds)
    problems.push({
      kind: 'held_differs',
      subject: row.customer_id,
      detail: `$${formatUsd(row.kept_held)} is kept as held, the open holds add up to $${formatUsd(row.open_holds)}.`,
    })
  return problems
}

/** A hold belongs to a living process, or to a task that has not been settled. Those of neither are looked at twice. */
async function findOwnerlessHolds(): Promise<Problem[]> {
  const unserved = await listUnservedHolds(UNSERVED_SECONDS)
  const kept = unserved.filter(({ is_kept }) => is_kept).map(({ id }) => id)
  const owned = new Set([...(await listImageMeters(kept)), ...(await listVideoMeters(kept))])
  const suspects = unserved.filter(({ id }) => !owned.has(id))
  const open = new Set(await listOpenHolds(suspects.map(({ id }) => id)))
  return suspects.filter(({ id }) => open.has(id)).map(ownerlessProblem)
}

function ownerlessProblem({ id, customer_id, amount_nanos, is_kept }: UnservedHold): Problem {
  const owner = is_kept ? 'no task that runs' : 'a process that is gone'
  const detail = `$${formatUsd(amount_nanos)} of ${customer_id} is held for ${owner}.`
  return { kind: 'hold_without_owner', subject: id, detail }
}

/** A worker claims a check within seconds; one unclaimed for this long was lost. */
const TAKEN_WITHIN_MILLIS = 15 * 60_000

/** Checks that a crash cut off do not run any more, and say so. */
export async function sweepLedgerChecks(): Promise<void> {
  await interruptLostChecks(new Date(clock.now().getTime() - TAKEN_WITHIN_MILLIS))
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
