/** A signal for the upstream that aborts with the client's, or because the money was refused meanwhile. */
export function linkedAbort(
  client: AbortSignal,
  held: Promise<void>,
): { signal: AbortSignal; unlink: () => void } {
  const controller = new AbortController()
  const onAbort = () => controller.abort(client.reason)
  if (client.aborted) onAbort()
  client.addEventListener('abort', onAbort, { once: true })
  held.catch((error: unknown) => controller.abort(error))
  return { signal: controller.signal, unlink: () => client.removeEventListener('abort', onAbort) }
}
