import { UnsupportedFunctionalityError } from '@ai-sdk/provider'
import { z } from 'zod'
import type { Endpoint } from '@/lib/upstream/adapters/openai-compatible/settings'
import { UpstreamError } from '@/lib/upstream/contract/upstream-error'
import { readStreamRefusal } from './transport/read-refusal'

/** An error of the package's that carries what the vendor said: `APICallError`, or an event of a stream. */
const VendorSaid = z.object({
  message: z.string(),
  statusCode: z.number().int().min(300).max(599),
  type: z.string().optional().catch(undefined),
})

const DEEPEST = 8

/**
 * Why a call of the package's failed, in our words. Faults of the connection are already ours: the package only wraps
 * them. The rest is what it refuses to translate, and answers that it cannot read.
 */
export function explainFailure(error: unknown, endpoint: Endpoint): UpstreamError {
  let cause = error
  for (let depth = 0; depth < DEEPEST && cause instanceof Error; depth++) {
    if (cause instanceof UpstreamError) return cause
    if (UnsupportedFunctionalityError.isInstance(cause)) return unsupported(cause)
    cause = cause.cause
  }
  const said = VendorSaid.safeParse(error instanceof Error ? { ...error, message: error.message } : error)
  if (!said.success) return new UpstreamError('failed', { cause: error })
  const { message, statusCode: status, type } = said.data
  return readStreamRefusal({ status, type, message }, endpoint)
}

function unsupported(error: UnsupportedFunctionalityError): UpstreamError {
  return new UpstreamError('unsupported', {
    param: 'messages',
    message: `This model does not take ${error.functionality}.`,
    cause: error,
  })
}
