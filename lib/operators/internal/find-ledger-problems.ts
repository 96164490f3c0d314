import { inspectLedger, type LedgerReport } from '@/lib/billing/inspect-ledger'
import { listOpenHolds } from '@/lib/billing/list-open-holds'
import { listUnservedHolds, type UnservedHold } from '@/lib/billing/list-unserved-holds'
import { listOpenMeters as listImageMeters } from '@/lib/images/sweep-tasks'
import { formatUsd } from '@/lib/platform/money'
import { listOpenMeters as listVideoMeters } from '@/lib/videos/sweep-videos'
import type { LedgerFindings, LedgerProblem } from '../ledger-schema'

/** Longer than any sweep takes to give back what a dead process held. */
const UNSERVED_SECONDS = 120

/** Everything added up anew: what there is, and what does not agree. */
export async function findLedgerProblems(): Promise<LedgerFindings> {
  const report = await inspectLedger()
  const ownerless = await findOwnerlessHolds()
  const { sums } = report
  return {
    entries: Number(sums.entries),
    customers: Number(sums.customers),
    open_holds: Number(sums.holds),
    customers_sum: formatUsd(sums.ledger_customers),
    system_sum: formatUsd(sums.ledger_system),
    problems: [...sumProblems(report), ...report.drift.flatMap(driftProblems), ...ownerless],
  }
}

function sumProblems({ sums }: LedgerReport): LedgerProblem[] {
  const rest = sums.kept_customers + sums.ledger_system
  if (rest === 0n) return []
  const detail = `The customers' balances and the system's accounts add up to $${formatUsd(rest)}, not to nothing.`
  return [{ kind: 'sum_not_zero', subject: null, detail }]
}

function driftProblems(row: LedgerReport['drift'][number]): LedgerProblem[] {
  const problems: LedgerProblem[] = []
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
async function findOwnerlessHolds(): Promise<LedgerProblem[]> {
  const unserved = await listUnservedHolds(UNSERVED_SECONDS)
  const kept = unserved.filter(({ is_kept }) => is_kept).map(({ id }) => id)
  const owned = new Set([...(await listImageMeters(kept)), ...(await listVideoMeters(kept))])
  const suspects = unserved.filter(({ id }) => !owned.has(id))
  const open = new Set(await listOpenHolds(suspects.map(({ id }) => id)))
  return suspects.filter(({ id }) => open.has(id)).map(ownerlessProblem)
}

function ownerlessProblem({ id, customer_id, amount_nanos, is_kept }: UnservedHold): LedgerProblem {
  const owner = is_kept ? 'no task that runs' : 'a process that is gone'
  const detail = `$${formatUsd(amount_nanos)} of ${customer_id} is held for ${owner}.`
  return { kind: 'hold_without_owner', subject: id, detail }
}
