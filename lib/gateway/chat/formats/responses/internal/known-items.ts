import { isRecord } from '@/lib/platform/json'
import { argumentsText, inWords } from '../../../in-words'
import { type InputItem, isKnown, type KnownItem, type OtherItem, ResultContent } from '../items'
import { unpackSummary } from './seals'

/**
 * Agents keep items that chat has no form for, and send them with every request: calls of tools that ran elsewhere, what
 * was compacted, notes of their own. A call that has a result is written as a call of a function; the rest as a text, or
 * left out where it says nothing to a model.
 */
export function toKnownItems(items: readonly InputItem[]): KnownItem[] {
  if (isCompacted(items)) return [...toKnownItems(items.slice(0, -1)), said('user', SUMMARIZE)]
  const answered = new Set(items.flatMap((item) => (OUTPUT.test(item.type) ? (callIdOf(item) ?? []) : [])))
  return items.flatMap((item) => (isKnown(item) ? item : translate(item, answered)))
}

/** Codex asks for a summary of the conversation by its last item. */
export function isCompacted(items: readonly InputItem[]): boolean {
  return items.at(-1)?.type === 'compaction_trigger'
}

const SUMMARIZE = `Summarize this conversation for another model that goes on with the task and sees nothing but your summary and \
the user's own messages. Write what was decided and done, what is left to do next, what the user wants and forbids, and every path, \
name, command and figure that is needed to go on. Answer with the summary alone.`

const CALL = /_call$/
const OUTPUT = /_output$/

/** What came of them stands in the texts behind them, or they say nothing to a model. */
const UNSAID = new Set([
  'additional_tools',
  'compaction_trigger',
  'configuration_update',
  'file_search_call',
  'ghost_snapshot',
  'mcp_list_tools',
  'web_search_call',
])

function translate(item: OtherItem, answered: ReadonlySet<string>): KnownItem[] {
  const { type } = item
  if (UNSAID.has(type)) return []
  if (type.includes('compaction')) return [said('user', summaryOf(item))]
  const callId = callIdOf(item)
  if (CALL.test(type) && callId !== undefined && answered.has(callId)) {
    const { id: _id, call_id: _call, status: _status, type: _type, ...rest } = item
    const given = argumentsText(item.action ?? item.operation ?? item.arguments ?? rest)
    return [{ type: 'function_call', call_id: callId, name: type.replace(CALL, ''), arguments: given }]
  }
  if (OUTPUT.test(type)) {
    const output = ResultContent.safeParse(outputOf(item)).data ?? inWords(item)
    return [{ type: 'function_call_output', call_id: callId ?? '', output }]
  }
  if (CALL.test(type)) return [said('assistant', inWords(item))]
  const content = ResultContent.safeParse(item.content).data || inWords(item)
  const from = typeof item.author === 'string' ? [said('user', `From ${item.author}:`)] : []
  return [...from, said(item.role === 'assistant' ? 'assistant' : 'user', content)]
}

/** The call of a local shell is known by its own id where it has no other. */
function callIdOf({ id, call_id }: InputItem): string | undefined {
  return (typeof call_id === 'string' && call_id) || id || undefined
}

function outputOf({ output, tools, ...rest }: OtherItem): unknown {
  if (Array.isArray(tools))
    return `Tools that can be called now: ${tools.flatMap(nameOf).join(', ') || 'none'}`
  if (isRecord(output) && typeof output.image_url === 'string') return [{ ...output, type: 'input_image' }]
  return output ?? inWords(rest)
}

function nameOf(tool: unknown): string[] {
  return isRecord(tool) && typeof tool.name === 'string' ? [tool.name] : []
}

const LOST = 'An earlier part of this conversation was compacted by another service and cannot be read here.'

function summaryOf({ encrypted_content }: OtherItem): string {
  const summary = typeof encrypted_content === 'string' ? unpackSummary(encrypted_content) : undefined
  return summary === undefined ? `[${LOST}]` : `A summary of the conversation before this:\n\n${summary}`
}

type Message = Extract<KnownItem, { type: 'message' }>

function said(role: Message['role'], content: Message['content']): Message {
  return { type: 'message', role, content }
}
