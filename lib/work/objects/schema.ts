/**
 * An object is a file kept for a customer until a fixed time, such as a generated image or video. Its link is on our origin,
 * whatever the store, and cannot be guessed: anyone with the link can read the object. Some objects require signed links, which
 * expire.
 */
import { z } from 'zod'
import { queryNumber } from '@/lib/platform/fields'

/** Any text: an impossible id is answered as not found. */
export const ObjectParams = z.object({ id: z.string() })

export const ObjectQuery = z.object({
  /** `1`: download rather than display. */
  download: z.enum(['0', '1']).optional(),
  /** Unix seconds, with `signature`: the end of the link. */
  expires: queryNumber(0, Number.MAX_SAFE_INTEGER).optional(),
  signature: z.string().optional(),
})
export type ObjectQuery = z.infer<typeof ObjectQuery>

/** 200 MiB. */
export const MAX_MEDIA_BYTES = 209_715_200

export const MediaMimeType = z.enum([
  'image/png',
  'image/jpeg',
  'image/webp',
  'image/gif',
  'image/bmp',
  'image/tiff',
  'video/mp4',
  'video/quicktime',
  'audio/mpeg',
  'audio/wav',
])

/** A file uploaded in the console, kept for a day. */
export const KeptMedia = z.object({
  url: z.url(),
  mime_type: MediaMimeType,
  size_bytes: z.int(),
  expires_at: z.iso.datetime(),
})
export type KeptMedia = z.infer<typeof KeptMedia>

/**
 * Files that batches read and write, in OpenAI's form. Kept for 30 days, or as requested at the upload.
 */
export const KEPT_SECONDS = 30 * 24 * 3600

export const FileObject = z.object({
  id: z.string(),
  object: z.literal('file'),
  bytes: z.int(),
  /** Unix seconds. */
  created_at: z.int(),
  expires_at: z.int(),
  filename: z.string(),
  purpose: z.enum(['batch', 'batch_output']),
  status: z.literal('processed'),
})
export type FileObject = z.infer<typeof FileObject>

/** The form fields beside the file. */
export const FileFields = z.strictObject({
  purpose: z.literal('batch'),
  'expires_after[anchor]': z.literal('created_at').optional(),
  'expires_after[seconds]': queryNumber(3600, KEPT_SECONDS).optional(),
})

export const FileForm = FileFields.extend({ file: z.string().meta({ format: 'binary' }) })

/** A page of records. The next page is `after` the last one. */
export function idList<Item extends z.ZodType>(item: Item) {
  const id = z.string().nullable()
  return z.object({
    object: z.literal('list'),
    data: z.array(item),
    first_id: id,
    last_id: id,
    has_more: z.boolean(),
  })
}

/** The page of `limit` records, from `limit + 1` records. */
export function toIdList<Item extends { id: string }>(records: readonly Item[], limit: number) {
  const data = records.slice(0, limit)
  return {
    object: 'list' as const,
    data,
    first_id: data[0]?.id ?? null,
    last_id: data.at(-1)?.id ?? null,
    has_more: records.length > limit,
  }
}

/** The last id of the previous page. */
export const after = z
  .string()
  .regex(/^\w{1,64}$/, 'must be an id')
  .optional()

export const FileListQuery = z.object({
  limit: queryNumber(1, 10_000, 100),
  after,
  order: z.enum(['asc', 'desc']).default('desc'),
  purpose: z.string().max(64).optional(),
})
export type FileListQuery = z.infer<typeof FileListQuery>

export const FileList = idList(FileObject)
export type FileList = z.infer<typeof FileList>

export const FileParams = z.object({ id: z.string() })

export const DeletedFile = z.object({ id: z.string(), object: z.literal('file'), deleted: z.literal(true) })
export type DeletedFile = z.infer<typeof DeletedFile>
