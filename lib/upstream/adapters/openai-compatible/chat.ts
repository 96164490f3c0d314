import { isRecord } from '@/lib/platform/json'
import type { WebSearchField } from '@/lib/upstream/contract/adapter'
import type { ChatByteStream, ChatCall, ChatModel, RequestOrigin } from '@/lib/upstream/contract/chat-model'
import { UpstreamError } from '@/lib/upstream/contract/upstream-error'
import { type Fields, listOf } from '@/lib/upstream/reading/members'
import { askWhole } from './answers'
import { StreamAnswer } from './stream-answer'
import { type OpenAiCompatibleSettings, type Post, resolveEndpoint, send } from './transport'

/**
 * Chat by any upstream with OpenAI's chat completions: the request is sent unchanged, and the answer's bytes are returned as
 * they are. An abort of the call's signal ends the upstream request at once: a pending promise rejects with the signal's own
 * reason, a stream delivers nothing more.
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
    // Every completion has `choices`; some upstreams answer errors with status 200.
    complete: async (call) =>
      await askWhole(endpoint, { ...whole, ...bodyOf(call) }, '"choices"', call.onAccepted),
    stream: (call) =>
      new Promise<ChatByteStream>((resolve, reject) => {
        const answer = new StreamAnswer(endpoint, resolve, reject, call.onAccepted)
        send(endpoint, { ...streamed, ...bodyOf(call) }, answer)
      }),
  }
}

const SEARCH_ON: Record<Exclude<WebSearchField, 'native'>, (request: Fields) => Fields> = {
  // OpenAI
  web_search_options: (request) => ({ web_search_options: request.web_search_options ?? {} }),
  // DashScope
  enable_search: () => ({ enable_search: true }),
  // OpenRouter
  plugins: (request) => ({ plugins: [...listOf(request.plugins), { id: 'web' }] }),
  // Zhipu
  tools: (request) => ({
    tools: [...listOf(request.tools), { type: 'web_search', web_search: { enable: true } }],
  }),
}

/** The body to send: the caller's request, with `web_search` replaced by the upstream's own field. */
export function encodeRequest(
  { request, origin }: Pick<ChatCall, 'request' | 'origin'>,
  webSearch: WebSearchField | undefined,
): Post['body'] {
  const sent = withSearch(withoutCacheMarks(request, origin), webSearch)
  return origin ? origin.source.write(sent, origin.read) : JSON.stringify(sent)
}

function withSearch(request: Fields, webSearch: WebSearchField | undefined): Fields {
  if (!('web_search' in request) && !('enable_search' in request)) return request
  const { web_search, enable_search, max_searches: _most, ...rest } = request
  if (web_search !== true && enable_search !== true) return rest
  if (webSearch === undefined || webSearch === 'native')
    throw new UpstreamError('unsupported', { param: 'web_search' })
  return { ...rest, ...SEARCH_ON[webSearch](rest) }
}

/**
 * The request without Anthropic's cache marks, which other upstreams would refuse, or accept and bill. Texts that were split
 * for a mark are joined again. A request without marks is returned as it is; re-serialized members are read from the source,
 * to keep their numbers exact.
 */
export function withoutCacheMarks(given: Fields, origin?: RequestOrigin): Fields {
  if (!isMarked(given)) return given
  const { cache_control: _mark, ...rest } = given
  const asReceived = ['messages', 'tools'].filter((name) => given[name] === origin?.read[name])
  const request = { ...given, ...origin?.source.exact(...asReceived) }
  return {
    ...rest,
    messages: listOf(request.messages).map(cleanMessage),
    ...(Array.isArray(request.tools) && { tools: request.tools.map(withoutMark) }),
  }
}

function isMarked(request: Fields): boolean {
  return (
    hasMark(request) ||
    listOf(request.tools).some(hasMark) ||
    listOf(request.messages).some(
      (message) =>
        isRecord(message) &&
        (listOf(message.content).some(hasMark) || listOf(message.tool_calls).some(hasMark)),
    )
  )
}

function cleanMessage(message: unknown): unknown {
  if (!isRecord(message)) return message
  const { content, tool_calls } = message
  return {
    ...message,
    ...(listOf(content).some(hasMark) && { content: cleanParts(listOf(content)) }),
    ...(listOf(tool_calls).some(hasMark) && { tool_calls: listOf(tool_calls).map(withoutMark) }),
  }
}

function cleanParts(parts: readonly unknown[]): unknown {
  const texts = parts.map((part) => (isRecord(part) && part.type === 'text' ? part.text : undefined))
  const areWords = texts.every((text) => typeof text === 'string')
  return areWords ? texts.join('\n\n') : parts.map(withoutMark)
}

function withoutMark(value: unknown): unknown {
  if (!isRecord(value)) return value
  const { cache_control: _mark, ...rest } = value
  return rest
}

function hasMark(value: unknown): boolean {
  return isRecord(value) && 'cache_control' in value
}
