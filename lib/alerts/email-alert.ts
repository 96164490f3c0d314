import { readContact } from '@/lib/identity/customers'
import { clock } from '@/lib/platform/clock'
import type { JobRun } from '@/lib/platform/jobs/job'
import { logger } from '@/lib/platform/logger'
import { isMailAvailable, sendMail } from '@/lib/platform/mail'
import { preferencesOf } from './internal/preferences-of'
import { writeMail } from './internal/write-mail'
import type { EmailPayload } from './jobs'
import { countEmailed, findAlert, findSettings, saveEmailed } from './repository'
import { AlertContent } from './schema'

/** A threshold that is moved up and down must not become a way of flooding somebody's mailbox. */
const MOST_A_DAY = 30
const DAY_MILLIS = 24 * 3600 * 1000

/** Mails one alert. Run again, it does nothing; only a crash between the mail server's word and ours sends it twice. */
export async function emailAlert({ payload }: JobRun<EmailPayload>): Promise<void> {
  const alert = await findAlert(payload.alertId)
  if (alert === null || alert.emailedAt !== null || !isMailAvailable()) return
  const { id, customerId } = alert
  const [row, contact] = await Promise.all([findSettings(customerId), readContact(customerId)])
  const preferences = preferencesOf(row)
  const to = preferences.emailAddress ?? contact?.email
  if (!preferences.email || to === undefined) return
  const since = new Date(clock.now().getTime() - DAY_MILLIS)
  if ((await countEmailed(customerId, since)) >= MOST_A_DAY) {
    logger.warn({ customerId }, 'an alert was not mailed: this customer had too many in a day')
    return
  }
  const content = AlertContent.parse({ event: alert.event, data: alert.data })
  await sendMail({ id, to, ...writeMail(content) })
  await saveEmailed(id, clock.now())
}
