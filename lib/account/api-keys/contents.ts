import { promisify } from 'node:util'
import { inflateRaw } from 'node:zlib'
import { readRecent } from '@/lib/money/usage/recent'
import { type Caller, requirePerson } from '@/lib/platform/caller'
import { clock } from '@/lib/platform/clock'
import { AppError } from '@/lib/platform/errors'
import { timeOfId } from '@/lib/platform/ids'
import { unsealBytes } from '@/lib/platform/secrets'
import { deleteAllContents, deleteContents, endContents, findContents } from './contents-repository'
import { changeKey, presentKey } from './keys'
import { flushContents, purposeOf } from './record-contents'
import { type ApiKeyRecord, type KeepContentsRequest, KeptText, type RequestContents } from './schema'

/**
 * Requests of a key and their answers, verbatim, while its owner has that switched on: encrypted, without media, shown
 * only to the person at the console, and deleted at the end of the chosen period.
 */

const DAY_MILLIS = 86_400_000

/** Switches it on for this many days, or moves its end. Throws `not_found`, and for a caller who is no person. */
export async function keepContents(
  caller: Caller,
  id: string,
  { days }: KeepContentsRequest,
): Promise<ApiKeyRecord> {
  requirePerson(caller)
  const contentsUntil = new Date(clock.now().getTime() + days * DAY_MILLIS)
  return presentKey(await changeKey(caller, id, () => ({ contentsUntil })))
}

/** Switches it off and deletes all that was kept. Throws as `keepContents` does. */
export async function dropContents(caller: Caller, id: string): Promise<ApiKeyRecord> {
  requirePerson(caller)
  const off = () => ({ contentsUntil: null, contentsBytes: 0n })
  return presentKey(await changeKey(caller, id, off, deleteContents))
}

const unpack = promisify<Buffer, Buffer>(inflateRaw)

/** What is kept of a request, by its id; null: nothing, or no longer. Throws for a caller who is no person. */
export async function readContents(
  caller: Caller,
  id: string,
): Promise<{ contents: RequestContents | null }> {
  requirePerson(caller)
  await flushContents()
  const { customerId } = caller
  const taskId = await readRecent(caller, id).then(
    ({ task_id }) => task_id,
    (error: unknown) => {
      if (error instanceof AppError && error.code === 'not_found') return null
      throw error
    },
  )
  // Other ids are not looked up: PostgreSQL rejects text with a NUL, for example.
  const isOurs = timeOfId(id) !== undefined
  const row = isOurs ? await findContents(customerId, { id, taskId }, clock.now()) : null
  const packed = row && unsealBytes(purposeOf(customerId, row.id), row.sealed)
  if (!row || !packed) return { contents: null }
  const text = KeptText.parse(JSON.parse((await unpack(packed)).toString('utf8')))
  return { contents: { ...text, request_id: row.id, created_at: row.createdAt.toISOString() } }
}

/** Deletes the contents of keys whose period has ended. Safe to run anywhere, any number of times. */
export function sweepContents(): Promise<void> {
  return endContents(clock.now())
}

/** Of a customer that is deleted. */
export async function eraseContentsOf(customerId: string): Promise<void> {
  await deleteAllContents(customerId)
}
