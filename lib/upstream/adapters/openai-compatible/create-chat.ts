import type { ChatByteStream, ChatModel } from '@/lib/upstream/contract/chat-model'
import { send } from './send'
import { type OpenAiCompatibleSettings, resolveEndpoint } from './settings'
import { StreamAnswer } from './stream-answer'
import { WholeAnswer } from './whole-answer'

/**
 * Chat behind any upstream that speaks OpenAI's chat completions: the request goes out as it is, the answer's bytes
 * come back as they are. An abort of the call's signal ends the upstream request at once: a promise that is still open
 * rejects with the signal's own reason, a stream that was already handed out falls silent.
 */
export function createOpenAiCompatibleChat(settings: OpenAiCompatibleSettings): ChatModel {
  const endpoint = resolveEndpoint(settings)
  const whole = { headers: endpoint.jsonHeaders, deadlineMs: endpoint.answerTimeoutMs }
  const streamed = { headers: endpoint.streamHeaders, deadlineMs: endpoint.firstByteTimeoutMs }
  return {
    complete: (call) =>
      new Promise<Buffer>((resolve, reject) => {
        send(endpoint, call, whole, new WholeAnswer(endpoint, resolve, reject))
      }),
    stream: (call) =>
      new Promise<ChatByteStream>((resolve, reject) => {
        send(endpoint, call, streamed, new StreamAnswer(endpoint, resolve, reject))
      }),
  }
}
