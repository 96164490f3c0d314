/**
 * An upload is an input file of one image task: announced with its checksums (presign), PUT directly to the object store by a signed
 * link, checked when a task is submitted with it, deleted when that task ends. It has one purpose and is used by one task.
 */
import { z } from 'zod'

export const UploadPurpose = z.enum(['image_edit_source', 'image_edit_mask', 'image_variation_source'])
export type UploadPurpose = z.infer<typeof UploadPurpose>

const UploadContentType = z.enum(['image/png', 'image/jpeg', 'image/webp'])
type UploadContentType = z.infer<typeof UploadContentType>

const MEBIBYTE = 1024 * 1024

/** Accepted types and sizes. A mask needs an alpha channel, which JPEG lacks. */
export const purposeRules: Readonly<
  Record<UploadPurpose, { contentTypes: readonly UploadContentType[]; maxBytes: number }>
> = {
  image_edit_source: { contentTypes: UploadContentType.options, maxBytes: 25 * MEBIBYTE },
  image_edit_mask: { contentTypes: ['image/png', 'image/webp'], maxBytes: 25 * MEBIBYTE },
  image_variation_source: { contentTypes: UploadContentType.options, maxBytes: 25 * MEBIBYTE },
}

/** 16 bytes: 21 characters, and one for the last two bits. */
const base64Md5 = /^[A-Za-z0-9+/]{21}[AQgw]==$/

export const PresignRequest = z
  .strictObject({
    purpose: UploadPurpose,
    content_type: z.preprocess((type) => (type === 'image/jpg' ? 'image/jpeg' : type), UploadContentType),
    content_length: z.int().min(1, 'must be at least 1 byte'),
    content_md5: z.string().regex(base64Md5, 'must be the MD5 of the file, 16 bytes in base64'),
    checksum_sha256: z
      .string()
      .regex(/^[0-9a-f]{64}$/, 'must be the SHA-256 of the file in 64 lower-case hex digits'),
  })
  .refine((body) => purposeRules[body.purpose].contentTypes.includes(body.content_type), {
    path: ['content_type'],
    error: 'is not accepted for this purpose',
  })
export type PresignRequest = z.infer<typeof PresignRequest>

export const PresignReply = z.object({
  upload_url: z.string(),
  method: z.literal('PUT'),
  required_headers: z.object({ 'Content-Type': z.string(), 'Content-MD5': z.string() }),
  upload_id: z.string(),
  /** Validity of `upload_url` in seconds. */
  expires_in: z.int(),
  claim_expires_at: z.string(),
  max_content_length: z.int(),
})
export type PresignReply = z.infer<typeof PresignReply>
