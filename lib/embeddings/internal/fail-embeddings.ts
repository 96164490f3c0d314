import { AppError } from '@/lib/platform/errors'
import type { Tried } from '@/lib/routing/try-routes'
import { toAppError } from '@/lib/routing/upstream-fault'
import { UpstreamError } from '@/lib/upstream/contract/upstream-error'
import { type Meter, settleMeter } from '@/lib/usage/meter'
import { sumOfTokens } from './input-tokens'
import type { EmbeddingInputs } from './list-inputs'
import { toReading } from './to-reading'

/** What a client owes that hung up after an upstream had accepted its call: as that told it, else as counted. */
type Owed = { inputs: EmbeddingInputs; told: number | null }

/** Books a call that delivered nothing and answers the error that the client gets. It costs nothing but what is `owed`. */
export function failEmbeddings(
  meter: Meter,
  tried: Tried<unknown>,
  client: AbortSignal,
  owed?: Owed,
): AppError {
  const { route, attempts } = tried
  const nothing = { promptTokens: 0, usageSource: 'none', attempts } as const
  if (client.aborted) {
    const hasFailed = !tried.ok && tried.error instanceof UpstreamError
    const used = owed &&
      !hasFailed && {
        promptTokens: owed.told ?? sumOfTokens(owed.inputs),
        usageSource: owed.told === null ? ('estimated' as const) : ('upstream' as const),
      }
    const ending = {
      ...nothing,
      ...used,
      status: 'success',
      finishReason: 'aborted',
      errorCode: null,
    } as const
    void settleMeter(meter, toReading(route, ending))
    return new AppError('client_closed_request')
  }
  const failure = toFailure(tried.ok ? undefined : tried.error)
  const ending = { ...nothing, status: 'failed', finishReason: null, errorCode: failure.wireCode } as const
  void settleMeter(meter, toReading(route, ending))
  return failure
}

function toFailure(error: unknown): AppError {
  if (error instanceof UpstreamError) return toAppError(error)
  return error instanceof AppError ? error : new AppError('internal_error', { cause: error })
}
