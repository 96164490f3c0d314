import { newId } from '@/lib/platform/ids'
import { enqueue } from '@/lib/platform/jobs/job-queue'
import { isMailAvailable } from '@/lib/platform/mail'
import type { Transaction } from '@/lib/platform/transaction'
import { mailJob } from '../jobs'
import { replacePassword } from '../repository'

/** A new password: every session of before ends, and the person is told by mail. */
export async function setPassword(userId: string, passwordHash: string, transaction: Transaction) {
  const person = await replacePassword(userId, passwordHash, transaction)
  if (isMailAvailable())
    await enqueue(
      mailJob,
      { kind: 'password_changed', mailId: newId('mail'), email: person.email },
      { transaction },
    )
  return person
}
