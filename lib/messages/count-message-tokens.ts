import type { Caller } from '@/lib/platform/caller'
import { countInTurns } from '@/lib/platform/tokens/count-in-turns'
import { resolveRoutes } from '@/lib/routing/resolve-routes'
import { promptTokenCounts } from '@/lib/upstream/prompt-token-counts'
import { toPrompt } from './internal/to-chat-request'
import type { CountTokensReply, CountTokensRequest } from './schema'

/**
 * How many tokens a request's prompt has, counted here with a real tokenizer: close to what an upstream will say, for
 * each has one of its own. Asks nobody and costs nothing.
 */
export async function countMessageTokens(
  caller: Caller,
  request: CountTokensRequest,
): Promise<CountTokensReply> {
  resolveRoutes(caller, { model: request.model, modality: 'chat' })
  return { input_tokens: await countInTurns(promptTokenCounts(toPrompt(request))) }
}
