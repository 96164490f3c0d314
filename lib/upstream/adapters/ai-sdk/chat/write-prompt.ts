import type { LanguageModelV4Message, LanguageModelV4Prompt } from '@ai-sdk/provider'
import { UpstreamError } from '@/lib/upstream/contract/upstream-error'
import { cacheOptions } from './cache-options'
import type { ContentPart, Message } from './chat-request'
import type { ChatDialect } from './dialect'
import { writeAssistant } from './write-assistant'
import { writePart } from './write-part'

type Of<Role extends LanguageModelV4Message['role']> = Extract<LanguageModelV4Message, { role: Role }>

/**
 * The conversation in the package's words. The vendors know one system text, before everything else: all of them are
 * moved there. Results of tools that follow one another are one message.
 */
export async function writePrompt(
  messages: readonly Message[],
  dialect: ChatDialect,
  signal: AbortSignal,
): Promise<LanguageModelV4Prompt> {
  const prompt: LanguageModelV4Prompt = []
  for (const message of messages)
    if (message.role === 'system' || message.role === 'developer')
      prompt.push(...writeSystem(message.content, dialect))
  const toolNames = new Map<string, string>()
  for (const message of messages) {
    if (message.role === 'function') throw noFunctions()
    if (message.role === 'user') prompt.push(await writeUser(message.content, dialect, signal))
    if (message.role === 'assistant') {
      for (const call of message.tool_calls ?? []) toolNames.set(call.id, call.function.name)
      prompt.push(writeAssistant(message, dialect))
    }
    if (message.role === 'tool') addResult(prompt, await writeResult(message, toolNames, dialect, signal))
  }
  return prompt
}

/** One text, or one for each part where a part is marked for the cache: a mark ends what stands before it. */
function writeSystem(content: string | readonly ContentPart[], dialect: ChatDialect): Of<'system'>[] {
  const isMarked = typeof content !== 'string' && content.some(({ cache_control: mark }) => mark != null)
  if (!isMarked) return [{ role: 'system', content: textOf(content) }]
  return content.map((part) => ({
    role: 'system',
    content: textOf([part]),
    ...cacheOptions(part.cache_control, dialect),
  }))
}

async function writeUser(
  content: string | readonly ContentPart[],
  dialect: ChatDialect,
  signal: AbortSignal,
): Promise<Of<'user'>> {
  const parts = typeof content === 'string' ? [{ type: 'text' as const, text: content }] : content
  return {
    role: 'user',
    content: await Promise.all(parts.map((part) => writePart(part, { dialect, signal }))),
  }
}

async function writeResult(
  { content, tool_call_id }: Extract<Message, { role: 'tool' }>,
  toolNames: ReadonlyMap<string, string>,
  dialect: ChatDialect,
  signal: AbortSignal,
): Promise<Of<'tool'>> {
  const toolName = toolNames.get(tool_call_id)
  if (toolName === undefined) throw unknownCall(tool_call_id)
  const isText = typeof content === 'string' || content.every(({ type }) => type === 'text')
  const output = isText
    ? { type: 'text' as const, value: textOf(content) }
    : {
        type: 'content' as const,
        value: await Promise.all(content.map((part) => writePart(part, { dialect, signal }))),
      }
  const mark =
    typeof content === 'string' ? undefined : content.findLast((part) => part.cache_control != null)
  const cached = cacheOptions(mark?.cache_control, dialect)
  return {
    role: 'tool',
    content: [{ type: 'tool-result', toolCallId: tool_call_id, toolName, output, ...cached }],
  }
}

function addResult(prompt: LanguageModelV4Prompt, result: Of<'tool'>): void {
  const last = prompt.at(-1)
  if (last?.role === 'tool') last.content.push(...result.content)
  else prompt.push(result)
}

function textOf(content: string | readonly ContentPart[]): string {
  if (typeof content === 'string') return content
  return content.map((part) => ('text' in part ? part.text : '')).join('\n')
}

function noFunctions(): UpstreamError {
  return new UpstreamError('unsupported', {
    param: 'messages',
    message: 'This model knows messages of the role tool, not of the role function.',
  })
}

function unknownCall(id: string): UpstreamError {
  const quoted = JSON.stringify(id.slice(0, 100))
  return new UpstreamError('rejected', {
    param: 'messages',
    message: `No message before it makes the tool call ${quoted} that a tool message answers.`,
  })
}
