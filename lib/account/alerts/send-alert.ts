import { listOperatorEmails, readContact } from '@/lib/account/identity/customers'
import { clock } from '@/lib/platform/clock'
import { env } from '@/lib/platform/env'
import { cutText } from '@/lib/platform/escape'
import { newId } from '@/lib/platform/ids'
import { enqueue } from '@/lib/platform/jobs/enqueue'
import type { JobRun } from '@/lib/platform/jobs/job'
import { logger } from '@/lib/platform/logger'
import { isMailAvailable, type Letter, layOutMail, sendMail } from '@/lib/platform/mail'
import { formatUsdForPeople, parseUsd } from '@/lib/platform/money'
import type { Transaction } from '@/lib/platform/transaction'
import { sendAlert } from '@/lib/work/deliveries/send-callback'
import { type EmailPayload, emailJob } from './jobs'
import { preferencesOf } from './presenter'
import { countEmailed, findAlert, findSettings, insertAlert, saveEmailed } from './repository'
import {
  AlertContent,
  INSTALLATION,
  type KeyLimitData,
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

/** Sends an alert by every enabled channel, once per event and subject. */
export async function createAlert(
  { id = newId('alert'), customerId, subject, content, preferences, ...destination }: NewAlert,
  transaction: Transaction,
): Promise<void> {
  const alert = { id, customerId, subject, createdAt: clock.now(), ...content }
  if (!(await insertAlert(alert, transaction))) return
  await sendAlert({ customerId, subject, ...content, ...destination, transaction })
  if (preferences.email && isMailAvailable()) await enqueue(emailJob, { alertId: id }, { transaction })
}

/** Changing a threshold repeatedly must not flood a mailbox. */
const MAX_PER_DAY = 30
const DAY_MILLIS = 24 * 3600 * 1000

/** Mails one alert. Idempotent, except for a crash between the mail server's reply and our record of it. */
export async function emailAlert({ payload }: JobRun<EmailPayload>): Promise<void> {
  const alert = await findAlert(payload.alertId)
  if (alert === null || alert.emailedAt !== null || !isMailAvailable()) return
  const { id, customerId } = alert
  const to = customerId === INSTALLATION ? await operatorAddresses() : await addressOf(customerId)
  if (to === undefined) return
  const since = new Date(clock.now().getTime() - DAY_MILLIS)
  if ((await countEmailed(customerId, since)) >= MAX_PER_DAY) {
    logger.warn({ customerId }, 'an alert was not mailed: this customer has reached the daily limit')
    return
  }
  const content = AlertContent.parse({ event: alert.event, data: alert.data })
  await sendMail({ id, to, ...writeMail(content) })
  await saveEmailed(id, clock.now())
}

/** The customer's address for alerts; undefined: no mail. */
async function addressOf(customerId: string): Promise<string | undefined> {
  const [row, contact] = await Promise.all([findSettings(customerId), readContact(customerId)])
  const { email, emailAddress } = preferencesOf(row)
  return email ? (emailAddress ?? contact?.email) : undefined
}

async function operatorAddresses(): Promise<string[] | undefined> {
  const addresses = await listOperatorEmails()
  return addresses.length === 0 ? undefined : addresses
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
  return content.event === 'api_key.limit_reached' ? keyLetter(content.data) : operatorLetter(content.data)
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
  return {
    title: 'Automatic top-up failed and was turned off',
    paragraphs: [
      `We could not charge ${dollars(amount)} to your saved card for order ${order_id}. ${reason.message}`,
      'Automatic top-up stays off until you save a card and turn it on again.',
    ],
    action: { label: 'Open billing', url: page },
    footnote: 'You receive this email each time automatic top-up is turned off because a charge failed.',
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

const resets = {
  daily: 'The limit resets every day at 00:00 UTC.',
  weekly: 'The limit resets every Monday at 00:00 UTC.',
  monthly: 'The limit resets on the first of every month at 00:00 UTC.',
}

function keyLetter({ api_key_name, percent, spent, limit, limit_reset }: KeyLimitData): Letter {
  const { publicUrl } = env()
  const name = plainName(api_key_name)
  const kind = limit_reset === null ? '' : `${limit_reset} `
  return {
    title: `API key “${name}” has used ${percent}% of its limit`,
    paragraphs: [
      `The API key “${name}” has used ${dollars(spent)} of its ${kind}limit of ${dollars(limit)}.`,
      consequenceOf(percent === 100, limit_reset),
    ],
    action: { label: 'Manage API keys', url: `${publicUrl}/console/keys` },
    footnote: 'You receive this email once per limit period at 50%, 80% and 100%.',
    settings: { label: 'Manage alerts', url: `${publicUrl}/console/billing` },
  }
}

function consequenceOf(isUsedUp: boolean, reset: KeyLimitData['limit_reset']): string {
  if (reset === null)
    return isUsedUp
      ? 'Requests with this key are refused until you raise the limit.'
      : 'Once the limit is reached, requests with this key are refused until you raise it.'
  return isUsedUp
    ? `${resets[reset]} Until then, requests with this key are refused unless you raise it.`
    : `${resets[reset]} If it is reached before then, requests with this key are refused until it resets.`
}

function dollars(usd: string): string {
  const nanos = parseUsd(usd)
  return nanos === undefined ? `$${usd}` : formatUsdForPeople(nanos)
}

const MAX_NAME_CHARACTERS = 40
/** Characters that break lines, hide or reverse text, or that mail clients turn into links. */
const unfit = /[\p{C}\p{Z}:/@\\]+|[.。．｡](?=\p{L})/gu

/**
 * A name made safe for mails: alerts can go to another person's address, and a customer must not be able to send messages
 * through them.
 */
export function plainName(name: string): string {
  const plain = name.replace(unfit, ' ').trim()
  const cut = cutText(plain, MAX_NAME_CHARACTERS)
  return cut === plain ? plain : `${cut.trimEnd()}…`
}
