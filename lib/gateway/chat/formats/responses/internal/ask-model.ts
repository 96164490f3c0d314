import { listParameters } from '@/lib/catalog/models/models'
import { canSearchWeb } from '@/lib/gateway/routing/resolve-routes'
import type { Caller } from '@/lib/platform/caller'
import type { StreamBody } from '@/lib/platform/stream'
import type { ChatContext } from '../../../create-completion'
import { completeInDialect, type Dialect } from '../../../dialect'
import type { InputTokensRequest, ResponsesRequest } from '../schema'
import { type Reading, toChatRequest } from './chat-request'
import { isCompacted } from './known-items'
import { type AnswerStyle, ResponseStream, toWholeResponse } from './response'
import { ignoredIn, isSearch, ToolNames, toolsOf } from './tools'

const fieldNames = {
  messages: 'input',
  max_tokens: 'max_output_tokens',
  response_format: 'text.format',
  reasoning_effort: 'reasoning.effort',
  verbosity: 'text.verbosity',
  web_search: 'tools',
}

/** Asks the model for a conversation: JSON text, or a stream of server-sent events when `stream` is true. */
export function askModel(
  caller: Caller,
  request: ResponsesRequest,
  items: Reading['items'],
  keeping: Pick<AnswerStyle, 'id' | 'keep'>,
  context: ChatContext,
): Promise<string | StreamBody> {
  const reading = readingOf(caller, request, items)
  const style = { ...styleOf(request, reading), ...keeping }
  const dialect: Dialect = {
    fieldNames,
    writeWhole: (answer) => toWholeResponse(answer, style),
    openStream: () => new ResponseStream(style),
  }
  return completeInDialect(dialect, caller, toChatRequest(request, reading), context)
}

/** Throws where there is no such model. */
export function readingOf(
  caller: Caller,
  request: InputTokensRequest & Pick<ResponsesRequest, 'models'>,
  items: Reading['items'],
): Reading {
  const { model, models } = request
  const tools = toolsOf(request.tools, items)
  return {
    items,
    tools,
    names: new ToolNames(tools),
    canSearchWeb: tools.some(isSearch) && canSearchWeb(caller, { model, models, modality: 'chat' }),
    supported: listParameters(caller, model ?? models?.[0]),
  }
}

export function styleOf(
  request: ResponsesRequest,
  { items, tools, names, canSearchWeb }: Reading,
): AnswerStyle {
  return { request, names, compacts: isCompacted(items), ignoredTools: ignoredIn(tools, canSearchWeb) }
}
