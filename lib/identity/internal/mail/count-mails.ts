import { createHash } from 'node:crypto'
import { clock } from '@/lib/platform/clock'
import { AppError } from '@/lib/platform/errors'
import { countAttempt, deleteEndedAttempts } from '../../repository'

/**
 * Nobody's mailbox is flooded through us: mails are counted for an hour in the database, by whom they go to and by the
 * network that asks, whether or not there is such an account. Who asked for a third link has it for as long as no further
 * one is sent: it is good for the rest of that hour.
 */
const WINDOW_MILLIS = 60 * 60_000
const LIMITS = { forgot_password: 3, email_change: 3, notice: 5, person: 5, network: 20 } as const

type Purpose = keyof typeof LIMITS

/** Counts one mail for each subject, and gives the minutes to wait for those that are over their limit. */
export async function countMails(
  subjects: Partial<Record<Purpose, string>>,
): Promise<Partial<Record<Purpose, number>>> {
  const now = clock.now()
  const digests = new Map<string, Purpose>()
  for (const purpose of Object.keys(LIMITS) as Purpose[]) {
    const subject = subjects[purpose]
    if (subject !== undefined) digests.set(digest(purpose, subject).toString('hex'), purpose)
  }
  await deleteEndedAttempts(now)
  const keys = [...digests.keys()].map((key) => Buffer.from(key, 'hex'))
  const rows = await countAttempt(keys, now, new Date(now.getTime() + WINDOW_MILLIS))
  const over: Partial<Record<Purpose, number>> = {}
  for (const { subject, failures, window_ends_at } of rows) {
    const purpose = digests.get(subject.toString('hex'))
    if (purpose !== undefined && failures > LIMITS[purpose])
      over[purpose] = Math.max(1, Math.ceil((window_ends_at.getTime() - now.getTime()) / 60_000))
  }
  return over
}

export function tooManyMails(waitMinutes: number): AppError {
  return new AppError('rate_limit_exceeded', {
    message: `Too many mails were asked for. Try again in ${waitMinutes} min.`,
    retryAfterSeconds: waitMinutes * 60,
  })
}

function digest(purpose: Purpose, subject: string): Buffer {
  return createHash('sha256').update(`mail\n${purpose}\n${subject}`).digest()
}
