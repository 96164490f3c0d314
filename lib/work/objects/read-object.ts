import type { Readable } from 'node:stream'
import { clock } from '@/lib/platform/clock'
import { env } from '@/lib/platform/env'
import { AppError } from '@/lib/platform/errors'
import { logger } from '@/lib/platform/logger'
import { isLinkSignature, signLink } from '@/lib/platform/secrets'
import type { ByteRange } from '@/lib/platform/storage/object-storage'
import { storage } from '@/lib/platform/storage/storage'
import type { ServedFile } from '@/lib/platform/stream'
import { findReadable, type ObjectRow } from './repository'
import type { ObjectQuery } from './schema'

/** A customer's own object, by id; null when there is none, it has expired or is another's. */
export async function readObject(customerId: string, id: string): Promise<ObjectContent | null> {
  const row = isObjectId(id) ? await findReadable(id, clock.now(), customerId) : null
  return row && toObjectContent(row)
}

/** Whether a link leads to an object here, so that it can be read without a network call. */
export function isObjectUrl(url: string): boolean {
  return objectIdOf(url) !== null
}

/**
 * What a link of ours leads to, for its owner alone, signed or not; null for everything else: a link of another origin,
 * another's object, one that is not there any more.
 */
export async function readOwnObject(customerId: string, url: string): Promise<ObjectContent | null> {
  const id = objectIdOf(url)
  return id === null ? null : readObject(customerId, id)
}

function objectIdOf(text: string): string | null {
  const url = URL.parse(text)
  if (url === null || url.origin !== new URL(env().publicUrl).origin) return null
  const path = new URL(`${env().publicUrl}/media/`).pathname
  return url.pathname.startsWith(path) ? decoded(url.pathname.slice(path.length)) : null
}

/** As the route of `/media/` reads it: whoever wrote the link may have encoded more than need be. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/**
 * What a link leads to, for whoever holds it. Throws `not_found` for what is not there, has expired, or needs a signature
 * and has none; `link_expired` where the signature was good.
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
  /** Its name in the object store, for upstreams that read or link it there. */
  storageKey: string
  mimeType: string
  sizeBytes: number
  /** Hex. */
  sha256: string
  fileName: string | null
  expiresAt: Date
  /** The bytes, or those of the range (which must lie inside). To be read to the end or destroyed. Throws StorageError. */
  open(range?: ByteRange): Promise<Readable>
}

/** Of a row that is `stored`. */
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
      // Its id and key are what opens it, and stand in no log.
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

/** What an object without a name of its own is called when it is saved. */
function savedName(id: string, mimeType: string): string {
  return `${id}.${extensions[mimeType] ?? 'bin'}`
}

/** The link of an object, good as long as the object is there. */
export function objectUrl(id: string): string {
  return `${env().publicUrl}/media/${id}`
}

/** A link to an object that was kept with `access: 'signed'`; it ends after `ttlSeconds`, or earlier with the object. */
export function signObjectUrl(id: string, ttlSeconds: number): { url: string; expiresAt: Date } {
  const expires = Math.ceil(clock.now().getTime() / 1000) + ttlSeconds
  const query = new URLSearchParams({
    expires: String(expires),
    signature: signLink(['object', id, expires]),
  })
  return { url: `${objectUrl(id)}?${query}`, expiresAt: new Date(expires * 1000) }
}

/** Spares the database what cannot be an id. */
function isObjectId(text: string): boolean {
  return /^obj_[0-9a-f]{40}$/.test(text)
}
