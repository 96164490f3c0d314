import { z } from 'zod'
import { FallbackModels, ProviderPreferences } from '@/lib/gateway/routing/schema'
import { leftOpen } from '@/lib/platform/fields'

/**
 * A call that is answered whole and billed by what was sent, or by the request: vectors, verdicts, an order. What such calls
 * share on the wire.
 */
export const callFields = {
  model: leftOpen(z.string().min(1).max(256)).optional(),
  /** The gateway's own: other models that may step in, and which providers are asked. */
  models: FallbackModels.nullish(),
  provider: ProviderPreferences.nullish(),
}

export const CallUsage = z.object({
  prompt_tokens: z.int().min(0),
  total_tokens: z.int().min(0),
  /** USD; a number like that of chat. */
  cost: z.number().min(0),
})
export type CallUsage = z.infer<typeof CallUsage>
