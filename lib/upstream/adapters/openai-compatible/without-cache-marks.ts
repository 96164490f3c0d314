import { isRecord } from '@/lib/platform/json'
import type { JsonSource } from '@/lib/platform/json-source'

type Fields = Readonly<Record<string, unknown>>

/**
 * The request without Anthropic's marks for its cache, which other upstreams would refuse, or take and bill. Words that
 * were in parts for the sake of a mark are one text again. What has no mark stays as it is, to the byte; what is written
 * anew is read again from its `source`, for the numbers in it.
 */
export function withoutCacheMarks(given: Fields, source?: JsonSource): Fields {
  if (!isMarked(given)) return given
  const { cache_control: _mark, ...rest } = given
  const request = { ...given, ...source?.exact('messages', 'tools') }
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

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}
