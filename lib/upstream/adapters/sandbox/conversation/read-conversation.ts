import { parseKnobs } from '../knobs/parse-knobs'
import type { Conversation, ToolResult, Turn } from './conversation'
import { hashText } from './hash-text'
import { messageText } from './message-text'
import { readAttachments } from './read-attachments'
import type { SandboxMessage, SandboxRequest } from './request-schema'

const ASK_CHARS = 8_000
const ASK_TAIL_CHARS = 2_000

export function readConversation(request: SandboxRequest): Conversation {
  const { messages } = request
  const lastUser = messages.findLastIndex((message) => message.role === 'user')
  const last = messages[lastUser]
  const standing = parseKnobs(textOf(messages, ['system', 'developer']))
  const { knobs, text: prompt } = parseKnobs(last === undefined ? '' : messageText(last), standing.knobs)
  return {
    system: shorten(standing.text),
    earlier: readTurns(lastUser === -1 ? messages : messages.slice(0, lastUser)),
    prompt,
    ask: shorten(prompt),
    attachments: last === undefined ? [] : readAttachments(last),
    toolResults: readToolResults(messages),
    knobs,
    isPro: request.model.endsWith('chat-pro'),
    variant: hashText(`${prompt}|${request.temperature === 0 ? '' : (request.seed ?? '')}`),
  }
}

function textOf(messages: readonly SandboxMessage[], roles: readonly string[]): string {
  return messages
    .filter((message) => roles.includes(message.role))
    .map(messageText)
    .join('\n')
}

function readTurns(messages: readonly SandboxMessage[]): Turn[] {
  const turns: Turn[] = []
  for (const message of messages) {
    if (message.role === 'user') turns.push({ role: 'user', text: parseKnobs(messageText(message)).text })
    else if (message.role === 'assistant') turns.push({ role: 'assistant', text: messageText(message) })
  }
  return turns.filter((turn) => turn.text.trim() !== '')
}

/** The tool messages at the end, each under the name of the function that was called. */
function readToolResults(messages: readonly SandboxMessage[]): ToolResult[] {
  const names = new Map<string, string>()
  for (const { tool_calls: calls } of messages) {
    for (const call of calls ?? []) if (call.id) names.set(call.id, call.function?.name ?? 'tool')
  }
  const results: ToolResult[] = []
  for (let at = messages.length - 1; at >= 0; at--) {
    const message = messages[at]
    if (message?.role !== 'tool') break
    const name = message.name ?? names.get(message.tool_call_id ?? '') ?? 'tool'
    results.unshift({ name, text: messageText(message) })
  }
  return results
}

/** Instructions stand at the beginning or at the end of a long text. */
function shorten(text: string): string {
  if (text.length <= ASK_CHARS) return text
  return `${text.slice(0, ASK_CHARS - ASK_TAIL_CHARS)}\n${text.slice(-ASK_TAIL_CHARS)}`
}
