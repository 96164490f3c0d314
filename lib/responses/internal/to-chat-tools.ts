import type { z } from 'zod'
import type { ChatRequest } from '@/lib/chat/schema'
import type { CustomTool, FunctionTool, ResponsesRequest, Tool } from '../schema'

type ChatTool = NonNullable<ChatRequest['tools']>[number]
type Told = 'tools' | 'tool_choice' | 'parallel_tool_calls' | 'web_search' | 'max_searches'
type ChatTools = Pick<ChatRequest, Told>
type Asked = Pick<ResponsesRequest, 'tools' | 'tool_choice' | 'parallel_tool_calls' | 'max_tool_calls'>

const MOST_SEARCHES = 20

/** The caller's functions, and whether the model may search the web. */
export function toChatTools({
  tools,
  tool_choice,
  parallel_tool_calls,
  max_tool_calls: most,
}: Asked): ChatTools {
  const given = tools ?? []
  const limit = most == null ? {} : { max_searches: Math.min(most, MOST_SEARCHES) }
  const search = given.some(isSearch) ? { web_search: true, ...limit } : {}
  const allowed =
    typeof tool_choice === 'object' && tool_choice?.type === 'allowed_tools' ? tool_choice : null
  const functions = given
    .flatMap(toFunction)
    .filter((tool) => allowed?.tools.some(({ name }) => name === tool.function.name) ?? true)
  if (functions.length === 0) return search
  return {
    ...search,
    tools: functions,
    ...toChoice(allowed?.mode ?? tool_choice),
    ...(parallel_tool_calls === false && { parallel_tool_calls }),
  }
}

export function isCustom(tool: Tool): tool is z.output<typeof CustomTool> {
  return tool.type === 'custom'
}

function isFunction(tool: Tool): tool is z.output<typeof FunctionTool> {
  return tool.type === 'function'
}

function isSearch(tool: Tool): boolean {
  return !isFunction(tool) && !isCustom(tool)
}

function toFunction(tool: Tool): ChatTool[] {
  if (isCustom(tool)) return [fromCustom(tool)]
  if (!isFunction(tool)) return []
  const { name, description, parameters, strict } = tool
  const fields = {
    name,
    ...(description == null ? {} : { description }),
    ...(parameters == null ? {} : { parameters }),
    ...(strict == null ? {} : { strict }),
  }
  return [{ type: 'function', function: fields }]
}

/** A tool that takes plain text is a function of one text; a grammar is told, and nobody enforces it. */
function fromCustom({ name, description, format }: z.output<typeof CustomTool>): ChatTool {
  const grammar = format?.definition
    ? `The input must match this ${format.syntax ?? ''} grammar:\n${format.definition}`
    : ''
  const words = [description ?? '', grammar].filter((text) => text !== '').join('\n\n')
  const parameters = {
    type: 'object',
    properties: { input: { type: 'string' } },
    required: ['input'],
    additionalProperties: false,
  }
  return { type: 'function', function: { name, ...(words && { description: words }), parameters } }
}

function toChoice(choice: ResponsesRequest['tool_choice']): Pick<ChatTools, 'tool_choice'> {
  if (choice == null) return {}
  if (typeof choice === 'string') return { tool_choice: choice }
  if (choice.type === 'allowed_tools') return { tool_choice: choice.mode }
  return { tool_choice: { type: 'function', function: { name: choice.name } } }
}
