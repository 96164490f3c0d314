import { promisify } from 'node:util'
import { deflateRaw, inflateRaw } from 'node:zlib'
import { readTaskOf } from '@/lib/money/usage/recent'
import { type Caller, ownOnly, requirePerson } from '@/lib/platform/caller'
import { clock } from '@/lib/platform/clock'
import { timeOfId } from '@/lib/platform/ids'
import { logger } from '@/lib/platform/logger'
import { type SealedColumn, sealBytes, unsealBytes } from '@/lib/platform/secrets'
import { changeKey, presentKey } from './keys'
import { deleteContents, endContents, findContents, insertContents } from './repository'
import { type ApiKeyRecord, type KeepContentsRequest, KeptText, type RequestContents } from './schema'

export { eraseContentsOf } from './repository'

/**
 * Contents of a key's requests and responses, kept while its owner has turned that on: encrypted, without media, shown only to
 * a person in the console, and deleted at the end of the chosen period.
 */

/** Whether the caller's key keeps request contents. */
export function keepsContents({ apiKey }: Caller): boolean {
  return apiKey?.contentsUntil !== undefined && apiKey.contentsUntil > clock.now().getTime()
}

export type Kept = {
  /** The request's id. */
  id: string
  /** The task that the request created. */
  taskId: string | null
  text: KeptText
}

const pack = promisify<Buffer, Buffer>(deflateRaw)
const writing = new Set<Promise<void>>()

/** Stores contents in the background; on failure they are dropped. `flushContents` waits for them. */
export function recordContents(caller: Caller, kept: Kept): void {
  const work = write(caller, kept)
    .catch((error: unknown) => logger.warn({ err: String(error), id: kept.id }, 'contents were not kept'))
    .finally(() => writing.delete(work))
  writing.add(work)
}

/** A request outside a connection: a line of a batch, a background response. */
type DetachedRequest = { id: string; path: string; status: number; request: string; answer: string }

/** Stores its contents if the key keeps them. */
export function recordDetachedRequest(
  caller: Caller,
  { id, request, answer, ...text }: DetachedRequest,
): void {
  if (!keepsContents(caller)) return
  const kept = { request: keptText(request), answer: keptText(answer), is_whole: true }
  recordContents(caller, { id, taskId: null, text: { ...text, ...kept } })
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

export function purposeOf(customerId: string, id: string): string {
  return `request contents ${customerId} ${id}`
}

export const sealedContents: SealedColumn = {
  table: 'request_contents',
  column: 'sealed',
  owner: ['customer_id', 'id'],
  purposeOf: ({ customer_id = '', id = '' }) => purposeOf(customer_id, id),
}

const MAX_BYTES = 256 * 1024

/** The stored part of a request or response: its text without media, up to 256 KiB. */
export function keptText(text: string): string {
  const bare = withoutMedia(text)
  const bytes = Buffer.from(bare)
  if (bytes.length <= MAX_BYTES) return bare
  const kept = bytes
    .subarray(0, MAX_BYTES)
    .toString()
    .replace(/\uFFFD$/, '')
  return `${kept}\n[cut off: ${MAX_BYTES} of ${bytes.length} bytes are kept]`
}

/** Anywhere in a text, such as an image in Markdown. */
const DATA_URL = /data:([\w.+-]+\/[\w.+-]+)(?:;[\w.+-]+=[\w.+-]*)*;base64,([A-Za-z0-9+/\\_=%-]*)/g
/** A JSON string that is one data URL, in any encoding. */
const PLAIN_DATA_URL = /"data:([\w.+-]+\/[\w.+-]+)(?:;[\w.+=-]+)*,([^"\\]*(?:\\.[^"\\]*)*)"/g
/** Fields that hold only media, also in small chunks. */
const MEDIA_FIELD = /"(b64_json|partial_image_b64|file_data|data|audio)":(\s*)"([A-Za-z0-9+/\\_=-]{32,})"/g
/** Plain text has no words this long. */
const LONG_BASE64 = /"([A-Za-z0-9+/\\_=-]{1024,})"/g

function withoutMedia(text: string): string {
  return text
    .replace(DATA_URL, (_all, type: string, media: string) => mediaPlaceholder(type, sizeOf(media)))
    .replace(
      PLAIN_DATA_URL,
      (_all, type: string, media: string) => `"${mediaPlaceholder(type, media.length)}"`,
    )
    .replace(
      MEDIA_FIELD,
      (_all, name: string, space: string, media: string) => `"${name}":${space}"${placeholderOf(media)}"`,
    )
    .replace(LONG_BASE64, (_all, media: string) => `"${placeholderOf(media)}"`)
}

/** First bytes of some file types, in base64. */
const beginnings: readonly (readonly [string, string])[] = [
  ['iVBORw0KGgo', 'image/png'],
  ['/9j/', 'image/jpeg'],
  ['R0lGOD', 'image/gif'],
  ['JVBERi', 'application/pdf'],
  ['SUQz', 'audio/mpeg'],
  ['//u', 'audio/mpeg'],
  ['T2dnUw', 'audio/ogg'],
  ['ZkxhQw', 'audio/flac'],
]
const RIFF = 'UklGR'

function placeholderOf(media: string): string {
  if (!media.startsWith(RIFF)) {
    const type = beginnings.find(([beginning]) => media.startsWith(beginning))?.[1]
    return mediaPlaceholder(type ?? 'base64', sizeOf(media))
  }
  const isPicture = Buffer.from(media.slice(0, 16), 'base64').toString('latin1').slice(8) === 'WEBP'
  return mediaPlaceholder(isPicture ? 'image/webp' : 'audio/wav', sizeOf(media))
}

export function mediaPlaceholder(type: string, bytes: number): string {
  return `[left out: ${type}, ${bytes} bytes]`
}

function sizeOf(base64: string): number {
  const padding = base64.endsWith('==') ? 2 : base64.endsWith('=') ? 1 : 0
  return Math.max(0, Math.floor((base64.length * 3) / 4) - padding)
}

const DAY_MILLIS = 86_400_000

/** Turns it on for this many days from now, also if it is on. Throws `not_found`, and `insufficient_scope` for an API key. */
export async function keepContents(
  caller: Caller,
  id: string,
  { days }: KeepContentsRequest,
): Promise<ApiKeyRecord> {
  requirePerson(caller)
  const contentsUntil = new Date(clock.now().getTime() + days * DAY_MILLIS)
  return presentKey(await changeKey(caller, id, () => ({ contentsUntil })))
}

/** Turns it off and deletes what was kept. Throws as `keepContents`. */
export async function dropContents(caller: Caller, id: string): Promise<ApiKeyRecord> {
  requirePerson(caller)
  const off = () => ({ contentsUntil: null, contentsBytes: 0n })
  return presentKey(await changeKey(caller, id, off, deleteContents))
}

const unpack = promisify<Buffer, Buffer>(inflateRaw)

/** The kept contents of a request; null: none. Throws `insufficient_scope` for an API key. */
export async function readContents(
  caller: Caller,
  id: string,
): Promise<{ contents: RequestContents | null }> {
  requirePerson(caller)
  await flushContents()
  const { customerId } = caller
  const taskId = await readTaskOf(customerId, id)
  // Other ids are not looked up: PostgreSQL rejects text with a NUL, for example.
  const owner = { customerId, ownerId: ownOnly(caller, 'keys.read') }
  const isOurs = timeOfId(id) !== undefined
  const row = isOurs ? await findContents(owner, { id, taskId }, clock.now()) : null
  const packed = row && unsealBytes(purposeOf(customerId, row.id), row.sealed)
  if (!row || !packed) return { contents: null }
  const text = KeptText.parse(JSON.parse((await unpack(packed)).toString('utf8')))
  return { contents: { ...text, request_id: row.id, created_at: row.createdAt.toISOString() } }
}

/** Deletes the contents of keys whose period has ended. Safe to run anywhere, any number of times. */
export function sweepContents(): Promise<void> {
  return endContents(clock.now())
}
