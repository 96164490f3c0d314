import type { LanguageModelV4CallOptions, LanguageModelV4FunctionTool } from '@ai-sdk/provider'
import { MOST_SEARCHES } from '@/lib/upstream/contract/chat-model'
import { UpstreamError } from '@/lib/upstream/contract/upstream-error'
import { cacheOptions } from './cache-options'
import type { ChatRequest } from './chat-request'
import type { ChatDialect } from './dialect'

type Tools = Pick<LanguageModelV4CallOptions, 'tools' | 'toolChoice'>

/** The caller's tools and how one is chosen; the vendor's own search beside them where it is asked for. */
export function writeTools(request: ChatRequest, dialect: ChatDialect, maySearch: boolean): Tools {
  const { tools: asked, tool_choice: choice } = request
  const allowed = typeof choice === 'object' && choice?.type === 'allowed_tools' ? choice.allowed_tools : null
  const names = allowed?.tools.map((tool) => tool.function.name)
  const tools: NonNullable<Tools['tools']> = (asked ?? [])
    .filter((tool) => names === undefined || names.includes(tool.function.name))
    .map((tool) => writeTool(tool, dialect))
  if (request.web_search === true || request.web_search_options != null)
    tools.push(searchTool(dialect, maySearch, request.max_searches ?? MOST_SEARCHES))
  if (tools.length === 0) return {}
  const toolChoice = toolChoiceOf(allowed?.mode ?? choice)
  return toolChoice === undefined ? { tools } : { tools, toolChoice }
}

function writeTool(
  tool: NonNullable<ChatRequest['tools']>[number],
  dialect: ChatDialect,
): LanguageModelV4FunctionTool {
  const { name, description, parameters, strict } = tool.function
  return {
    type: 'function',
    name,
    ...(description && { description }),
    inputSchema: { type: 'object', properties: {}, ...parameters },
    ...(strict != null && { strict }),
    ...cacheOptions(tool.cache_control, dialect),
  }
}

function searchTool(
  dialect: ChatDialect,
  maySearch: boolean,
  most: number,
): ReturnType<ChatDialect['searchTool']> {
  if (maySearch) return dialect.searchTool(most)
  throw new UpstreamError('unsupported', { param: 'web_search' })
}

function toolChoiceOf(choice: ChatRequest['tool_choice']): Tools['toolChoice'] {
  if (choice == null) return undefined
  if (typeof choice === 'string') return { type: choice }
  return choice.type === 'function' ? { type: 'tool', toolName: choice.function.name } : undefined
}
