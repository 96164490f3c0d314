import { fitted, type ToolNames } from '@/lib/upstream/contract/tool-names'
import { cachedSeal } from './answer'
import type { ContentPart, Message, ReasoningDetail } from './chat-request'
import type { ChatDialect } from './dialects'

type Content = string | readonly ContentPart[] | null | undefined
type Assistant = Extract<Message, { role: 'assistant' }>
type Call = NonNullable<Assistant['tool_calls']>[number]
type Result = Extract<Message, { role: 'tool' }>
/** A message and, if it calls tools, a result for each call. */
type Turn = { message: Message; results: Result[]; answer?: Answer }
type Answer = Assistant & { content: ContentPart[]; reasoning_details: ReasoningDetail[] }

/** The text for a message that a vendor requires and the caller lacks. */
const PLACEHOLDER = '.'

/**
 * The conversation as strict vendors require it: nothing empty, the user first, no two answers in a row, calls with valid and
 * unique ids, each followed by one result. Results without a call become user messages.
 */
export function mendMessages(
  messages: readonly Message[],
  names: ToolNames,
  { name }: Pick<ChatDialect, 'name'>,
): Message[] {
  const history = new History(names, name === 'google')
  for (const message of messages) history.add(message)
  return history.written()
}

class History {
  readonly #system: Message[] = []
  readonly #turns: Turn[] = []
  /** Results that are still to come, by the caller's id of their call. */
  readonly #awaited = new Map<string, Result[]>()
  readonly #uses = new Map<string, number>()

  constructor(
    private readonly names: ToolNames,
    private readonly isSealed: boolean,
  ) {}

  add(message: Message): void {
    if (message.role === 'tool') this.#addResult(message.content, message.tool_call_id)
    else if (message.role === 'assistant') this.#addAnswer(message)
    else if (message.role === 'function') this.#addResult(message.content, message.name)
    else {
      const content = worded(message.content)
      if (content === undefined) return
      if (message.role === 'user') this.#push({ ...message, content })
      else this.#system.push({ ...message, content })
    }
  }

  written(): Message[] {
    const beginsWell = this.#turns[0]?.message.role === 'user'
    const talk = this.#turns.flatMap(({ message, results }) => [message, ...results])
    return [
      ...this.#system,
      ...(beginsWell ? [] : [{ role: 'user' as const, content: PLACEHOLDER }]),
      ...talk,
    ]
  }

  #push(message: Message): void {
    this.#turns.push({ message, results: [] })
  }

  #addAnswer(message: Assistant): void {
    const content = worded(message.content)
    const calls = message.tool_calls ?? []
    if (content === undefined && calls.length === 0 && !message.refusal?.trim()) return
    // A repeated id is another call, with its own result.
    for (const { id } of calls) this.#awaited.set(id, [])
    const results: Result[] = []
    const tool_calls = calls.map((call) => this.#mendCall(call, results))
    const last = this.#turns.at(-1)
    if (last?.answer === undefined || last.results.length > 0) {
      const reasoning_details = [...(message.reasoning_details ?? [])]
      const answer = { ...message, content: partsOf(content), reasoning_details, tool_calls }
      this.#turns.push({ message: answer, answer, results })
      return
    }
    // In place, because there may be many in a row.
    for (const part of partsOf(content ?? message.refusal)) last.answer.content.push(part)
    for (const detail of message.reasoning_details ?? []) last.answer.reasoning_details.push(detail)
    last.answer.tool_calls = tool_calls
    last.results = results
  }

  #mendCall(call: Call, results: Result[]): Call {
    const { id, function: called } = call
    const number = (this.#uses.get(id) ?? 0) + 1
    this.#uses.set(id, number)
    const result: Result = { role: 'tool', tool_call_id: fitted(id, number), content: 'No result.' }
    results.push(result)
    this.#awaited.get(id)?.push(result)
    const seal =
      call.extra_content?.google?.thought_signature ?? (this.isSealed ? cachedSeal(call) : undefined)
    return {
      ...call,
      id: result.tool_call_id,
      function: { ...called, name: this.names.toVendor(called.name) },
      extra_content: { google: { thought_signature: seal } },
    }
  }

  #addResult(content: Content, id: string): void {
    const words = worded(content) ?? 'No output.'
    const awaited = this.#awaited.get(id)?.shift()
    if (awaited !== undefined) awaited.content = words
    else {
      const whose = { type: 'text' as const, text: `Result of the tool call ${id.slice(0, 64)}:` }
      this.#push({ role: 'user', content: [whose, ...partsOf(words)] })
    }
  }
}

function partsOf(content: Content): ContentPart[] {
  return typeof content === 'string' ? [{ type: 'text', text: content }] : [...(content ?? [])]
}

/** A content without its blank texts; undefined if nothing is left. */
function worded(content: Content): string | ContentPart[] | undefined {
  if (typeof content === 'string') return content.trim() === '' ? undefined : content
  const parts = (content ?? []).filter((part) => part.type !== 'text' || part.text.trim() !== '')
  return parts.length === 0 ? undefined : parts
}
