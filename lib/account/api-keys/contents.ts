import { promisify } from 'node:util'
import { deflateRaw, inflateRaw } from 'node:zlib'
import { readRecent } from '@/lib/money/usage/recent'
import { type Caller, requirePerson } from '@/lib/platform/caller'
import { clock } from '@/lib/platform/clock'
import { AppError } from '@/lib/platform/errors'
import { logger } from '@/lib/platform/logger'
import { remember } from '@/lib/platform/remember'
import { type SealedColumn, sealBytes, unsealBytes } from '@/lib/platform/secrets'
import {
  deleteAllContents,
  deleteContents,
  endContents,
  findContents,
  insertContents,
} from './contents-repository'
import { keptText } from './contents-text'
import { changeKey, presentKey } from './keys'
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

/** Whether this caller's requests are kept. */
export function keepsContents({ apiKey }: Caller): boolean {
  return apiKey?.contentsUntil !== undefined && apiKey.contentsUntil > clock.now().getTime()
}

export type Kept = {
  /** The request's id. */
  id: string
  /** The task that it made, as named in its usage. */
  taskId: string | null
  text: KeptText
}

const pack = promisify<Buffer, Buffer>(deflateRaw)
const unpack = promisify<Buffer, Buffer>(inflateRaw)
const writing = remember('contents-being-written', () => new Set<Promise<void>>())

/** Only the end of the process waits for it. What cannot be written is not kept. */
export function recordContents(caller: Caller, kept: Kept): void {
  const work = write(caller, kept)
    .catch((error: unknown) => logger.warn({ err: String(error), id: kept.id }, 'contents were not kept'))
    .finally(() => writing.delete(work))
  writing.add(work)
}

/** A request and its answer without a connection: a line of a batch, a background response. */
type Worked = { id: string; path: string; status: number; request: string; answer: string }

/** Keeps it, if the key's settings say so. */
export function recordWork(caller: Caller, { id, request, answer, ...text }: Worked): void {
  if (!keepsContents(caller)) return
  const words = { request: keptText(request), answer: keptText(answer), is_whole: true }
  recordContents(caller, { id, taskId: null, text: { ...text, ...words } })
}

export async function flushContents(): Promise<void> {
  await Promise.all(writing)
}

async function write({ customerId, apiKey }: Caller, { id, taskId, text }: Kept): Promise<void> {
  if (apiKey === null) return
  const packed = await pack(Buffer.from(JSON.stringify(text)))
  const sealed = sealBytes(purposeOf(customerId, id), packed)
  const now = clock.now()
  await insertContents({ id, customerId, apiKeyId: apiKey.id, taskId, createdAt: now, sealed }, now)
}

function purposeOf(customerId: string, id: string): string {
  return `request contents ${customerId} ${id}`
}

export const sealedContents: SealedColumn = {
  table: 'request_contents',
  column: 'sealed',
  owner: ['customer_id', 'id'],
  purposeOf: ({ customer_id = '', id = '' }) => purposeOf(customer_id, id),
}

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
  const row = await findContents(customerId, { id, taskId }, clock.now())
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
