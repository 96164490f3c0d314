import { listParameters } from '@/lib/catalog/list-parameters'
import { type ChatContext, createCompletion } from '@/lib/chat/create-completion'
import { readAnswer } from '@/lib/chat/read-answer'
import { renameParam } from '@/lib/chat/rename-param'
import { translateStream } from '@/lib/chat/translate-stream'
import type { Caller } from '@/lib/platform/caller'
import type { StreamBody } from '@/lib/platform/stream'
import { MessageStream } from './internal/message-stream'
import { toChatRequest } from './internal/to-chat-request'
import { toMessageReply } from './internal/to-message-reply'
import type { MessagesRequest } from './schema'

/** What chat's fields are called here. */
const names = {
  response_format: 'output_config.format',
  stop: 'stop_sequences',
  reasoning_effort: 'output_config.effort',
  web_search: 'tools',
}

/** Answers a conversation in Anthropic's format: JSON text, or a stream of server-sent events when `stream` is true. */
export async function createMessage(
  caller: Caller,
  request: MessagesRequest,
  context: ChatContext,
): Promise<string | StreamBody> {
  const asked = toChatRequest(request, listParameters(caller, request.model))
  const answer = await complete(caller, asked, context)
  const style = {
    showsThoughts: request.thinking != null && request.thinking.type !== 'disabled',
    stopSequences: request.stop_sequences ?? [],
    requestId: context.requestId,
  }
  if (typeof answer === 'string') return JSON.stringify(toMessageReply(readAnswer(answer), style))
  return translateStream(answer, new MessageStream(style))
}

async function complete(...call: Parameters<typeof createCompletion>): Promise<string | StreamBody> {
  try {
    return await createCompletion(...call)
  } catch (error) {
    throw renameParam(error, names)
  }
}
