import { createHash } from 'node:crypto'
import type { Caller } from '@/lib/platform/caller'
import { storage } from '@/lib/platform/storage/storage'
import { presignUpload } from '../presign-upload'
import { PresignRequest } from '../schema'

/** What a client would announce for these bytes. */
export function announce(bytes: Buffer, change: object = {}): PresignRequest {
  return PresignRequest.parse({
    purpose: 'image_edit_source',
    content_type: 'image/png',
    content_length: bytes.length,
    content_md5: createHash('md5').update(bytes).digest('base64'),
    checksum_sha256: createHash('sha256').update(bytes).digest('hex'),
    ...change,
  })
}

/** For tests that need an upload whose bytes are there: its id. */
export async function putUpload(caller: Caller, bytes: Buffer, change: object = {}): Promise<string> {
  const { upload_id: id, upload_url: url } = await presignUpload(caller, announce(bytes, change))
  const key = new URL(url).pathname.replace('/api/storage/', '')
  await storage().put(key, bytes, { contentType: 'image/png' })
  return id
}
