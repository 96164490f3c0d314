import type { ChatRequest } from '@/lib/chat/schema'
import { AppError } from '@/lib/platform/errors'
import type { MessagesRequest, Tool, ToolChoice } from '../schema'

type ChatTool = NonNullable<ChatRequest['tools']>[number]
type Told = 'tools' | 'tool_choice' | 'parallel_tool_calls' | 'web_search' | 'max_searches'
type ChatTools = Pick<ChatRequest, Told>

const MOST_SEARCHES = 20

/** The caller's functions, and whether the model may search the web. Throws for tools that run at Anthropic or are built into its models. */
export function toChatTools({
  tools,
  tool_choice,
}: Pick<MessagesRequest, 'tools' | 'tool_choice'>): ChatTools {
  const given = tools ?? []
  const functions = given.flatMap((tool, place) => toFunction(tool, `tools[${place}]`))
  const search = toSearch(given.find(isSearch))
  if (functions.length === 0) return search
  return { ...search, tools: functions, ...toChoice(tool_choice) }
}

function isSearch({ type }: Tool): boolean {
  return type?.startsWith('web_search_') === true
}

function toSearch(tool: Tool | undefined): Pick<ChatTools, 'web_search' | 'max_searches'> {
  if (tool === undefined) return {}
  const { max_uses: most } = tool
  return { web_search: true, ...(most != null && { max_searches: Math.min(most, MOST_SEARCHES) }) }
}

function toFunction(tool: Tool, param: string): ChatTool[] {
  const { type, name, description, input_schema: parameters, strict } = tool
  if (isSearch(tool)) {
    refuseNarrowing(tool, param)
    return []
  }
  if (type != null && type !== 'custom')
    throw new AppError('invalid_parameter', {
      param: `${param}.type`,
      message: `${param}.type: tools of the type "${type}" cannot be served here; describe a function by its input_schema instead.`,
    })
  if (parameters === undefined)
    throw new AppError('missing_parameter', {
      param: `${param}.input_schema`,
      message: `${param}.input_schema is required.`,
    })
  const described = description == null ? {} : { description }
  const marked = tool.cache_control == null ? {} : { cache_control: tool.cache_control }
  const told = { name, ...described, parameters, ...(strict == null ? {} : { strict }) }
  return [{ type: 'function', function: told, ...marked }]
}

/** A search that must keep to some sites would not: better none. */
function refuseNarrowing(tool: Tool, param: string): void {
  for (const field of ['allowed_domains', 'blocked_domains']) {
    const domains = tool[field]
    if (Array.isArray(domains) && domains.length > 0)
      throw new AppError('invalid_parameter', {
        param: `${param}.${field}`,
        message: `${param}.${field} cannot be served: the search covers the whole web.`,
      })
  }
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
