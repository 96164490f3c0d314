/** A model as its upstream lists it. */
export type ListedModel = {
  /** The upstream's own id. */
  id: string
  /** Tokens, where the upstream says so (vLLM does). */
  contextLength: number | null
}

/**
 * Asks an upstream, by a call that costs nothing, which models it has; null where it has no such list. Rejects with
 * UpstreamError, and with the signal's own reason once that aborts.
 */
export type ModelList = (signal: AbortSignal) => Promise<ListedModel[] | null>
