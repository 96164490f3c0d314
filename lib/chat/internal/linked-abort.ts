import type { Meter } from '@/lib/usage/meter'

/** A signal for the upstream that aborts with the client's, or because the money was refused meanwhile. */
export function linkedAbort(
  client: AbortSignal,
  { held, share }: Pick<Meter, 'held' | 'share'>,
): { signal: AbortSignal; unlink: () => void } {
  // What is covered already cannot be refused any more: a second signal, which is expensive to make, would say nothing new.
  if (share) return { signal: client, unlink: () => undefined }
  const controller = new AbortController()
  const onAbort = () => controller.abort(client.reason)
  if (client.aborted) onAbort()
  client.addEventListener('abort', onAbort, { once: true })
  held.catch((error: unknown) => controller.abort(error))
  return { signal: controller.signal, unlink: () => client.removeEventListener('abort', onAbort) }
}
