import type { Caller } from '@/lib/platform/caller'
import { resolveRoutes } from '@/lib/routing/resolve-routes'
import { countPromptTokens } from '@/lib/upstream/prompt-tokens'
import { toPrompt } from './internal/to-chat-request'
import type { CountTokensReply, CountTokensRequest } from './schema'

/**
 * How many tokens a request's prompt has, counted here with a real tokenizer (long ones are estimated): close to what an
 * upstream will say, for each has one of its own. Asks nobody and costs nothing.
 */
export function countMessageTokens(caller: Caller, request: CountTokensRequest): CountTokensReply {
  resolveRoutes(caller, { model: request.model, modality: 'chat' })
  return { input_tokens: countPromptTokens(toPrompt(request)) }
}
