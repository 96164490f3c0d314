import { Pool } from 'undici'
import { remember } from '@/lib/platform/remember'

const CONNECTIONS_PER_ORIGIN = 4096
const CONNECT_TIMEOUT_MS = 10_000

const pools = remember('openai-compatible.pools', () => new Map<string, Pool>())

/** The connections to one origin, shared by every provider and model behind it. */
export function poolOf(origin: string): Pool {
  const known = pools.get(origin)
  if (known !== undefined) return known
  const pool = new Pool(origin, {
    connections: CONNECTIONS_PER_ORIGIN,
    pipelining: 1,
    connectTimeout: CONNECT_TIMEOUT_MS,
    // One call a connection: a stalled or aborted stream must not hold up the others that share an HTTP/2 session.
    allowH2: false,
  })
  pools.set(origin, pool)
  return pool
}
