/**
 * A reranking model behind an adapter. Rejects with UpstreamError, or with the signal's own reason once that aborts. Does
 * not retry.
 */
export interface RerankModel {
  rerank(call: RerankCall): Promise<RerankAnswer>
}

export type RerankCall = {
  /** The upstream's own id of the model. */
  model: string
  query: string
  /** Never empty. */
  documents: readonly string[]
  /** The number of results; null: all documents. */
  topN: number | null
  signal: AbortSignal
  /** Called once the upstream has accepted the call (2xx headers). */
  onAccepted?: (() => void) | undefined
}

export type RerankAnswer = {
  /** The best first; each index is that of a document, and occurs once. */
  ranked: readonly { index: number; score: number }[]
  /** Null: not reported. */
  promptTokens: number | null
  /** What Cohere bills instead of tokens, if it is reported. */
  searchUnits?: number | undefined
}
