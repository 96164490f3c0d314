import type { SharedV4ProviderMetadata } from '@ai-sdk/provider'
import { z } from 'zod'

/** What the package hands on from a vendor besides the answer itself, as far as it has to come back or be told. */
const Metadata = z.object({
  anthropic: z
    .looseObject({
      signature: z.string().optional(),
      redactedData: z.string().optional(),
      stopSequence: z.string().nullish(),
    })
    .optional()
    .catch(undefined),
  google: z
    .looseObject({
      thoughtSignature: z.string().optional(),
      promptFeedback: z.looseObject({ blockReason: z.string().nullish() }).nullish().catch(null),
    })
    .optional()
    .catch(undefined),
})

type VendorMetadata = {
  /** Seals a thought of Anthropic's, which must come back with it. */
  signature: string | undefined
  /** A thought that nobody but Anthropic reads. */
  redacted: string | undefined
  /** Which of the caller's sequences stopped Anthropic's answer. */
  stopSequence: string | undefined
  /** Google's seal on a tool call. */
  thoughtSignature: string | undefined
  /** Google refused the prompt itself. */
  isPromptBlocked: boolean
}

export function readMetadata(metadata: SharedV4ProviderMetadata | undefined): VendorMetadata {
  const { anthropic, google } = Metadata.parse(metadata ?? {})
  return {
    signature: anthropic?.signature,
    redacted: anthropic?.redactedData,
    stopSequence: anthropic?.stopSequence ?? undefined,
    thoughtSignature: google?.thoughtSignature,
    isPromptBlocked: !!google?.promptFeedback?.blockReason,
  }
}
