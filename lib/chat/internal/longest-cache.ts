import type { CacheControl, ChatRequest } from '../schema'

/** For how long a request asks to have its prompt cached, where it asks for the longest; null: not at all. */
export function longestCache(request: ChatRequest): '5m' | '1h' | null {
  let longest: '5m' | '1h' | null = null
  for (const mark of marksOf(request)) {
    if (mark == null) continue
    if (mark.ttl === '1h') return '1h'
    longest = '5m'
  }
  return longest
}

function* marksOf(request: ChatRequest): Generator<CacheControl> {
  yield request.cache_control
  for (const tool of request.tools ?? []) yield tool.cache_control
  for (const message of request.messages) {
    if (Array.isArray(message.content)) for (const part of message.content) yield part.cache_control
    if (message.role === 'assistant') for (const call of message.tool_calls ?? []) yield call.cache_control
  }
}
