import { resolveRoutes } from '@/lib/gateway/routing/resolve-routes'
import type { Caller } from '@/lib/platform/caller'
import type { StreamBody } from '@/lib/platform/stream'
import { countPromptTokens } from '@/lib/upstream/prompt-tokens'
import type { ChatContext } from '../../create-completion'
import { withExactNumbers } from '../../dialect'
import { beginInBackground } from './background'
import { completeConversation, toPrompt, toReading } from './internal/ask-model'
import { showsSeals } from './internal/response'
import { keepResponse, recall } from './memory'
import {
  type InputTokensReply,
  type InputTokensRequest,
  type ResponseReply,
  ResponsesRequest,
} from './schema'

/** `takeRoom` reserves memory for the stored conversation before it is loaded. */
type ResponseContext = ChatContext & { takeRoom: (bytes: number) => Promise<void> }

/**
 * Answers in the Responses format: JSON text, or a stream of server-sent events when `stream` is true. With `background`, returns
 * a queued response at once.
 */
export async function createResponse(
  caller: Caller,
  given: ResponsesRequest,
  { source, takeRoom, ...context }: ResponseContext,
): Promise<string | StreamBody> {
  const { customerId } = caller
  const request = withExactNumbers(ResponsesRequest, given, source, ['tools', 'text'])
  const { history, input } = await recall(customerId, request, takeRoom)
  if (request.background) return beginInBackground(caller, request, input, context.answerKept)
  const keep = (response: ResponseReply) =>
    keepResponse(customerId, { input, response, showsSeals: showsSeals(request) })
  const keeping = request.store === false ? {} : { keep }
  return completeConversation(caller, request, [...history, ...input], keeping, context)
}

/**
 * The tokens of a request's prompt, including the stored conversation, counted here with a real tokenizer (long prompts are
 * estimated). Upstreams count slightly differently. Calls no upstream and costs nothing.
 */
export async function countInputTokens(
  caller: Caller,
  request: InputTokensRequest,
  takeRoom: ResponseContext['takeRoom'],
): Promise<InputTokensReply> {
  resolveRoutes(caller, { model: request.model, modality: 'chat' })
  const asked = { ...request, input: request.input ?? [] }
  const { history, input } = await recall(caller.customerId, asked, takeRoom)
  const reading = toReading(caller, request, [...history, ...input])
  return {
    object: 'response.input_tokens',
    input_tokens: countPromptTokens(toPrompt(request, reading)),
  }
}
