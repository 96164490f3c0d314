import type { CacheControl, ChatRequest } from '../schema'

type Duration = '5m' | '1h' | null

/** For how long a request asks to have its prompt cached, where it asks for the longest; null: not at all. */
export function longestCache(request: ChatRequest): Duration {
  let longest = longerOf(null, request.cache_control)
  for (const tool of request.tools ?? []) longest = longerOf(longest, tool.cache_control)
  for (const message of request.messages) {
    if (Array.isArray(message.content))
      for (const part of message.content) longest = longerOf(longest, part.cache_control)
    if (message.role === 'assistant')
      for (const call of message.tool_calls ?? []) longest = longerOf(longest, call.cache_control)
  }
  return longest
}

function longerOf(longest: Duration, mark: CacheControl): Duration {
  if (mark == null || longest === '1h') return longest
  return mark.ttl === '1h' ? '1h' : '5m'
}
