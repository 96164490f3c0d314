import { AppError } from '@/lib/platform/errors'
import type { Transaction } from '@/lib/platform/transaction'
import { lockSwitch, type Switched, updateSwitch } from './internal/operations/repository'

type Switch = { enabled: boolean }

/**
 * Switches a provider, a model or one route on or off. No seed writes over it, and every node reads the catalog again
 * when `transaction` commits. What is under way is finished. Throws `not_found`, also for what is withdrawn.
 */
export async function setEnabled(
  kind: Switched,
  id: string,
  enabled: boolean,
  transaction: Transaction,
): Promise<{ before: Switch; after: Switch }> {
  const before = await lockSwitch(kind, id, transaction)
  if (before === null) throw new AppError('not_found')
  if (before.enabled !== enabled) await updateSwitch(kind, id, enabled, transaction)
  return { before, after: { enabled } }
}
