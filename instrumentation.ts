/**
 * Next calls this once, before the first request; the server's own work begins here (one module graph for both doors).
 * `portico.started` is the server's own (scripts/serving/application.mjs): it waits for the call, and ends with the error
 * that it is given. A bad setting shows itself as soon as the modules are loaded.
 */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return
  const slots: Record<symbol, unknown> = globalThis
  const started = slots[Symbol.for('portico.started')]
  try {
    const { bootProcess } = await import('./instrumentation-node')
    await bootProcess()
    if (typeof started === 'function') started()
  } catch (error) {
    if (typeof started !== 'function') throw error
    started(error)
  }
}
