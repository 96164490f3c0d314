import { listParameters } from '@/lib/catalog/models'
import type { ChatContext } from '@/lib/chat/create-completion'
import { completeInDialect, type Dialect, withExactNumbers } from '@/lib/chat/dialect'
import type { Caller } from '@/lib/platform/caller'
import type { StreamBody } from '@/lib/platform/stream'
import { toChatRequest } from './internal/chat-request'
import { ResponseStream, toWholeResponse } from './internal/response'
import { ResponsesRequest } from './schema'

const fieldNames = {
  messages: 'input',
  max_tokens: 'max_output_tokens',
  response_format: 'text.format',
  reasoning_effort: 'reasoning.effort',
  verbosity: 'text.verbosity',
  web_search: 'tools',
}

/** Answers in the Responses format: JSON text, or a stream of server-sent events when `stream` is true. */
export function createResponse(
  caller: Caller,
  given: ResponsesRequest,
  { bytes, ...context }: ChatContext,
): Promise<string | StreamBody> {
  const request = withExactNumbers(ResponsesRequest, given, bytes, ['tools', 'text'])
  const dialect: Dialect = {
    fieldNames,
    writeWhole: (answer) => toWholeResponse(answer, request),
    openStream: () => new ResponseStream(request),
  }
  const asked = toChatRequest(request, listParameters(caller, request.model ?? request.models?.[0]))
  return completeInDialect(dialect, caller, asked, context)
}
