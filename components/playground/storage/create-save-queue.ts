type Queue = {
  /** Saves `key` soon, or later if it is asked again meanwhile. */
  schedule(key: string): void
  /** Saves `key` at once. */
  hurry(key: string): void
  /** Saves at once what is waiting; resolves when it is written. */
  flush(): Promise<void>
  cancel(key: string): void
  /** Whether `key` waits to be saved, or is being saved. */
  has(key: string): boolean
}

/** Debounced saving, a key at a time, with a bound on how long constant changes may put a save off. */
export function createSaveQueue(
  save: (key: string) => Promise<void>,
  waitMs: number,
  maxWaitMs: number,
): Queue {
  const waiting = new Map<string, { timer: ReturnType<typeof setTimeout>; since: number }>()
  const running = new Map<string, Promise<void>>()

  function start(key: string): Promise<void> {
    clearTimeout(waiting.get(key)?.timer)
    waiting.delete(key)
    // One write of a key at a time, or an older state could land after a newer one.
    const next = (running.get(key) ?? Promise.resolve()).then(() => save(key))
    const settled = next.finally(() => {
      if (running.get(key) === settled) running.delete(key)
    })
    running.set(key, settled)
    return settled
  }

  return {
    schedule(key) {
      const now = Date.now()
      const since = waiting.get(key)?.since ?? now
      clearTimeout(waiting.get(key)?.timer)
      const delay = Math.max(0, Math.min(waitMs, since + maxWaitMs - now))
      waiting.set(key, { timer: setTimeout(() => void start(key), delay), since })
    },
    hurry(key) {
      void start(key)
    },
    async flush() {
      await Promise.all([...waiting.keys()].map(start))
      await Promise.all(running.values())
    },
    cancel(key) {
      clearTimeout(waiting.get(key)?.timer)
      waiting.delete(key)
    },
    has: (key) => waiting.has(key) || running.has(key),
  }
}
