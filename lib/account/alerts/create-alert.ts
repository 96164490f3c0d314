import { clock } from '@/lib/platform/clock'
import { newId } from '@/lib/platform/ids'
import { enqueue } from '@/lib/platform/jobs/enqueue'
import { isMailAvailable } from '@/lib/platform/mail'
import type { Transaction } from '@/lib/platform/transaction'
import { sendAlert } from '@/lib/work/deliveries/send-callback'
import { emailJob } from './jobs'
import { insertAlert } from './repository'
import type { AlertContent } from './schema'

type NewAlert = {
  id?: string
  customerId: string
  subject: string
  content: AlertContent
  preferences: { email: boolean }
  /** Instead of the customer's alert URL. */
  url?: string | null
}

/** Sends an alert by every enabled channel, once for each subject. */
export async function createAlert(
  { id = newId('alert'), customerId, subject, content, preferences, ...way }: NewAlert,
  transaction: Transaction,
): Promise<void> {
  const alert = { id, customerId, subject, createdAt: clock.now(), ...content }
  if (!(await insertAlert(alert, transaction))) return
  await sendAlert({ customerId, subject, ...content, ...way, transaction })
  if (preferences.email && isMailAvailable()) await enqueue(emailJob, { alertId: id }, { transaction })
}
