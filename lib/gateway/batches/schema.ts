import { z } from 'zod'
import { queryNumber } from '@/lib/platform/fields'
import { after, idList } from '@/lib/work/objects/schema'

/**
 * Batches: the requests of a file, run at low priority within a day; their answers become a file. The wire format is OpenAI's.
 */
export const BatchEndpoint = z.enum([
  '/v1/chat/completions',
  '/v1/responses',
  '/v1/embeddings',
  '/v1/moderations',
])
export type BatchEndpoint = z.infer<typeof BatchEndpoint>

/** The most requests of one batch. */
export const MOST_LINES = 50_000

export const CreateBatchRequest = z.strictObject({
  input_file_id: z.string().min(1).max(64),
  endpoint: BatchEndpoint,
  completion_window: z.literal('24h'),
  metadata: z
    .record(z.string().min(1).max(64), z.string().max(512))
    .refine((pairs) => Object.keys(pairs).length <= 16, 'must have at most 16 pairs')
    .nullish(),
})
export type CreateBatchRequest = z.infer<typeof CreateBatchRequest>

/** A fault in a line of the file. */
export const LineFault = z.object({
  code: z.string(),
  message: z.string(),
  param: z.string().nullable(),
  line: z.int().nullable(),
})
export type LineFault = z.infer<typeof LineFault>

/** Unix seconds; null if it has not happened. */
const at = z.int().nullable()

export const BatchObject = z.object({
  id: z.string(),
  object: z.literal('batch'),
  endpoint: BatchEndpoint,
  errors: z.object({ object: z.literal('list'), data: z.array(LineFault) }).nullable(),
  input_file_id: z.string(),
  completion_window: z.literal('24h'),
  status: z.enum([
    'validating',
    'failed',
    'in_progress',
    'finalizing',
    'completed',
    'expired',
    'cancelling',
    'cancelled',
  ]),
  /** The files of the answers, and of failed and unasked requests; null if there are none. */
  output_file_id: z.string().nullable(),
  error_file_id: z.string().nullable(),
  created_at: z.int(),
  in_progress_at: at,
  expires_at: z.int(),
  finalizing_at: at,
  completed_at: at,
  failed_at: at,
  expired_at: at,
  cancelling_at: at,
  cancelled_at: at,
  request_counts: z.object({ total: z.int(), completed: z.int(), failed: z.int() }),
  metadata: z.record(z.string(), z.string()).nullable(),
})
export type BatchObject = z.infer<typeof BatchObject>

export const BatchListQuery = z.object({ limit: queryNumber(1, 100, 20), after })
export type BatchListQuery = z.infer<typeof BatchListQuery>

export const BatchList = idList(BatchObject)
export type BatchList = z.infer<typeof BatchList>

export const BatchParams = z.object({ id: z.string() })
