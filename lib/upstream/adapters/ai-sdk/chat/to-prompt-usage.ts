import type { LanguageModelV4StreamPart } from '@ai-sdk/provider'
import { z } from 'zod'
import { toUsage } from './to-usage'

const count = z.int().min(0)
const Start = z.object({
  anthropic: z.object({
    usage: z.looseObject({
      input_tokens: count,
      cache_creation_input_tokens: count.nullish(),
      cache_read_input_tokens: count.nullish(),
    }),
  }),
})

/**
 * What Anthropic tells of the prompt before it answers (`message_start`), so that it is known of an answer that is broken
 * off. Undefined for any other part.
 */
export function toPromptUsage(
  { kind, providerMetadata }: Extract<LanguageModelV4StreamPart, { type: 'custom' }>,
  model: string,
): object | undefined {
  const start = kind === 'anthropic.message_start' ? Start.safeParse(providerMetadata) : undefined
  if (!start?.success) return undefined
  const { usage: raw } = start.data.anthropic
  const cacheRead = raw.cache_read_input_tokens ?? 0
  const cacheWrite = raw.cache_creation_input_tokens ?? 0
  const inputTokens = {
    total: raw.input_tokens + cacheRead + cacheWrite,
    noCache: raw.input_tokens,
    cacheRead,
    cacheWrite,
  }
  const outputTokens = { total: 0, text: 0, reasoning: 0 }
  return toUsage({ usage: { inputTokens, outputTokens, raw } }, model)
}
