import { createHash } from 'node:crypto'
import type { z } from 'zod'
import type { ChatRequest } from '@/lib/chat/schema'
import type { CustomTool, FunctionTool, ResponsesRequest, Tool } from '../schema'

type ChatTool = Extract<NonNullable<ChatRequest['tools']>[number], { type: 'function' }>
type ChatTools = Pick<
  ChatRequest,
  'tools' | 'tool_choice' | 'parallel_tool_calls' | 'web_search' | 'max_searches'
>
type Asked = Pick<ResponsesRequest, 'tools' | 'tool_choice' | 'parallel_tool_calls' | 'max_tool_calls'>

const MOST_SEARCHES = 20

/** The caller's functions, and whether the model may search the web. */
export function toChatTools(asked: Asked, names: ToolNames, canSearchWeb: boolean): ChatTools {
  const { tools, tool_choice, parallel_tool_calls, max_tool_calls: most } = asked
  const limit = most == null ? {} : { max_searches: Math.min(most, MOST_SEARCHES) }
  const search = canSearchWeb && tools?.some(isSearch) ? { web_search: true, ...limit } : {}
  const allowed =
    typeof tool_choice === 'object' && tool_choice?.type === 'allowed_tools' ? tool_choice : null
  const functions = functionsIn(tools)
    .filter((one) => allowed?.tools.some((named) => isNamed(named, one)) ?? true)
    .map(({ tool, namespace }) => toFunction(tool, names.inChat(tool.name, namespace)))
  if (functions.length === 0) return search
  return {
    ...search,
    tools: functions,
    ...toChoice(allowed?.mode ?? tool_choice, names),
    ...(parallel_tool_calls === false && { parallel_tool_calls }),
  }
}

/** An allowed namespace allows all of its tools. */
function isNamed(
  {
    type,
    name,
    namespace,
  }: { type: string; name?: string | undefined; namespace?: string | null | undefined },
  one: { tool: Callable; namespace?: string },
): boolean {
  if (type === 'namespace') return name === one.namespace
  return name === one.tool.name && (namespace ?? undefined) === one.namespace
}

type Callable = z.output<typeof FunctionTool> | z.output<typeof CustomTool>

/** What the model may call, with its namespace; the first tool of one describes the namespace to the model. */
function functionsIn(tools: ResponsesRequest['tools']): { tool: Callable; namespace?: string }[] {
  return (tools ?? []).flatMap((tool) => {
    if (tool.type === 'namespace')
      return tool.tools.map((one, at) => {
        const words = [at === 0 && tool.description, one.description].filter(Boolean).join('\n\n')
        return { tool: { ...one, description: words || null }, namespace: tool.name }
      })
    return tool.type === 'function' || tool.type === 'custom' ? [{ tool }] : []
  })
}

/** What all upstreams accept as a function name. */
const LONGEST_NAME = 64
const MARK = 8

/** A tool that was called, as its caller knows it. */
type NamedTool = { name: string; namespace?: string; isCustom: boolean }

/**
 * The functions of a request by their names in chat, which has no namespaces: one in a namespace is
 * `<namespace>__<name>`, with a suffix where that is too long, or is the name of another. On the way back, a call gets
 * its caller's names.
 */
export class ToolNames {
  readonly #inChat = new Map<string, string>()
  readonly #tools = new Map<string, NamedTool>()

  constructor(tools: ResponsesRequest['tools']) {
    const functions = functionsIn(tools)
    // Those that keep their names come first: the others are renamed.
    for (const one of functions.filter(({ namespace }) => namespace === undefined)) this.#add(one)
    for (const one of functions.filter(({ namespace }) => namespace !== undefined)) this.#add(one)
  }

  /** Also of a tool that an earlier turn called and that is no longer offered. */
  inChat(name: string, namespace?: string | null): string {
    if (namespace == null) return name
    const key = JSON.stringify([namespace, name])
    const known = this.#inChat.get(key)
    if (known !== undefined) return known
    const joined = `${namespace}__${name}`
    if (joined.length <= LONGEST_NAME && !this.#tools.has(joined)) return joined
    const mark = createHash('sha256').update(key).digest('hex').slice(0, MARK)
    return `${joined.slice(0, LONGEST_NAME - MARK - 1)}_${mark}`
  }

  /** The tool with that name in chat; where there is none, the model's own name. */
  find(chatName: string): NamedTool {
    return this.#tools.get(chatName) ?? { name: chatName, isCustom: false }
  }

  #add({ tool, namespace }: { tool: Callable; namespace?: string }): void {
    const { name } = tool
    const chatName = this.inChat(name, namespace)
    this.#inChat.set(JSON.stringify([namespace, name]), chatName)
    this.#tools.set(chatName, { name, ...(namespace && { namespace }), isCustom: tool.type === 'custom' })
  }
}

export function isSearch({ type }: Tool): boolean {
  return type.startsWith('web_search')
}

function toFunction(tool: Callable, name: string): ChatTool {
  if (tool.type === 'custom') return fromCustom(tool, name)
  const { description, parameters, strict } = tool
  const fields = {
    name,
    ...(description == null ? {} : { description }),
    ...(parameters == null ? {} : { parameters }),
    ...(strict == null ? {} : { strict }),
  }
  return { type: 'function', function: fields }
}

/** A tool that takes plain text is a function with one string; a grammar is described, but not enforced. */
function fromCustom({ description, format }: z.output<typeof CustomTool>, name: string): ChatTool {
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

function toChoice(choice: ResponsesRequest['tool_choice'], names: ToolNames): Pick<ChatTools, 'tool_choice'> {
  if (choice == null) return {}
  if (typeof choice === 'string') return { tool_choice: choice }
  if (choice.type === 'allowed_tools') return { tool_choice: choice.mode }
  const name = names.inChat(choice.name, choice.namespace)
  return { tool_choice: { type: 'function', function: { name } } }
}
