import { createHash } from 'node:crypto'
import { networkOf } from '@/lib/platform/client-address'
import { clock } from '@/lib/platform/clock'
import { AppError } from '@/lib/platform/errors'
import { countAttempt, deleteAttempts, deleteEndedAttempts, uncountAttempt } from './repository'

/**
 * Failed sign-ins are counted for 15 minutes in the database, across restarts and nodes. Ten are allowed for one email from
 * one network. The limit for the email alone is far higher, so that a stranger elsewhere cannot lock its owner out.
 */
const WINDOW_MILLIS = 15 * 60_000
const LIMITS = { pair: 10, email: 100, network: 50 } as const

type Attempt = { subjects: Record<keyof typeof LIMITS, Buffer> }

/** Counts the attempt before the password is checked, so that parallel guesses count too. */
export async function openAttempt(
  email: string,
  address: string,
): Promise<Attempt | { waitMinutes: number }> {
  const network = networkOf(address)
  const subjects = {
    pair: digest('pair', email, network),
    email: digest('email', email),
    network: digest('network', network),
  }
  const now = clock.now()
  await deleteEndedAttempts(now)
  const rows = await countAttempt(Object.values(subjects), now, new Date(now.getTime() + WINDOW_MILLIS))
  const over = rows.filter((row) => row.failures > limitOf(row.subject, subjects))
  if (over.length === 0) return { subjects }
  return { waitMinutes: Math.max(...over.map((row) => minutesLeft(row.window_ends_at, now))) }
}

export async function releaseAttempt({ subjects }: Attempt): Promise<void> {
  await deleteAttempts(subjects.pair)
  await uncountAttempt([subjects.email, subjects.network])
}

/** Clears the failures of a person who has proved their identity in another way. */
export function resetAttempts(email: string, address: string): Promise<void> {
  return deleteAttempts(digest('pair', email, networkOf(address)))
}

/** Wrong second-factor codes in the window, from all addresses together. */
const CODE_LIMIT = 10

/** Counts one code. Returns the minutes to wait if there were too many. */
export async function openCodeAttempt(userId: string): Promise<number | undefined> {
  const now = clock.now()
  const end = new Date(now.getTime() + WINDOW_MILLIS)
  const [row] = await countAttempt([digest('code', userId)], now, end)
  if (row === undefined || row.failures <= CODE_LIMIT) return undefined
  return minutesLeft(row.window_ends_at, now)
}

export function releaseCodeAttempt(userId: string): Promise<void> {
  return deleteAttempts(digest('code', userId))
}

function limitOf(subject: Buffer, subjects: Attempt['subjects']): number {
  if (subject.equals(subjects.pair)) return LIMITS.pair
  return subject.equals(subjects.email) ? LIMITS.email : LIMITS.network
}

function digest(...parts: string[]): Buffer {
  return createHash('sha256').update(parts.join('\n')).digest()
}

/**
 * Requested mails are counted for an hour in the database, by recipient and by network, whether or not the account exists, so
 * that nobody's mailbox can be flooded. Links last as long as the window, so the last mailed link stays valid until another
 * can be sent.
 */
const MAIL_WINDOW_MILLIS = 60 * 60_000
const MAIL_LIMITS = {
  forgot_password: 3,
  email_change: 3,
  notice: 5,
  person: 5,
  network: 20,
  /** To one recipient, from one organization, and from all that have the same first owner: each makes as many as they like. */
  invitation: 3,
  inviter: 50,
  owner: 100,
} as const

type Purpose = keyof typeof MAIL_LIMITS

/** Counts one mail for each subject. Returns the minutes to wait for those over their limit. */
export async function countMails(
  subjects: Partial<Record<Purpose, string>>,
): Promise<Partial<Record<Purpose, number>>> {
  const now = clock.now()
  const digests = new Map<string, Purpose>()
  for (const purpose of Object.keys(MAIL_LIMITS) as Purpose[]) {
    const subject = subjects[purpose]
    if (subject !== undefined) digests.set(digest('mail', purpose, subject).toString('hex'), purpose)
  }
  await deleteEndedAttempts(now)
  const keys = [...digests.keys()].map((key) => Buffer.from(key, 'hex'))
  const rows = await countAttempt(keys, now, new Date(now.getTime() + MAIL_WINDOW_MILLIS))
  const over: Partial<Record<Purpose, number>> = {}
  for (const { subject, failures, window_ends_at } of rows) {
    const purpose = digests.get(subject.toString('hex'))
    if (purpose !== undefined && failures > MAIL_LIMITS[purpose])
      over[purpose] = minutesLeft(window_ends_at, now)
  }
  return over
}

/** Whole minutes, at least one. */
function minutesLeft(end: Date, now: Date): number {
  return Math.max(1, Math.ceil((end.getTime() - now.getTime()) / 60_000))
}

/** `what`: such as `Too many wrong codes`. */
export function tooMany(what: string, waitMinutes: number): AppError {
  return new AppError('rate_limit_exceeded', {
    message: `${what}. Try again in ${waitMinutes} min.`,
    retryAfterSeconds: waitMinutes * 60,
  })
}
