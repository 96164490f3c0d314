import { z } from 'zod'

export const ErrorEnvelope = z.object({
  error: z.object({
    message: z.string(),
    type: z.string(),
    param: z.string().nullable(),
    code: z.string(),
    request_id: z.string().optional(),
    metadata: z.record(z.string(), z.unknown()).optional(),
  }),
})

/** The portrait actions have an envelope of their own. */
export const ActionErrorEnvelope = z.object({
  ResponseMetadata: z.object({ Error: z.object({ Code: z.string(), Message: z.string() }) }),
})

type ApiErrorFields = {
  status: number
  code: string
  message: string
  param?: string | null
  requestId?: string | null
  retryAfterSeconds?: number | null
}

/** What a request to our own API ended in when it was not the answer asked for. `code` is the contract's; `network` and `unexpected_reply` are ours. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  /** The field at fault, as the wire names it. */
  readonly param: string | null
  readonly requestId: string | null
  readonly retryAfterSeconds: number | null

  constructor(fields: ApiErrorFields) {
    super(fields.message)
    this.name = 'ApiError'
    this.status = fields.status
    this.code = fields.code
    this.param = fields.param ?? null
    this.requestId = fields.requestId ?? null
    this.retryAfterSeconds = fields.retryAfterSeconds ?? null
  }
}
