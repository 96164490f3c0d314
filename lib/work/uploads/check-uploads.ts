import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Caller } from '@/lib/platform/caller'
import { clock } from '@/lib/platform/clock'
import { AppError } from '@/lib/platform/errors'
import { storageAttempt } from '@/lib/platform/storage/object-storage'
import { storage } from '@/lib/platform/storage/storage'
import type { Picture } from './internal/read-picture'
import { findUpload, type UploadRow } from './repository'
import type { UploadPurpose } from './schema'

export type WantedUpload = {
  uploadId: string
  purpose: UploadPurpose
  /** The request field that names it. */
  param: string
}

export type CheckedUpload = WantedUpload &
  Picture & { contentType: string; sizeBytes: number; sha256: Uint8Array }

/**
 * Checks whether a task may use these uploads, by reading every byte. Changes nothing, so they stay usable after a refusal. Results
 * are in the requested order, for `toClaims`. Throws, naming `param`: 404 `upload_not_found` (unknown or another customer's),
 * 409 `upload_already_used`, and 400 for the rest; StorageError.
 */
export async function checkUploads(
  caller: Caller,
  wanted: readonly WantedUpload[],
): Promise<CheckedUpload[]> {
  // The rows of all are checked before any bytes: that is cheap.
  const rows = await findAllUsable(caller, wanted)
  const checked: CheckedUpload[] = []
  for (const { row, ...one } of rows)
    checked.push({
      ...one,
      ...(await checkBytes(row, one.param)),
      contentType: row.contentType,
      sizeBytes: row.contentLength,
      sha256: row.sha256,
    })
  checkMask(checked)
  return checked
}

type Usable = WantedUpload & { row: UploadRow }

/** Throws as `checkUploads`, without checking the bytes. */
export async function findAllUsable(caller: Caller, wanted: readonly WantedUpload[]): Promise<Usable[]> {
  const looks = wanted.map((one) => findUsable(caller, one))
  // Waits for all, so that the error is always that of the first one.
  await Promise.allSettled(looks)
  return Promise.all(looks)
}

async function findUsable(caller: Caller, wanted: WantedUpload): Promise<Usable> {
  const { uploadId, purpose, param } = wanted
  // PostgreSQL rejects a NUL even in a query.
  const row = uploadId.includes('\0') ? null : await findUpload(caller.customerId, uploadId)
  if (row === null) throw new AppError('upload_not_found', { param })
  const isSwept = row.status === 'released' && row.taskId === null
  if (row.status !== 'pending' && !isSwept) throw new AppError('upload_already_used', { param })
  if (isSwept || row.claimExpiresAt <= clock.now()) throw new AppError('upload_expired', { param })
  if (row.purpose !== purpose)
    throw new AppError('upload_purpose_mismatch', {
      param,
      message: `This upload was presigned for ${row.purpose}, not for ${purpose}.`,
    })
  return { ...wanted, row }
}

async function checkBytes(row: UploadRow, param: string): Promise<Picture> {
  const stored = await storage().get(row.storageKey)
  if (stored === null) throw new AppError('upload_missing', { param })
  const folder = await storageAttempt('make a folder', () => mkdtemp(join(tmpdir(), 'portico-upload-')))
  try {
    const path = join(folder, 'file')
    const copy = await copyToFile(stored.body, path)
    if (copy.sizeBytes !== row.contentLength)
      throw new AppError('upload_content_mismatch', {
        param,
        message: `The file has ${copy.sizeBytes} bytes, but ${row.contentLength} were announced.`,
      })
    if (copy.md5 !== row.contentMd5) throw wrongChecksum('MD5', param)
    if (!copy.sha256.equals(row.sha256)) throw wrongChecksum('SHA-256', param)
    const { readPicture } = await import('./internal/read-picture')
    return await readPicture(path, row.contentType, param)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function wrongChecksum(name: string, param: string): AppError {
  return new AppError('upload_checksum_mismatch', {
    param,
    message: `The ${name} of the uploaded file does not match the announced one.`,
  })
}

type Part = Picture & { purpose: UploadPurpose; param: string }

/** A mask marks the area to change by its alpha channel, and has the size of its source. */
function checkMask(parts: readonly Part[]): void {
  const source = parts.find((part) => part.purpose === 'image_edit_source')
  for (const { param, ...mask } of parts.filter((part) => part.purpose === 'image_edit_mask')) {
    if (!mask.hasAlpha)
      throw new AppError('upload_content_mismatch', {
        param,
        message: 'The mask must have an alpha channel. Its transparent pixels mark the area to change.',
      })
    if (source && (mask.width !== source.width || mask.height !== source.height))
      throw new AppError('upload_content_mismatch', {
        param,
        message: `The mask has ${mask.width}x${mask.height} pixels, but its source has ${source.width}x${source.height}.`,
      })
  }
}

/** Copies a stream into a new file; returns its size and checksums. Throws StorageError. */
function copyToFile(
  body: Readable,
  path: string,
): Promise<{ sizeBytes: number; md5: string; sha256: Buffer }> {
  return storageAttempt('copy an upload', async () => {
    const md5 = createHash('md5')
    const sha256 = createHash('sha256')
    let sizeBytes = 0
    await pipeline(
      body,
      async function* (chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          md5.update(chunk)
          sha256.update(chunk)
          sizeBytes += chunk.length
          yield chunk
        }
      },
      createWriteStream(path, { flags: 'wx', mode: 0o600 }),
    )
    return { sizeBytes, md5: md5.digest('base64'), sha256: sha256.digest() }
  })
}
