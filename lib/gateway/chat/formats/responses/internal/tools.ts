import { createHash } from 'node:crypto'
import type { z } from 'zod'
import { AppError } from '@/lib/platform/errors'
import { isRecord } from '@/lib/platform/json'
import type { ChatRequest } from '../../../schema'
import type { InputItem } from '../items'
import { isCompacted } from '../items'
import { type CustomTool, type FunctionTool, type ResponsesRequest, Tool } from '../schema'

type ChatTool = Extract<NonNullable<ChatRequest['tools']>[number], { type: 'function' }>
type ChatTools = Pick<
  ChatRequest,
  'tools' | 'tool_choice' | 'parallel_tool_calls' | 'web_search' | 'max_searches'
>
type Asked = Pick<ResponsesRequest, 'tool_choice' | 'parallel_tool_calls' | 'max_tool_calls'> & {
  tools: readonly Tool[]
}

const MOST_SEARCHES = 20

/** The caller's functions, and whether the model may search the web. */
export function toChatTools(asked: Asked, names: ToolNames, canSearchWeb: boolean): ChatTools {
  const { tools, tool_choice, parallel_tool_calls, max_tool_calls: most } = asked
  const limit = most == null ? {} : { max_searches: Math.min(most, MOST_SEARCHES) }
  const search: ChatTools = canSearchWeb && tools.some(isSearch) ? { web_search: true, ...limit } : {}
  const allowed =
    typeof tool_choice === 'object' && tool_choice?.type === 'allowed_tools' ? tool_choice : null
  const functions = functionsIn(tools)
    .filter((one) => allowed?.tools.some((named) => isNamed(named, one)) ?? true)
    .map(({ tool, namespace }) => toFunction(tool, names.inChat(tool.name, namespace)))
  if (functions.length === 0) {
    if (!search.web_search && (allowed?.mode ?? tool_choice) === 'required') refuseForced(tools)
    return search
  }
  return {
    ...search,
    tools: functions,
    ...toChoice(allowed?.mode ?? tool_choice, names),
    ...(parallel_tool_calls === false && { parallel_tool_calls }),
  }
}

/** Nothing can be called, though something must be. */
function refuseForced(tools: readonly Tool[]): void {
  const ignored = ignoredIn(tools, false)
  if (ignored.length === 0) return
  throw new AppError('unsupported_parameter', {
    param: 'tool_choice',
    message: `tool_choice: none of these tools can be served here: ${ignored.join(', ')}.`,
  })
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
type Offered = { tool: Callable; namespace?: string }

/**
 * All tools of a request: agents also add some in items, on the way. One that is not valid cannot be called, and what asks
 * for a summary calls none.
 */
export function toolsOf(atTop: ResponsesRequest['tools'], items: readonly InputItem[]): Tool[] {
  if (isCompacted(items)) return []
  const lists = items.flatMap((item) => (isRecord(item) && ADDS_TOOLS.has(item.type) ? [item.tools] : []))
  const added = lists.flatMap((list) => (Array.isArray(list) ? list : []))
  return [...(atTop ?? []), ...added.flatMap((tool: unknown) => Tool.safeParse(tool).data ?? [])]
}

const ADDS_TOOLS = new Set(['additional_tools', 'tool_search_output'])

/** Types of the tools that the model cannot be given. */
export function ignoredIn(tools: readonly Tool[], canSearchWeb: boolean): string[] {
  const types = tools.flatMap((tool): string[] => {
    if (isNamespace(tool)) return ignoredIn(tool.tools, false)
    return isCallable(tool) || (canSearchWeb && isSearch(tool)) ? [] : [tool.type]
  })
  return [...new Set(types)]
}

function isNamespace(tool: Tool): tool is Extract<Tool, { type: 'namespace' }> {
  return tool.type === 'namespace'
}

function isCallable(tool: Tool): tool is Callable {
  return tool.type === 'function' || tool.type === 'custom'
}

/**
 * What the model may call, with its namespace, and the last description of each; the first tool of a namespace describes the
 * namespace to the model.
 */
function functionsIn(tools: readonly Tool[]): Offered[] {
  const functions = tools.flatMap((tool): Offered[] => {
    if (!isNamespace(tool)) return isCallable(tool) ? [{ tool }] : []
    return tool.tools.filter(isCallable).map((one, at) => {
      const words = [at === 0 && tool.description, one.description].filter(Boolean).join('\n\n')
      return { tool: { ...one, description: words || null }, namespace: tool.name }
    })
  })
  return [...new Map(functions.map((one) => [keyOf(one.tool.name, one.namespace), one])).values()]
}

function keyOf(name: string, namespace: string | undefined): string {
  return JSON.stringify([namespace, name])
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

  constructor(tools: readonly Tool[]) {
    const functions = functionsIn(tools)
    // Those that keep their names come first: the others are renamed.
    for (const one of functions.filter(({ namespace }) => namespace === undefined)) this.#add(one)
    for (const one of functions.filter(({ namespace }) => namespace !== undefined)) this.#add(one)
  }

  /** Also of a tool that an earlier turn called and that is no longer offered. */
  inChat(name: string, namespace?: string | null): string {
    if (namespace == null) return name
    const key = keyOf(name, namespace)
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
    this.#inChat.set(keyOf(name, namespace), chatName)
    this.#tools.set(chatName, { name, ...(namespace && { namespace }), isCustom: tool.type === 'custom' })
  }
}

/** One that must keep to some sites would not: better none. */
export function isSearch(tool: Tool): boolean {
  const filters = 'filters' in tool && isRecord(tool.filters) ? Object.values(tool.filters) : []
  return tool.type.startsWith('web_search') && !filters.some((one) => Array.isArray(one) && one.length > 0)
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
