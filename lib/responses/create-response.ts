import { listParameters } from '@/lib/catalog/list-parameters'
import { type ChatContext, createCompletion } from '@/lib/chat/create-completion'
import { readAnswer } from '@/lib/chat/read-answer'
import { renameParam } from '@/lib/chat/rename-param'
import { translateStream } from '@/lib/chat/translate-stream'
import type { Caller } from '@/lib/platform/caller'
import type { StreamBody } from '@/lib/platform/stream'
import { ResponseStream } from './internal/response-stream'
import { toChatRequest } from './internal/to-chat-request'
import { toWholeResponse } from './internal/to-whole-response'
import type { ResponsesRequest } from './schema'

/** What chat's fields are called here. */
const names = {
  messages: 'input',
  max_tokens: 'max_output_tokens',
  response_format: 'text.format',
  reasoning_effort: 'reasoning.effort',
  verbosity: 'text.verbosity',
  web_search: 'tools',
}

/** Answers in the Responses format: JSON text, or a stream of server-sent events when `stream` is true. */
export async function createResponse(
  caller: Caller,
  request: ResponsesRequest,
  context: ChatContext,
): Promise<string | StreamBody> {
  const asked = toChatRequest(request, listParameters(caller, request.model))
  const answer = await complete(caller, asked, context)
  if (typeof answer === 'string') return JSON.stringify(toWholeResponse(readAnswer(answer), request))
  return translateStream(answer, new ResponseStream(request))
}

async function complete(...call: Parameters<typeof createCompletion>): Promise<string | StreamBody> {
  try {
    return await createCompletion(...call)
  } catch (error) {
    throw renameParam(error, names)
  }
}
