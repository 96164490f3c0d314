import { AppError } from '@/lib/platform/errors'
import type { Tried } from '@/lib/routing/try-routes'
import { toAppError } from '@/lib/routing/upstream-fault'
import { UpstreamError } from '@/lib/upstream/contract/upstream-error'
import type { Meter } from '@/lib/usage/open-meter'
import { settleMeter } from '@/lib/usage/settle-meter'
import type { ChatRequest } from '../schema'
import { toReading } from './to-reading'

/** Books a call that delivered nothing, at no cost, and answers the error that the client gets. */
export function failCall(
  meter: Meter,
  request: ChatRequest,
  tried: Tried<unknown> & { ok: false },
  client: AbortSignal,
): AppError {
  const { route, attempts, error } = tried
  const nothing = { request, usage: undefined, usageSource: 'none' as const, attempts }
  if (client.aborted) {
    const reading = toReading(route, {
      ...nothing,
      status: 'success',
      finishReason: 'aborted',
      errorCode: null,
    })
    void settleMeter(meter, reading)
    return new AppError('client_closed_request')
  }
  const known = error instanceof UpstreamError ? toAppError(error) : error
  const failure = known instanceof AppError ? known : new AppError('internal_error', { cause: error })
  const reading = toReading(route, {
    ...nothing,
    status: 'failed',
    finishReason: null,
    errorCode: failure.wireCode,
  })
  void settleMeter(meter, reading)
  return failure
}
