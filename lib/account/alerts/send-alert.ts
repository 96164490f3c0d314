import { z } from 'zod'
import { listOperatorEmails, listRecipients } from '@/lib/account/identity/customers'
import { clock } from '@/lib/platform/clock'
import { env } from '@/lib/platform/env'
import { plainName } from '@/lib/platform/escape'
import { newId } from '@/lib/platform/ids'
import { enqueue } from '@/lib/platform/jobs/enqueue'
import type { JobRun, QueuedJob } from '@/lib/platform/jobs/job'
import { logger } from '@/lib/platform/logger'
import { isMailAvailable, type Letter, layOutMail, sendMail } from '@/lib/platform/mail'
import { formatUsdForPeople, parseUsd } from '@/lib/platform/money'
import type { Transaction } from '@/lib/platform/transaction'
import { sendAlert } from '@/lib/work/deliveries/send-callback'
import { preferencesOf } from './presenter'
import { countEmailed, findAlert, findSettings, insertAlert, saveEmailed } from './repository'
import {
  AlertContent,
  INSTALLATION,
  type LowBalanceData,
  type ModelEndingData,
  type OperatorAlertData,
  type TopUpFailedData,
} from './schema'

type NewAlert = {
  id?: string
  customerId: string
  subject: string
  content: AlertContent
  preferences: { email: boolean }
  /** Instead of the customer's alert URL. */
  url?: string | null
}

/** Sends an alert by every enabled channel, once per event and subject: false if it was sent before. */
export async function createAlert(
  { id = newId('alert'), customerId, subject, content, preferences, ...destination }: NewAlert,
  transaction: Transaction,
): Promise<boolean> {
  const alert = { id, customerId, subject, createdAt: clock.now(), ...content }
  if (!(await insertAlert(alert, transaction))) return false
  await sendAlert({ customerId, subject, ...content, ...destination, transaction })
  if (preferences.email && isMailAvailable()) await enqueue(emailJob, { alertId: id }, { transaction })
  return true
}

/** Changing a threshold repeatedly must not flood a mailbox. */
const MAX_PER_DAY = 30
const DAY_MILLIS = 24 * 3600 * 1000

const EmailPayload = z.object({ alertId: z.string() })
type EmailPayload = z.infer<typeof EmailPayload>

/** One alert's email. Retried for a day while the mail server is unavailable. */
export const emailJob: QueuedJob<EmailPayload> = {
  name: 'alerts.email',
  payload: EmailPayload,
  concurrency: () => 2,
  retryLimit: 30,
  retryDelaySeconds: 15,
  maxRetryDelaySeconds: 3600,
  expireInSeconds: 120,
}

/** Mails one alert. Idempotent, except for a crash between the mail server's reply and our record of it. */
export async function emailAlert({ payload }: JobRun<EmailPayload>): Promise<void> {
  const alert = await findAlert(payload.alertId)
  if (alert === null || alert.emailedAt !== null || !isMailAvailable()) return
  const { id, customerId } = alert
  const to = await (customerId === INSTALLATION ? listOperatorEmails() : addressesOf(customerId))
  if (to.length === 0) return
  const since = new Date(clock.now().getTime() - DAY_MILLIS)
  if ((await countEmailed(customerId, since)) >= MAX_PER_DAY) {
    logger.warn({ customerId }, 'an alert was not mailed: this customer has reached the daily limit')
    return
  }
  const content = AlertContent.parse({ event: alert.event, data: alert.data })
  await sendMail({ id, to, ...writeMail(content) })
  await saveEmailed(id, clock.now())
}

/** The customer's addresses for alerts: the one it set, else those of its owners, admins and billing. */
async function addressesOf(customerId: string): Promise<string[]> {
  const { email, emailAddress } = preferencesOf(await findSettings(customerId))
  if (!email) return []
  return emailAddress === null ? listRecipients(customerId) : [emailAddress]
}

/** The mail of an alert, as plain text and HTML. */
function writeMail(content: AlertContent): { subject: string; text: string; html: string } {
  const letter = letterOf(content)
  return { subject: letter.title, ...layOutMail(letter) }
}

function letterOf(content: AlertContent): Letter {
  if (content.event === 'balance.low') return balanceLetter(content.data)
  if (content.event === 'top_up.failed') return topUpLetter(content.data)
  if (content.event === 'model.ending') return endingLetter(content.data)
  const isLimit = content.event === 'api_key.limit_reached' || content.event === 'spend_limit.reached'
  return isLimit ? limitLetter(content) : operatorLetter(content.data)
}

function operatorLetter({ status, since, title, detail, action }: OperatorAlertData): Letter {
  const { INSTALLATION_NAME: name } = env()
  const [day, time] = [since.slice(0, 10), since.slice(11, 16)]
  const isOver = status === 'resolved'
  return {
    title: isOver ? `${name}: Resolved: ${title}` : `${name}: ${title}`,
    paragraphs: isOver ? [`Resolved. First seen on ${day} at ${time} UTC; not seen again since.`] : [detail],
    action,
    footnote: 'You receive this email once, as an operator of this installation.',
  }
}

function topUpLetter({ amount, reason, order_id }: TopUpFailedData): Letter {
  const page = `${env().publicUrl}/console/billing`
  const isReversed = reason.code === 'payment_reversed'
  const cause = isReversed ? '' : `We could not charge ${dollars(amount)} to your saved card. `
  return {
    title: isReversed ? 'Automatic top-up was turned off' : 'Automatic top-up failed and was turned off',
    paragraphs: [
      `${cause}${reason.message} The order is ${order_id}.`,
      'Automatic top-up stays off until you turn it on again.',
    ],
    action: { label: 'Open billing', url: page },
    footnote: 'You receive this email each time automatic top-up is turned off because of a payment.',
    settings: { label: 'Manage alerts', url: page },
  }
}

function endingLetter({ model_id, model_name, ends_on }: ModelEndingData): Letter {
  const { publicUrl } = env()
  return {
    title: `${model_name} ends on ${ends_on}`,
    paragraphs: [
      `You used ${model_name} (${model_id}) in the last 30 days. Its provider ends it on ${ends_on}.`,
      'Requests to it fail from then on. Switch to another model before that day.',
    ],
    action: { label: 'Compare models', url: `${publicUrl}/models` },
    footnote: 'You receive this email once for each model that you used and that is about to end.',
    settings: { label: 'Manage alerts', url: `${publicUrl}/console/billing` },
  }
}

function balanceLetter({ balance, threshold }: LowBalanceData): Letter {
  const page = `${env().publicUrl}/console/billing`
  return {
    title: `Your ${env().INSTALLATION_NAME} balance is below ${dollars(threshold)}`,
    paragraphs: [
      `Your balance is ${dollars(balance)}, below your alert threshold of ${dollars(threshold)}.`,
      'Requests that the balance does not cover are refused.',
    ],
    action: { label: 'Add credit', url: page },
    footnote: 'You receive this email once each time your balance falls below the threshold.',
    settings: { label: 'Manage alerts', url: page },
  }
}

/** `at` is the page of the limit, `of` whose requests are refused beyond it, `day` when its day begins. */
const limited = {
  key_limit: { what: 'API key', at: 'keys', of: 'with this key', day: '00:00 UTC' },
  project_limit: {
    what: 'Project',
    at: 'organization/projects',
    of: 'with keys of this project',
    day: '00:00 in its time zone',
  },
  member_limit: { what: 'Member', at: 'organization/members', of: 'of this member', day: '00:00 UTC' },
  organization_limit: {
    what: 'Organization',
    at: 'organization',
    of: 'of this organization',
    day: '00:00 UTC',
  },
}
const days = { daily: 'every day', weekly: 'every Monday', monthly: 'on the first of every month' }

type LimitContent = Extract<AlertContent, { event: 'api_key.limit_reached' | 'spend_limit.reached' }>

function limitLetter({ event, data }: LimitContent): Letter {
  const { publicUrl } = env()
  const isKey = event === 'api_key.limit_reached'
  const name = plainName(isKey ? data.api_key_name : data.name)
  const { what, at, of, day } = limited[isKey ? 'key_limit' : data.limit_source]
  const { percent, spent, limit, limit_reset: reset } = data
  const [isUsedUp, refused] = [percent === 100, `requests ${of} are refused`]
  const resets = reset && `The limit resets ${days[reset]} at ${day}.`
  const until = isUsedUp
    ? `Until then, ${refused} unless you raise it.`
    : `If it is reached before then, ${refused} until it resets.`
  const forGood = isUsedUp
    ? `Requests ${of} are refused until you raise the limit.`
    : `Once the limit is reached, ${refused} until you raise it.`
  return {
    title: `${what} “${name}” has used ${percent}% of its limit`,
    paragraphs: [
      `“${name}” has used ${dollars(spent)} of its ${reset ? `${reset} ` : ''}limit of ${dollars(limit)}.`,
      resets ? `${resets} ${until}` : forGood,
    ],
    action: { label: 'Manage limits', url: `${publicUrl}/console/${at}` },
    footnote: 'You receive this email once per limit period at 50%, 80% and 100%.',
    settings: { label: 'Manage alerts', url: `${publicUrl}/console/billing` },
  }
}

function dollars(usd: string): string {
  const nanos = parseUsd(usd)
  return nanos === undefined ? `$${usd}` : formatUsdForPeople(nanos)
}
