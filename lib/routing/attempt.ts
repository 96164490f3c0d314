import type { ResolvedRoute } from './schema'

/** One try of an upstream. */
export type Attempt = {
  provider: string
  model: string
  route: string
  /** Why it failed; null: it answered. */
  code: string | null
  /** The upstream's HTTP status, where it gave one. */
  status: number | null
  /** Until it answered (a stream: began to) or failed. */
  latencyMs: number
}

type Outcome = Pick<Attempt, 'code' | 'status' | 'latencyMs'>

export function attemptAt({ providerId, modelId, routeId }: ResolvedRoute, outcome: Outcome): Attempt {
  const { code, status, latencyMs } = outcome
  return {
    provider: providerId,
    model: modelId,
    route: routeId,
    code,
    status,
    latencyMs: Math.round(latencyMs),
  }
}
