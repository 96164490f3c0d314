import type { Caller } from '@/lib/platform/caller'
import { clock } from '@/lib/platform/clock'
import { env } from '@/lib/platform/env'
import { AppError } from '@/lib/platform/errors'
import { newId } from '@/lib/platform/ids'
import { refuseTooMuchWaiting, storage } from '@/lib/platform/storage/storage'
import { countWaiting, insertUpload, withdrawUpload } from './repository'
import { type PresignReply, type PresignRequest, purposeRules } from './schema'

/**
 * Announces a file; returns a signed link that accepts only this file. Throws 413 `payload_too_large`, 429 while too many bytes wait
 * to be used, and StorageError while the store is unavailable.
 */
export async function presignUpload(caller: Caller, input: PresignRequest): Promise<PresignReply> {
  const { maxBytes } = purposeRules[input.purpose]
  if (input.content_length > maxBytes)
    throw new AppError('payload_too_large', {
      param: 'content_length',
      message: `A file for ${input.purpose} may have at most ${maxBytes} bytes.`,
    })
  await storage().check()
  const { UPLOAD_URL_TTL_SECONDS, UPLOAD_CLAIM_TTL_SECONDS } = env()
  const now = clock.now()
  const id = newId('upl')
  const storageKey = `uploads/${now.toISOString().slice(0, 10)}/${id}`
  const urlExpiresAt = new Date(now.getTime() + UPLOAD_URL_TTL_SECONDS * 1000)
  const claimExpiresAt = new Date(now.getTime() + UPLOAD_CLAIM_TTL_SECONDS * 1000)
  await insertUpload({
    id,
    customerId: caller.customerId,
    storageKey,
    purpose: input.purpose,
    contentType: input.content_type,
    contentLength: input.content_length,
    contentMd5: input.content_md5,
    sha256: new Uint8Array(Buffer.from(input.checksum_sha256, 'hex')),
    createdAt: now,
    urlExpiresAt,
    claimExpiresAt,
    sweepAt: claimExpiresAt,
  })
  await refuseTooMuch(caller.customerId, id, now)
  return {
    upload_url: await storage().signPut(storageKey, {
      contentType: input.content_type,
      contentMd5: input.content_md5,
      contentLength: input.content_length,
      expiresInSeconds: UPLOAD_URL_TTL_SECONDS,
    }),
    method: 'PUT',
    required_headers: { 'Content-Type': input.content_type, 'Content-MD5': input.content_md5 },
    upload_id: id,
    expires_in: UPLOAD_URL_TTL_SECONDS,
    claim_expires_at: claimExpiresAt.toISOString(),
    max_content_length: maxBytes,
  }
}

/** Checked after the row is inserted, so that concurrent calls see each other. */
async function refuseTooMuch(customerId: string, id: string, now: Date): Promise<void> {
  try {
    refuseTooMuchWaiting(await countWaiting(customerId, now))
  } catch (error) {
    await withdrawUpload(id)
    throw error
  }
}
