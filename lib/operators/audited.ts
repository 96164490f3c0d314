import { isDeepStrictEqual } from 'node:util'
import { readProfile } from '@/lib/identity/read-profile'
import type { Caller } from '@/lib/platform/caller'
import { clock } from '@/lib/platform/clock'
import { newId } from '@/lib/platform/ids'
import type { Transaction } from '@/lib/platform/transaction'
import { insertAuditEntry, inTransaction } from './repository'
import type { AuditAction, SubjectType } from './schema'

export type AuditedChange = {
  action: AuditAction
  subject: { type: SubjectType; id: string }
  reason?: string
}

/** How the subject was and is, with the fields' names on the wire; null where there was, or is, nothing. */
type States = { before: object | null; after: object | null }

/**
 * Carries out an operator's change and writes down who made it, when, to what, and how that was before and after: both
 * or neither. A change that changed nothing leaves no entry. Others make theirs through this as well.
 */
export async function audited<Result extends States>(
  operator: Caller,
  { action, subject, reason }: AuditedChange,
  change: (transaction: Transaction) => Promise<Result>,
): Promise<Result> {
  const { id: userId, email: userEmail } = await readProfile(operator.userId)
  return inTransaction(async (transaction) => {
    const result = await change(transaction)
    if (isDeepStrictEqual(result.before, result.after)) return result
    await insertAuditEntry(
      {
        id: newId('aud'),
        createdAt: clock.now(),
        userId,
        userEmail,
        action,
        subjectType: subject.type,
        subjectId: subject.id,
        before: result.before,
        after: result.after,
        reason: reason ?? null,
      },
      transaction,
    )
    return result
  })
}
