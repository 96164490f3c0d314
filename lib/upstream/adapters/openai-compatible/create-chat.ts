import type { ChatByteStream, ChatCall, ChatModel } from '@/lib/upstream/contract/chat-model'
import { encodeRequest } from './encode-request'
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
  const path = endpoint.path('/chat/completions')
  const whole = {
    path,
    headers: endpoint.headers('application/json', 'application/json'),
    deadlineMs: endpoint.answerTimeoutMs,
  }
  const streamed = {
    path,
    headers: endpoint.headers('application/json', 'text/event-stream'),
    deadlineMs: endpoint.firstByteTimeoutMs,
  }
  const bodyOf = (call: ChatCall) => ({
    body: encodeRequest(call, settings.webSearch),
    signal: call.signal,
  })
  return {
    complete: (call) =>
      new Promise<Buffer>((resolve, reject) => {
        // Every completion has `choices`; some upstreams say 200 and put an error in its place.
        const answer = new WholeAnswer(endpoint, '"choices"', resolve, reject, call.onAccepted)
        send(endpoint, { ...whole, ...bodyOf(call) }, answer)
      }),
    stream: (call) =>
      new Promise<ChatByteStream>((resolve, reject) => {
        const answer = new StreamAnswer(endpoint, resolve, reject, call.onAccepted)
        send(endpoint, { ...streamed, ...bodyOf(call) }, answer)
      }),
  }
}
