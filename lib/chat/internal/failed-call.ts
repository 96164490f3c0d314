import { AppError } from '@/lib/platform/errors'
import type { Tried } from '@/lib/routing/try-routes'
import { toCallError } from '@/lib/routing/upstream-fault'
import { UpstreamError } from '@/lib/upstream/contract/upstream-error'
import { type Meter, settleMeter } from '@/lib/usage/meter'
import type { ChatRequest } from '../schema'
import { toReading, type Used } from './usage'

const nothingOwed: Used = { usageSource: 'none' }

/**
 * Books a call that delivered nothing and answers the error that the client gets. It costs nothing, except where the client
 * hung up after an upstream had accepted it: then what is `owed`.
 */
export function failCall(
  meter: Meter,
  request: ChatRequest,
  tried: Tried<unknown> & { ok: false },
  client: AbortSignal,
  owed: Used = nothingOwed,
): AppError {
  const { route, attempts, error } = tried
  const failure = client.aborted ? new AppError('client_closed_request') : toCallError(error)
  // An upstream that failed is not paid, also where the client left at the same moment.
  const used = client.aborted && !(error instanceof UpstreamError) ? owed : nothingOwed
  const ending = client.aborted
    ? { status: 'success' as const, finishReason: 'aborted', errorCode: null }
    : { status: 'failed' as const, finishReason: null, errorCode: failure.wireCode }
  void settleMeter(meter, toReading(route, { ...used, ...ending, request, attempts }))
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
