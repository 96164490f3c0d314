import { env } from '@/lib/platform/env'
import { type Letter, layOutMail } from '@/lib/platform/mail'
import { formatUsdForPeople, parseUsd } from '@/lib/platform/money'
import type { AlertContent, KeyLimitData, LowBalanceData } from '../schema'
import { plainName } from './plain-name'

/** The mail that tells of an alert: subject, plain text and HTML that say the same. */
export function writeMail(content: AlertContent): { subject: string; text: string; html: string } {
  const letter = content.event === 'balance.low' ? balanceLetter(content.data) : keyLetter(content.data)
  return { subject: letter.title, ...layOutMail(letter) }
}

function balanceLetter({ balance, threshold }: LowBalanceData): Letter {
  const page = `${env().publicUrl}/console/billing`
  return {
    title: `Your Portico balance is below ${dollars(threshold)}`,
    paragraphs: [
      `Your balance is ${dollars(balance)}, below the ${dollars(threshold)} that you asked to be told about.`,
      'Requests that it no longer covers are refused.',
    ],
    action: { label: 'Buy credit', url: page },
    footnote: 'You get this once each time the balance falls below that amount.',
    settings: { label: 'Change or turn off alerts', url: page },
  }
}

const resets = {
  daily: 'It resets every day at 00:00 UTC.',
  weekly: 'It resets every Monday at 00:00 UTC.',
  monthly: 'It resets on the first of every month at 00:00 UTC.',
}

function keyLetter({ api_key_name, percent, spent, limit, limit_reset }: KeyLimitData): Letter {
  const { publicUrl } = env()
  const name = plainName(api_key_name)
  const kind = limit_reset === null ? '' : `${limit_reset} `
  return {
    title: `API key “${name}” has used ${percent}% of its limit`,
    paragraphs: [
      `The API key “${name}” has spent ${dollars(spent)} of its ${kind}limit of ${dollars(limit)}.`,
      consequenceOf(percent === 100, limit_reset),
    ],
    action: { label: 'Manage API keys', url: `${publicUrl}/console/keys` },
    footnote: 'You get this once for each limit at 50%, 80% and 100%.',
    settings: { label: 'Change or turn off alerts', url: `${publicUrl}/console/billing` },
  }
}

function consequenceOf(isUsedUp: boolean, reset: KeyLimitData['limit_reset']): string {
  if (reset === null)
    return isUsedUp
      ? 'Requests with this key are refused until you raise the limit.'
      : 'When the limit is used up, requests with this key are refused until you raise it.'
  return isUsedUp
    ? `${resets[reset]} Until then requests with this key are refused, unless you raise the limit.`
    : `${resets[reset]} If it is used up before that, requests with this key are refused until then.`
}

function dollars(usd: string): string {
  const nanos = parseUsd(usd)
  return nanos === undefined ? `$${usd}` : formatUsdForPeople(nanos)
}
