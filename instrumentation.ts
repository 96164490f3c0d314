/**
 * For hosts that run Next without our server (`next build && next start`): Next calls this once, before the first request. Our
 * server starts the API itself, and its build of Next leaves this file out (next.config.mjs).
 */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return
  const { startProcess } = await import('@/server/api')
  await startProcess()
}
