/** What of a request decides how its answer is told. */
export type MessageStyle = {
  /** Thinking was asked for: without that, clients do not expect thoughts. */
  showsThoughts: boolean
  stopSequences: readonly string[]
  requestId: string
}
