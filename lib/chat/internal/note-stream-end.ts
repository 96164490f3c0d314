import { noteFailure } from '@/lib/routing/note-failure'
import { noteRouteFigures } from '@/lib/routing/route-health'
import { speedOf } from './speed-of'
import type { Serving } from './stream-attempts'
import type { RelayEnd } from './stream-relay'

/** What becomes known of a route when a stream of it ends. */
export function noteStreamEnd({ route, startedAt }: Serving, end: RelayEnd, tokens: number): void {
  if (end.error !== undefined) noteFailure(route, end.error)
  if (end.error !== undefined || end.firstByteMs === undefined) return
  const writingMs = performance.now() - end.firstByteMs
  const tokensPerSecond = end.kind === 'complete' ? speedOf(tokens, writingMs) : undefined
  noteRouteFigures(route.routeId, { ttftMs: end.firstByteMs - startedAt, tokensPerSecond })
}
