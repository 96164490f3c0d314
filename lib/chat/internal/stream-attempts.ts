import { type Attempt, attemptAt } from '@/lib/routing/attempt'
import type { ResolvedRoute } from '@/lib/routing/resolve-routes'
import { toAppError } from '@/lib/routing/upstream-fault'
import type { RelayEnd } from './stream-relay'

/** Who serves a stream: the tries that failed before, and when this one began (`performance.now()`). */
export type Serving = { route: ResolvedRoute; failed: readonly Attempt[]; startedAt: number }

/** Every try of a stream that began, its own last; none where the first route served it well. */
export function streamAttempts({ route, failed, startedAt }: Serving, end: RelayEnd): readonly Attempt[] {
  if (failed.length === 0 && end.error === undefined) return failed
  // The list of tries has its own entry for this one when the relay's end is told late.
  const before = failed.filter(({ code }) => code !== null)
  const code = end.error ? toAppError(end.error).wireCode : null
  const latencyMs = (end.firstByteMs ?? startedAt) - startedAt
  return [...before, attemptAt(route, { code, status: 200, latencyMs })]
}
