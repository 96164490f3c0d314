import { listParameters } from '@/lib/catalog/models/models'
import { canSearchWeb, resolveRoutes } from '@/lib/gateway/routing/resolve-routes'
import type { Caller } from '@/lib/platform/caller'
import type { StreamBody } from '@/lib/platform/stream'
import { countPromptTokens } from '@/lib/upstream/prompt-tokens'
import type { ChatContext } from '../../create-completion'
import { completeInDialect, type Dialect, withExactNumbers } from '../../dialect'
import { toChatRequest, toPrompt } from './internal/chat-request'
import { toMessageReply } from './internal/message-reply'
import { MessageStream } from './internal/message-stream'
import { type OfferedTools, offeredTools, toolFields } from './internal/tools'
import { type CountTokensReply, type CountTokensRequest, MessagesRequest } from './schema'

const fieldNames = {
  response_format: 'output_config.format',
  stop: 'stop_sequences',
  reasoning_effort: 'output_config.effort',
  web_search: 'tools',
}

/** Answers a conversation in Anthropic's format: JSON text, or a stream of server-sent events when `stream` is true. */
export function createMessage(
  caller: Caller,
  given: MessagesRequest,
  { source, ...context }: ChatContext,
): Promise<string | StreamBody> {
  const request = withExactNumbers(MessagesRequest, given, source, [
    'tools',
    'output_config',
    'output_format',
  ])
  const offered = toolsFor(caller, request)
  const asked = toChatRequest(request, offered, listParameters(caller, request.model ?? request.models?.[0]))
  const style = {
    showsThoughts: request.thinking != null && request.thinking.type !== 'disabled',
    stopSequences: request.stop_sequences ?? [],
    requestId: context.requestId,
    ignoredTools: offered.ignored,
  }
  const dialect: Dialect = {
    fieldNames: { ...fieldNames, ...toolFields(offered) },
    writeWhole: (answer) => toMessageReply(answer, style),
    openStream: () => new MessageStream(style),
  }
  return completeInDialect(dialect, caller, asked, context)
}

/**
 * The tokens of a request's prompt, counted here with a real tokenizer (long prompts are estimated). Upstreams have their own
 * tokenizers, so their counts differ slightly. Calls no upstream and costs nothing.
 */
export function countMessageTokens(caller: Caller, request: CountTokensRequest): CountTokensReply {
  resolveRoutes(caller, { model: request.model, modality: 'chat' })
  return { input_tokens: countPromptTokens(toPrompt(request, toolsFor(caller, request))) }
}

function toolsFor(caller: Caller, request: CountTokensRequest): OfferedTools {
  const { model, models } = request
  return offeredTools(request, canSearchWeb(caller, { model, models, modality: 'chat' }))
}
