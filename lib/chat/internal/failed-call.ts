import { AppError } from '@/lib/platform/errors'
import type { Tried } from '@/lib/routing/try-routes'
import { toAppError } from '@/lib/routing/upstream-fault'
import { UpstreamError } from '@/lib/upstream/contract/upstream-error'
import type { MeterReading } from '@/lib/usage/meter-reading'
import { type Meter, settleMeter } from '@/lib/usage/meter'
import type { ChatRequest, Usage } from '../schema'
import { toReading } from './usage'

const nothingOwed = { usage: undefined, usageSource: 'none' } as const

/**
 * Books a call that delivered nothing and answers the error that the client gets. It costs nothing, except where the client
 * hung up after an upstream had accepted it: then what is `owed`.
 */
export function failCall(
  meter: Meter,
  request: ChatRequest,
  tried: Tried<unknown> & { ok: false },
  client: AbortSignal,
  owed: Pick<MeterReading, 'usageSource'> & { usage: Usage | undefined } = nothingOwed,
): AppError {
  const { route, attempts, error } = tried
  if (client.aborted) {
    // Who failed is not paid, also where the client left at the same moment.
    const used = error instanceof UpstreamError ? nothingOwed : owed
    const reading = toReading(route, {
      ...used,
      request,
      attempts,
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
    ...nothingOwed,
    request,
    attempts,
    status: 'failed',
    finishReason: null,
    errorCode: failure.wireCode,
  })
  void settleMeter(meter, reading)
  return failure
}

/** A signal for the upstream that aborts with the client's, or because the money was refused meanwhile. */
export function linkedAbort(
  client: AbortSignal,
  { held, isHeld }: Pick<Meter, 'held' | 'isHeld'>,
): { signal: AbortSignal; unlink: () => void } {
  // Money that is held cannot be refused any more.
  if (isHeld) return { signal: client, unlink: () => undefined }
  const controller = new AbortController()
  const onAbort = () => controller.abort(client.reason)
  if (client.aborted) onAbort()
  client.addEventListener('abort', onAbort, { once: true })
  held.catch((error: unknown) => controller.abort(error))
  return { signal: controller.signal, unlink: () => client.removeEventListener('abort', onAbort) }
}
