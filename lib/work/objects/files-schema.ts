import { z } from 'zod'
import { queryNumber } from '@/lib/platform/fields'

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
