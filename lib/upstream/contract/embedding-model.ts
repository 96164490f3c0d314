/**
 * A model behind an adapter that turns texts into vectors: near for near meanings. Rejects with UpstreamError, or with
 * the signal's own reason once that aborts. Does not retry.
 */
export interface EmbeddingModel {
  embed(call: EmbeddingCall): Promise<EmbeddingAnswer>
}

export type EmbeddingCall = {
  /** The upstream's own id of the model. */
  model: string
  /** Texts, or texts as the model's own tokens. Never empty, and nothing in it is. */
  input: readonly string[] | readonly (readonly number[])[]
  /** The length of the vectors; null: the model's own. */
  dimensions: number | null
  /** The caller's name for the person behind the call, where it gave one. */
  user: string | null
  signal: AbortSignal
  /** Called once the upstream has accepted the call (2xx headers). */
  onAccepted?: (() => void) | undefined
}

export type EmbeddingAnswer = {
  /** One for each input, in its order; all of one length. */
  vectors: readonly number[][]
  /** Null: not reported. */
  promptTokens: number | null
}
