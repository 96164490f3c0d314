import { sendAlert } from '@/lib/callbacks/send-alert'
import { clock } from '@/lib/platform/clock'
import { newId } from '@/lib/platform/ids'
import { enqueue } from '@/lib/platform/jobs/job-queue'
import { isMailAvailable } from '@/lib/platform/mail'
import type { Transaction } from '@/lib/platform/transaction'
import { emailJob } from '../jobs'
import { insertAlert } from '../repository'
import type { AlertContent } from '../schema'
import type { Preferences } from './preferences-of'

/** Tells a customer something by every way it has chosen, once for each subject. */
export async function createAlert(
  { customerId, subject, content }: { customerId: string; subject: string; content: AlertContent },
  preferences: Preferences,
  transaction: Transaction,
): Promise<void> {
  const id = newId('alert')
  const alert = { id, customerId, subject, createdAt: clock.now(), ...content }
  if (!(await insertAlert(alert, transaction))) return
  await sendAlert({ customerId, subject, ...content, transaction })
  if (preferences.email && isMailAvailable()) await enqueue(emailJob, { alertId: id }, { transaction })
}
