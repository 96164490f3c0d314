import type { ChatRequest } from '@/lib/chat/schema'
import { AppError } from '@/lib/platform/errors'
import { CLIENT_TOOL } from '@/lib/upstream/contract/chat-model'
import type { CountTokensRequest, MessagesRequest, Tool, ToolChoice } from '../schema'
import { toChatMessages } from './chat-messages'

/** The request in chat's form. `supported` are the parameters that the model is known to support. */
export function toChatRequest(request: MessagesRequest, supported: readonly string[]): ChatRequest {
  const { max_tokens, stream, temperature, top_p, top_k, stop_sequences } = request
  return {
    ...toPrompt(request),
    max_tokens,
    ...(stream === true && { stream, stream_options: { include_usage: true } }),
    ...(temperature != null && { temperature }),
    ...(top_p != null && { top_p }),
    // Hints, which upstreams that do not know them would refuse.
    ...(top_k != null && supported.includes('top_k') && { top_k }),
    ...(supported.includes('reasoning_effort') && toEffort(request)),
    ...(stop_sequences != null && stop_sequences.length > 0 && { stop: stop_sequences }),
  }
}

/** What of a request is read by the model: all that counts as its prompt. */
export function toPrompt(request: CountTokensRequest): ChatRequest {
  const schema = (request.output_config?.format ?? request.output_format)?.schema
  const json_schema = { name: 'output', strict: true, schema: schema ?? {} }
  return {
    ...(request.model === undefined ? {} : { model: request.model }),
    ...(request.models != null && { models: request.models }),
    ...(request.provider != null && { provider: request.provider }),
    messages: toChatMessages(request),
    ...toChatTools(request),
    ...(request.cache_control != null && { cache_control: request.cache_control }),
    ...(schema && { response_format: { type: 'json_schema', json_schema } }),
  }
}

/** Of an answer's tokens, how many may be thoughts, and what chat calls that. */
const LOW_SHARE = 0.2
const MEDIUM_SHARE = 0.45

/** How much the model shall think: what was said outright, else the part of the answer that was given to thoughts. */
function toEffort({
  thinking,
  output_config,
  max_tokens,
}: Pick<MessagesRequest, 'thinking' | 'output_config' | 'max_tokens'>): { reasoning_effort?: string } {
  const effort = output_config?.effort
  if (thinking?.type === 'disabled') return {}
  if (effort) return { reasoning_effort: effort }
  if (thinking?.type !== 'enabled') return {}
  const share = thinking.budget_tokens / max_tokens
  return { reasoning_effort: share <= LOW_SHARE ? 'low' : share <= MEDIUM_SHARE ? 'medium' : 'high' }
}

type ChatTool = NonNullable<ChatRequest['tools']>[number]
type ChatTools = Pick<
  ChatRequest,
  'tools' | 'tool_choice' | 'parallel_tool_calls' | 'web_search' | 'max_searches'
>

const MOST_SEARCHES = 20

/** The caller's functions, and whether the model may search the web. Throws for tools that run at Anthropic or are built into its models. */
function toChatTools({ tools, tool_choice }: Pick<MessagesRequest, 'tools' | 'tool_choice'>): ChatTools {
  const given = tools ?? []
  const functions = given.flatMap((tool, index) => toFunction(tool, `tools[${index}]`))
  const search = toSearch(given.find(isSearch))
  if (functions.length === 0) return search
  return { ...search, tools: functions, ...toChoice(tool_choice) }
}

function isSearch({ type }: Tool): boolean {
  return type?.startsWith('web_search_') === true
}

/** In chat a search is not a tool, so that tools after it have another index there: maps an index in chat back. */
export function toolFields(tools: MessagesRequest['tools']): Record<string, string> {
  const own = (tools ?? []).flatMap((tool, index) => (isSearch(tool) ? [] : index))
  return Object.fromEntries(own.map((place, inChat) => [`tools[${inChat}].type`, `tools[${place}].type`]))
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
  if (type != null && CLIENT_TOOL.test(type)) return [{ ...tool, type }]
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
  const definition = { name, ...described, parameters, ...(strict == null ? {} : { strict }) }
  return [{ type: 'function', function: definition, ...marked }]
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
