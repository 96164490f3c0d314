/** Resolves after that many milliseconds (never, for Infinity), or rejects with the signal's reason once it aborts. */
export function wait(millis: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted()
    if (millis <= 0) return resolve()
    const timer = Number.isFinite(millis) ? setTimeout(finish, millis) : undefined
    signal.addEventListener('abort', onAbort, { once: true })
    function finish(): void {
      signal.removeEventListener('abort', onAbort)
      resolve()
    }
    function onAbort(): void {
      clearTimeout(timer)
      reject(signal.reason)
    }
  })
}
