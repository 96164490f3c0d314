import type { Readable } from 'node:stream'
import { clock } from '@/lib/platform/clock'
import { env } from '@/lib/platform/env'
import { AppError } from '@/lib/platform/errors'
import { logger } from '@/lib/platform/logger'
import { isLinkSignature, signLink } from '@/lib/platform/secrets'
import type { ByteRange } from '@/lib/platform/storage/object-storage'
import { storage } from '@/lib/platform/storage/storage'
import type { ServedFile } from '@/lib/platform/stream'
import { findReadable, listSame, type ObjectRow } from './repository'
import type { ObjectQuery } from './schema'

/** A customer's object by id; null: not found, expired or another customer's. */
export async function readObject(customerId: string, id: string): Promise<ObjectContent | null> {
  const row = isObjectId(id) ? await findReadable(id, clock.now(), customerId) : null
  return row && toObjectContent(row)
}

/** The customer's objects with the bytes of an upload, newest first: it was made from one of them. */
export function listSameObjects(customerId: string, { sha256 }: { sha256: Uint8Array }): Promise<string[]> {
  return listSame(customerId, Uint8Array.from(sha256), 10)
}

/** Whether a URL is a link to an object here, readable without a network call. */
export function isObjectUrl(url: string): boolean {
  return objectIdOf(url) !== null
}

/**
 * The customer's object behind a link of ours, signed or not; null for another origin, another customer's object, or an object
 * that no longer exists.
 */
export async function readObjectByUrl(customerId: string, url: string): Promise<ObjectContent | null> {
  const id = objectIdOf(url)
  return id === null ? null : readObject(customerId, id)
}

/** The id in a link of ours; null for another. */
export function objectIdOf(text: string): string | null {
  const url = URL.parse(text)
  if (url === null || url.origin !== new URL(env().publicUrl).origin) return null
  const path = new URL(`${env().publicUrl}/media/`).pathname
  return url.pathname.startsWith(path) ? decoded(url.pathname.slice(path.length)) : null
}

/** Decoded as the `/media/` route does: links may be percent-encoded. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/**
 * The object behind a link, for anyone who has it. Throws `not_found` if it is missing, expired or lacks a valid signature, and
 * `link_expired` if a valid signature has expired.
 */
export async function openObject(id: string, query: ObjectQuery): Promise<ServedFile> {
  const now = clock.now()
  const row = isObjectId(id) ? await findReadable(id, now) : null
  if (row === null) throw new AppError('not_found')
  const goodUntil = row.needsSignature ? linkEnd(row, query, now) : row.expiresAt
  const { mimeType, sizeBytes, sha256, fileName, open } = toObjectContent(row)
  return {
    mimeType,
    sizeBytes,
    etag: `"${sha256}"`,
    goodUntil,
    isShared: !row.needsSignature,
    fileName: fileName ?? savedName(id, mimeType),
    isDownload: query.download === '1',
    open,
  }
}

function linkEnd(row: ObjectRow, { expires, signature }: ObjectQuery, now: Date): Date {
  const isGood =
    expires !== undefined &&
    signature !== undefined &&
    isLinkSignature(['object', row.id, expires], signature)
  if (!isGood) throw new AppError('not_found')
  const end = new Date(expires * 1000)
  if (now >= end) throw new AppError('link_expired')
  return end < row.expiresAt ? end : row.expiresAt
}

/** An object that can be read. */
export type ObjectContent = {
  id: string
  /** Its key in the object store, for upstreams that read it there. */
  storageKey: string
  mimeType: string
  sizeBytes: number
  /** Hex. */
  sha256: string
  fileName: string | null
  expiresAt: Date
  /** The bytes, or a range within them. Read the stream to its end or destroy it. Throws StorageError. */
  open(range?: ByteRange): Promise<Readable>
}

/** For a row with the status `stored`. */
function toObjectContent(row: ObjectRow): ObjectContent {
  return {
    id: row.id,
    storageKey: row.storageKey,
    mimeType: row.mimeType,
    sizeBytes: Number(row.sizeBytes),
    sha256: Buffer.from(row.sha256 ?? []).toString('hex'),
    fileName: row.fileName,
    expiresAt: row.expiresAt,
    async open(range) {
      const found = await storage().get(row.storageKey, range)
      if (found) return found.body
      // Not logged with its id or key: they grant access.
      const { customerId, mimeType, expiresAt } = row
      logger.error({ customerId, mimeType, expiresAt }, 'an object is not in the store')
      throw new AppError('not_found')
    },
  }
}

const extensions: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
  'image/gif': 'gif',
  'video/mp4': 'mp4',
  'video/quicktime': 'mov',
  'video/webm': 'webm',
  'audio/mpeg': 'mp3',
  'audio/wav': 'wav',
}

/** The file name of an object stored without one. */
function savedName(id: string, mimeType: string): string {
  return `${id}.${extensions[mimeType] ?? 'bin'}`
}

/** The link of an object, valid as long as the object exists. */
export function objectUrl(id: string): string {
  return `${env().publicUrl}/media/${id}`
}

/** A link to an object with `access: 'signed'`; it expires after `ttlSeconds`, or with the object. */
export function signObjectUrl(id: string, ttlSeconds: number): { url: string; expiresAt: Date } {
  const expires = Math.ceil(clock.now().getTime() / 1000) + ttlSeconds
  const query = new URLSearchParams({
    expires: String(expires),
    signature: signLink(['object', id, expires]),
  })
  return { url: `${objectUrl(id)}?${query}`, expiresAt: new Date(expires * 1000) }
}

/** Other ids are not looked up. */
function isObjectId(text: string): boolean {
  return /^obj_[0-9a-f]{40}$/.test(text)
}
