import type { Meter } from '@/lib/usage/open-meter'

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
