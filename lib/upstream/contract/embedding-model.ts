/**
 * An embedding model behind an adapter. Rejects with UpstreamError, or with the signal's own reason once that aborts. Does
 * not retry.
 */
export interface EmbeddingModel {
  embed(call: EmbeddingCall): Promise<EmbeddingAnswer>
}

/** What vectors are for: models that are trained for search make other vectors of a query than of a document. */
export const inputTypes = ['query', 'document', 'classification', 'clustering'] as const
export type InputType = (typeof inputTypes)[number]

export type EmbeddingCall = {
  /** The upstream's own id of the model. */
  model: string
  /** Texts, or lists of the model's tokens. Neither the list nor its items are empty. */
  input: readonly string[] | readonly (readonly number[])[]
  /** The length of the vectors; null: the model's default. */
  dimensions: number | null
  /** Null: not said. */
  inputType: InputType | null
  /** The caller's id of its end user; null: none. */
  user: string | null
  signal: AbortSignal
  /** Called once the upstream has accepted the call (2xx headers). */
  onAccepted?: (() => void) | undefined
}

export type EmbeddingAnswer = {
  /** One for each input, in the same order; all of the same length. */
  vectors: readonly number[][]
  /** Null: not reported. */
  promptTokens: number | null
}
