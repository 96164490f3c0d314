/** What a prompt asks the sandbox to do to itself, so that every state of the gateway can be reached by hand. */
export type Knobs = {
  /** Before the first byte. */
  delayMs: number
  /** Between the chunks of a stream. */
  chunkDelayMs: number
  /** The exact length of the reply. */
  tokens: number | undefined
  failCode: string | undefined
  status: number | undefined
  /** The stream breaks after so many chunks. */
  cutAfter: number | undefined
  hang: boolean
  empty: boolean
  say: string | undefined
}
