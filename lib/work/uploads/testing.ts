import { createHash } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import type { Caller } from '@/lib/platform/caller'
import { pool } from '@/lib/platform/db'
import { storage } from '@/lib/platform/storage/storage'
import type { CheckedUpload } from './check-uploads'
import { claimSql, toClaims } from './claim-uploads'
import { presignUpload } from './presign-upload'
import { PresignRequest } from './schema'

type Size = { width: number; height: number }

/** An image of noise, which no format compresses to nothing, or of one translucent color. */
export function makePicture(format: 'png' | 'jpeg' | 'webp', size: Size, hasAlpha = false): Promise<Buffer> {
  const create = hasAlpha
    ? { ...size, channels: 4 as const, background: { r: 200, g: 80, b: 40, alpha: 0.5 } }
    : {
        ...size,
        channels: 3 as const,
        background: 'black',
        noise: { type: 'gaussian' as const, mean: 128, sigma: 30 },
      }
  return sharp({ create })[format]().toBuffer()
}

/** A valid black PNG of one bit per pixel: a few kilobytes that decode to any number of pixels. */
export function makeBomb({ width, height }: Size): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.writeUInt8(1, 8)
  const rows = deflateSync(Buffer.alloc(height * (1 + Math.ceil(width / 8))), { level: 9 })
  const signature = Buffer.from('89504e470d0a1a0a', 'hex')
  return Buffer.concat([
    signature,
    chunkOf('IHDR', header),
    chunkOf('IDAT', rows),
    chunkOf('IEND', Buffer.alloc(0)),
  ])
}

function chunkOf(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type), data])
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  checksum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, checksum])
}

/** The presign request for these bytes. */
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

/** For tests: uploads bytes; returns the upload's id. */
export async function putUpload(caller: Caller, bytes: Buffer, change: object = {}): Promise<string> {
  const { upload_id: id, upload_url: url } = await presignUpload(caller, announce(bytes, change))
  const key = new URL(url).pathname.replace('/api/storage/', '')
  await storage().put(key, bytes, { contentType: 'image/png' })
  return id
}

/** Claims uploads as the statement that creates a task does; rejects unless it claims all. */
export async function claim(
  { customerId }: Caller,
  uploads: readonly CheckedUpload[],
  taskId: string,
): Promise<void> {
  const claimed = claimSql('(SELECT $1::text AS task_id, $2::text AS customer_id, $3::json AS claims)')
  await pool.query(`WITH claimed AS (${claimed}) SELECT 1 / (count(*) = $4)::int FROM claimed`, [
    taskId,
    customerId,
    JSON.stringify(toClaims(uploads)),
    uploads.length,
  ])
}
