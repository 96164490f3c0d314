import { AppError } from '@/lib/platform/errors'
import { CLIENT_TOOL } from '@/lib/upstream/contract/chat-model'
import { type ChatTools, MOST_SEARCHES_ALLOWED } from '../../../schema'
import {
  type CountTokensRequest,
  isServedTool,
  type ServedTool,
  Tool,
  type ToolChange,
  type ToolChoice,
} from '../schema'

/** The tools that a request offers to the model. */
export type OfferedTools = {
  /** The functions, with their paths in the request. */
  functions: { tool: ServedTool; param: string }[]
  search: ServedTool | undefined
  /** Types of tools, and fields, that are ignored. */
  ignored: string[]
}

/** `canSearchWeb`: whether the model can search the web. */
export function offeredTools(request: CountTokensRequest, canSearchWeb: boolean): OfferedTools {
  const tools = changedTools(request)
  const isOffered = (tool: Tool): tool is ServedTool =>
    isServedTool(tool) && (!isSearch(tool) || (canSearchWeb && !isRestricted(tool)))
  const served = tools.flatMap(({ tool, param }) => (isOffered(tool) ? [{ tool, param }] : []))
  const types = tools.flatMap(({ tool }) => (isOffered(tool) ? [] : [tool.type ?? 'custom']))
  const { container, mcp_servers } = request
  return {
    functions: served.filter(({ tool }) => !isSearch(tool)),
    search: served.find(({ tool }) => isSearch(tool))?.tool,
    ignored: [
      ...new Set(types),
      ...(container == null ? [] : ['container']),
      ...(mcp_servers?.length ? ['mcp_servers'] : []),
    ],
  }
}

/** The tools after the conversation's changes. Invalid tools cannot be called. */
function changedTools({ tools, messages }: Pick<CountTokensRequest, 'tools' | 'messages'>) {
  const given = (tools ?? []).map((tool, at) => ({ tool, param: `tools[${at}]` }))
  const byName = new Map(given.map((one) => [one.tool.name ?? one.param, one]))
  const current = new Map(byName)
  for (const { tool, type } of messages.flatMap(changesIn)) {
    const definition = Tool.safeParse(tool.definition).data
    const name = definition?.name ?? tool.name ?? ''
    const added = definition ? { tool: definition, param: `tools.${name}` } : byName.get(name)
    if (type === 'tool_removal') current.delete(name)
    else if (added) current.set(name, added)
  }
  return [...current.values()]
}

function changesIn({ role, content }: CountTokensRequest['messages'][number]): ToolChange[] {
  if (role !== 'system' || typeof content === 'string') return []
  return content.flatMap((block) => (block.type === 'text' ? [] : [block]))
}

function isSearch({ type }: Tool): boolean {
  return type?.startsWith('web_search_') === true
}

/** Restrictions to certain sites are not supported: such a search is ignored. */
function isRestricted({ allowed_domains, blocked_domains }: Tool): boolean {
  return [allowed_domains, blocked_domains].some((one) => Array.isArray(one) && one.length > 0)
}

/** Paths of chat's tools to paths in the request: in chat a search is not a tool, so indexes differ. */
export function toolFields({ functions }: OfferedTools): Record<string, string> {
  return Object.fromEntries(functions.map(({ param }, inChat) => [`tools[${inChat}].type`, `${param}.type`]))
}

type ChatTool = NonNullable<ChatTools['tools']>[number]

/** Throws if `choice` requires an ignored tool. */
export function toChatTools(offered: OfferedTools, choice: ToolChoice | null | undefined): ChatTools {
  const { functions, search, ignored } = offered
  const searches = search ? toSearch(search) : {}
  if (ignored.length > 0) refuseForced(offered, choice)
  const isSearchForced = choice?.type === 'tool' && choice.name === search?.name
  if (functions.length === 0 || isSearchForced) return searches
  return {
    ...searches,
    tools: functions.map(({ tool, param }) => toFunction(tool, param)),
    ...toChoice(choice),
  }
}

function refuseForced(
  { functions, search, ignored }: OfferedTools,
  choice: ToolChoice | null | undefined,
): void {
  const left = [...functions.map(({ tool }) => tool), ...(search ? [search] : [])]
  const isForced =
    choice?.type === 'tool'
      ? !left.some(({ name }) => name === choice.name)
      : choice?.type === 'any' && left.length === 0
  if (!isForced) return
  throw new AppError('unsupported_parameter', {
    param: 'tool_choice',
    message: `tool_choice: these tools are not supported: ${ignored.join(', ')}.`,
  })
}

function toSearch({ max_uses: most }: ServedTool): Pick<ChatTools, 'web_search' | 'max_searches'> {
  return { web_search: true, ...(most != null && { max_searches: Math.min(most, MOST_SEARCHES_ALLOWED) }) }
}

function toFunction(tool: ServedTool, param: string): ChatTool {
  const { type, name, description, input_schema: parameters, strict } = tool
  if (type != null && CLIENT_TOOL.test(type)) return { ...tool, type }
  if (parameters === undefined)
    throw new AppError('missing_parameter', {
      param: `${param}.input_schema`,
      message: `${param}.input_schema is required.`,
    })
  const described = description == null ? {} : { description }
  const marked = tool.cache_control == null ? {} : { cache_control: tool.cache_control }
  const definition = { name, ...described, parameters, ...(strict == null ? {} : { strict }) }
  return { type: 'function', function: definition, ...marked }
}

function toChoice(
  choice: ToolChoice | null | undefined,
): Pick<ChatTools, 'tool_choice' | 'parallel_tool_calls'> {
  if (choice == null) return {}
  if (choice.type === 'none') return { tool_choice: 'none' }
  const parallel = choice.disable_parallel_tool_use === true ? { parallel_tool_calls: false } : {}
  if (choice.type === 'auto') return { ...parallel, tool_choice: 'auto' }
  if (choice.type === 'any') return { ...parallel, tool_choice: 'required' }
  return { ...parallel, tool_choice: { type: 'function', function: { name: choice.name } } }
}
