import { clock } from '@/lib/platform/clock'
import { instanceId } from '@/lib/platform/instance'
import type { JobRun } from '@/lib/platform/jobs/job'
import { logger } from '@/lib/platform/logger'
import { findLedgerProblems } from './internal/find-ledger-problems'
import { endCheck, interruptCheck, takeCheck } from './repository'

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
