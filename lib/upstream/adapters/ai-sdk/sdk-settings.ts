import type { SdkName } from '@/lib/upstream/contract/adapter'

/** One vendor behind its own API. */
export type SdkSettings = {
  sdk: SdkName
  /** With its whole prefix: `https://api.anthropic.com/v1`. */
  baseUrl: string
  apiKey: string | null
  /** Whether the operator lets a request search the web. */
  webSearch?: boolean
  /** From the call to the first byte of a stream. */
  firstByteTimeoutMs?: number
  /** From the call to the head of a whole answer. */
  answerTimeoutMs?: number
  /** The longest silence inside an answer's body. */
  idleTimeoutMs?: number
}
