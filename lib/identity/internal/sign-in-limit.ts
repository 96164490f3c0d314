import { createHash } from 'node:crypto'
import { networkOf } from '@/lib/platform/client-address'
import { clock } from '@/lib/platform/clock'
import { countAttempt, deleteAttempts, deleteEndedAttempts, uncountAttempt } from '../repository'

/**
 * Guessing is slow: failed sign-ins are counted for 15 minutes in the database, so that neither a restart nor another
 * node starts afresh. Ten for one email from one network; the email alone has far more room, so that a stranger who
 * guesses elsewhere cannot lock its owner out.
 */
const WINDOW_MILLIS = 15 * 60_000
const LIMITS = { pair: 10, email: 100, network: 50 } as const

export type Attempt = { subjects: Record<keyof typeof LIMITS, Buffer> }

/** Counts the attempt before the password is looked at, so that parallel guesses count too. */
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
  const until = Math.max(...over.map((row) => row.window_ends_at.getTime()))
  return { waitMinutes: Math.max(1, Math.ceil((until - now.getTime()) / 60_000)) }
}

export async function releaseAttempt({ subjects }: Attempt): Promise<void> {
  await deleteAttempts(subjects.pair)
  await uncountAttempt([subjects.email, subjects.network])
}

/** Whoever has proved in another way to be this person may sign in at once, however often it guessed before. */
export function forgetAttempts(email: string, address: string): Promise<void> {
  return deleteAttempts(digest('pair', email, networkOf(address)))
}

function limitOf(subject: Buffer, subjects: Attempt['subjects']): number {
  if (subject.equals(subjects.pair)) return LIMITS.pair
  return subject.equals(subjects.email) ? LIMITS.email : LIMITS.network
}

function digest(...parts: string[]): Buffer {
  return createHash('sha256').update(parts.join('\n')).digest()
}
