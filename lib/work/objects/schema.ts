/**
 * An object is a file that Portico keeps for a customer until a fixed time: a picture or a video that a model made, a
 * portrait. Its link is on our own origin, whatever the store, and cannot be guessed: who has it may read the object.
 * Some objects are read only through links with a signature, which end after a while.
 */
import { z } from 'zod'
import { queryNumber } from '@/lib/platform/fields'

/** Any text: what cannot be an object is not found, like any other that is not there. */
export const ObjectParams = z.object({ id: z.string() })

export const ObjectQuery = z.object({
  /** `1`: to be saved rather than shown. */
  download: z.enum(['0', '1']).optional(),
  /** Unix seconds, with `signature`: until when the link is good. */
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

/** A file that the console uploaded, for a day. */
export const KeptMedia = z.object({
  url: z.url(),
  mime_type: MediaMimeType,
  size_bytes: z.int(),
  expires_at: z.iso.datetime(),
})
export type KeptMedia = z.infer<typeof KeptMedia>

/**
 * Files that batches read and write, in OpenAI's form. They are kept for 30 days, or for as long as requested at the
 * upload.
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

/** The fields of a form beside its file. */
export const FileFields = z.strictObject({
  purpose: z.literal('batch'),
  'expires_after[anchor]': z.literal('created_at').optional(),
  'expires_after[seconds]': queryNumber(3600, KEPT_SECONDS).optional(),
})

export const FileForm = FileFields.extend({ file: z.string().meta({ format: 'binary' }) })

/** A list of records, and how to request those that follow: `after` the last of them. */
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

/** Of `limit + 1` records, the requested page. */
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

/** The id of the last record of the page before. */
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
