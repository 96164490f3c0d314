import type { SharedV4ProviderMetadata } from '@ai-sdk/provider'
import { z } from 'zod'

const AnthropicUsage = z.object({ server_tool_use: z.object({ web_search_requests: z.int().min(0) }) })

const Grounding = z
  .object({ webSearchQueries: z.array(z.string()).nullish() })
  .nullish()
  .catch(null)
const GoogleMetadata = z.object({
  google: z.object({
    groundingMetadata: Grounding,
    /** Of each request, where the package made more than one for this answer. */
    groundingMetadataPerRequest: z.array(Grounding).nullish().catch(null),
  }),
})

/** Gemini 2 bills a grounded prompt however often it searched, Gemini 3 and later every query. */
const BILLED_BY_PROMPT = /^(?:models\/)?gemini-[12]\b/

/** How many searches of the web a vendor bills for an answer. */
export function countSearches(
  rawUsage: unknown,
  metadata: SharedV4ProviderMetadata | undefined,
  model: string,
): number {
  const anthropic = AnthropicUsage.safeParse(rawUsage)
  if (anthropic.success) return anthropic.data.server_tool_use.web_search_requests
  const google = GoogleMetadata.safeParse(metadata)
  if (!google.success) return 0
  const { groundingMetadata, groundingMetadataPerRequest } = google.data.google
  const requests = groundingMetadataPerRequest?.length ? groundingMetadataPerRequest : [groundingMetadata]
  const queries = requests.map((one) => one?.webSearchQueries?.length ?? 0)
  const counts = BILLED_BY_PROMPT.test(model) ? queries.map((count) => Math.min(count, 1)) : queries
  return counts.reduce((sum, count) => sum + count, 0)
}
