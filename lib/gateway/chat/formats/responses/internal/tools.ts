import { createHash } from 'node:crypto'
import type { z } from 'zod'
import { AppError } from '@/lib/platform/errors'
import { isRecord } from '@/lib/platform/json'
import { type ChatTools, MOST_SEARCHES_ALLOWED } from '../../../schema'
import type { InputItem } from '../items'
import { isCompacted } from '../items'
import {
  AllowedTools,
  type CustomTool,
  type FunctionTool,
  NamedChoice,
  type ResponsesRequest,
  Tool,
} from '../schema'

type ChatTool = Extract<NonNullable<ChatTools['tools']>[number], { type: 'function' }>
type Asked = Pick<ResponsesRequest, 'tool_choice' | 'parallel_tool_calls' | 'max_tool_calls'> & {
  tools: readonly Tool[]
}

/** The caller's functions, and whether the model may search the web. */
export function toChatTools(asked: Asked, names: ToolNames, canSearchWeb: boolean): ChatTools {
  const { tools, tool_choice, parallel_tool_calls, max_tool_calls: most } = asked
  const limit = most == null ? {} : { max_searches: Math.min(most, MOST_SEARCHES_ALLOWED) }
  const search: ChatTools = canSearchWeb && tools.some(isSearch) ? { web_search: true, ...limit } : {}
  const allowed = AllowedTools.safeParse(tool_choice).data
  const named = NamedChoice.safeParse(tool_choice).data
  const mode = typeof tool_choice === 'string' ? tool_choice : allowed?.mode
  if (typeof tool_choice === 'object' && tool_choice !== null && !named && !allowed) {
    if (!search.web_search || !tool_choice.type.startsWith('web_search')) refuseForced([tool_choice.type])
    return search
  }
  const functions = functionsIn(tools)
    .filter((one) => allowed?.tools.some((named) => isNamed(named, one)) ?? true)
    .map(({ tool, namespace }) => toFunction(tool, names.inChat(tool.name, namespace)))
  if (functions.length === 0) {
    if (!search.web_search && mode === 'required') refuseForced(ignoredIn(tools, false))
    return search
  }
  return {
    ...search,
    tools: functions,
    ...toChoice(named ?? mode, names),
    ...(parallel_tool_calls === false && { parallel_tool_calls }),
  }
}

/** Throws if a call is required but all tools are ignored. */
function refuseForced(ignored: readonly string[]): void {
  if (ignored.length === 0) return
  throw new AppError('unsupported_parameter', {
    param: 'tool_choice',
    message: `tool_choice: none of these tools is supported: ${ignored.join(', ')}.`,
  })
}

/** Whether an entry of `allowed_tools` names the tool. A namespace allows all of its tools. */
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
 * All tools of a request, including those that agents add in items. Invalid ones are left out, and a request for a summary has
 * none.
 */
export function toolsOf(atTop: ResponsesRequest['tools'], items: readonly InputItem[]): Tool[] {
  if (isCompacted(items)) return []
  const lists = items.flatMap((item) => (isRecord(item) && ADDS_TOOLS.has(item.type) ? [item.tools] : []))
  const added = lists.flatMap((list) => (Array.isArray(list) ? list : []))
  return [...(atTop ?? []), ...added.flatMap((tool: unknown) => Tool.safeParse(tool).data ?? [])]
}

const ADDS_TOOLS = new Set(['additional_tools', 'tool_search_output'])

/** The types of tools that are ignored. */
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
 * The functions that the model may call, with their namespaces; the last definition of each counts. The first tool of a
 * namespace also carries the namespace's description.
 */
function functionsIn(tools: readonly Tool[]): Offered[] {
  const functions = tools.flatMap((tool): Offered[] => {
    if (!isNamespace(tool)) return isCallable(tool) ? [{ tool }] : []
    return tool.tools.filter(isCallable).map((one, at) => {
      const descriptions = [at === 0 && tool.description, one.description].filter(Boolean).join('\n\n')
      return { tool: { ...one, description: descriptions || null }, namespace: tool.name }
    })
  })
  return [...new Map(functions.map((one) => [keyOf(one.tool.name, one.namespace), one])).values()]
}

function keyOf(name: string, namespace: string | undefined): string {
  return JSON.stringify([namespace, name])
}

/** All upstreams accept function names of this length. */
const LONGEST_NAME = 64
const HASH_LENGTH = 8

/** A called tool by its name in the request. */
type NamedTool = { name: string; namespace?: string; isCustom: boolean }

/**
 * The functions of a request by their names in chat, which has no namespaces: a function in a namespace is `<namespace>__<name>`,
 * with a hash if that is too long or taken. In the answer, a call gets its original names back.
 */
export class ToolNames {
  readonly #inChat = new Map<string, string>()
  readonly #tools = new Map<string, NamedTool>()

  constructor(tools: readonly Tool[]) {
    const functions = functionsIn(tools)
    // Functions without a namespace keep their names, so they come first.
    for (const one of functions.filter(({ namespace }) => namespace === undefined)) this.#add(one)
    for (const one of functions.filter(({ namespace }) => namespace !== undefined)) this.#add(one)
  }

  /** The name in chat, also of a tool that an earlier turn called and that is no longer offered. */
  inChat(name: string, namespace?: string | null): string {
    if (namespace == null) return name
    const key = keyOf(name, namespace)
    const known = this.#inChat.get(key)
    if (known !== undefined) return known
    const joined = `${namespace}__${name}`
    if (joined.length <= LONGEST_NAME && !this.#tools.has(joined)) return joined
    const hash = createHash('sha256').update(key).digest('hex').slice(0, HASH_LENGTH)
    return `${joined.slice(0, LONGEST_NAME - HASH_LENGTH - 1)}_${hash}`
  }

  /** The tool with that name in chat; the name itself if the model made it up. */
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

/** Whether a tool is a web search. Searches that are restricted to certain sites are not supported. */
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

/** A tool that takes free text becomes a function with one string. A grammar is described, but not enforced. */
function fromCustom({ description, format }: z.output<typeof CustomTool>, name: string): ChatTool {
  const grammar = format?.definition
    ? `The input must match this ${format.syntax ?? ''} grammar:\n${format.definition}`
    : ''
  const described = [description ?? '', grammar].filter((text) => text !== '').join('\n\n')
  const parameters = {
    type: 'object',
    properties: { input: { type: 'string' } },
    required: ['input'],
    additionalProperties: false,
  }
  return { type: 'function', function: { name, ...(described && { description: described }), parameters } }
}

function toChoice(
  choice: z.output<typeof NamedChoice> | 'none' | 'auto' | 'required' | undefined,
  names: ToolNames,
): Pick<ChatTools, 'tool_choice'> {
  if (choice === undefined) return {}
  if (typeof choice === 'string') return { tool_choice: choice }
  const name = names.inChat(choice.name, choice.namespace)
  return { tool_choice: { type: 'function', function: { name } } }
}
