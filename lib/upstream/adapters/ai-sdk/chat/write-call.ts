import type { LanguageModelV4CallOptions, LanguageModelV4FunctionTool } from '@ai-sdk/provider'
import { z } from 'zod'
import { type ChatCall, MOST_SEARCHES } from '@/lib/upstream/contract/chat-model'
import { ToolNames } from '@/lib/upstream/contract/tool-names'
import { UpstreamError } from '@/lib/upstream/contract/upstream-error'
import { ChatRequest, type ClientTool, effortOf, refuseCustomTools, refuseFields } from './chat-request'
import { toClaudeSchema } from './claude-schema'
import { type ChatDialect, cacheOptions } from './dialects'
import { mendMessages } from './mend-messages'
import { writePrompt } from './write-prompt'

/** A request in the package's format, with what is needed to read the answer. */
export type WrittenCall = {
  model: string
  options: LanguageModelV4CallOptions
  clientTools: readonly ClientTool[]
  names: ToolNames
}

const ANY_OBJECT = { type: 'object', additionalProperties: true } as const
const JSON_INSTRUCTION = 'Answer with one JSON object and nothing else: no words around it and no code fence.'

export async function writeCall(
  call: ChatCall,
  dialect: ChatDialect,
  maySearch: boolean,
): Promise<WrittenCall> {
  const request = parseRequest(call)
  refuseFields(request)
  // Any JSON object is requested, and the vendor has no mode for that.
  const mustBeJson = !dialect.hasJsonMode && asksForAnyJson(request)
  const names = new ToolNames()
  const messages = mendMessages(request.messages, names, dialect)
  if (messages.at(-1)?.role === 'assistant' && !(await dialect.continues(request.model)))
    messages.push({ role: 'user', content: 'Continue.' })
  const prompt = await writePrompt(messages, dialect, call.signal)
  if (mustBeJson) prompt.unshift({ role: 'system', content: JSON_INSTRUCTION })
  const options: LanguageModelV4CallOptions = {
    prompt,
    ...samplingOf(request, dialect),
    ...writeTools(request, { dialect, maySearch, names }),
    ...responseFormatOf(request, mustBeJson),
    abortSignal: call.signal,
  }
  const clientTools = (request.tools ?? []).filter(isClientTool)
  return {
    model: request.model,
    options: await dialect.adapt(options, request),
    clientTools,
    names,
  }
}

function parseRequest({ request, origin }: ChatCall): ChatRequest {
  refuseCustomTools(request)
  // Schemas keep the caller's exact numbers.
  const parsed = ChatRequest.safeParse({ ...request, ...origin?.source.exact('tools', 'response_format') })
  if (parsed.success) return { ...parsed.data, reasoning_effort: effortOf(parsed.data) }
  const [issue] = parsed.error.issues
  const param = issue?.path.join('.') || null
  throw new UpstreamError('rejected', {
    param,
    message: `${param ?? 'The request'} is not valid for this model.`,
  })
}

function samplingOf(
  request: ChatRequest,
  { stopsAtBlanks }: ChatDialect,
): Partial<LanguageModelV4CallOptions> {
  const stops = [request.stop ?? []].flat().filter((stop) => (stopsAtBlanks ? stop : stop.trim()) !== '')
  const maxOutputTokens = request.max_completion_tokens ?? request.max_tokens
  return {
    ...(maxOutputTokens != null && { maxOutputTokens }),
    ...(request.temperature != null && { temperature: request.temperature }),
    ...(request.top_p != null && { topP: request.top_p }),
    ...(request.top_k != null && { topK: request.top_k }),
    ...(request.frequency_penalty && { frequencyPenalty: request.frequency_penalty }),
    ...(request.presence_penalty && { presencePenalty: request.presence_penalty }),
    ...(request.seed != null && { seed: request.seed }),
    ...(stops.length > 0 && { stopSequences: stops }),
    ...(request.reasoning_effort != null && { reasoning: request.reasoning_effort }),
  }
}

function asksForAnyJson({ response_format: format }: ChatRequest): boolean {
  if (format?.type === 'json_schema') return format.json_schema.schema === undefined
  return format?.type === 'json_object'
}

function responseFormatOf(
  { response_format: format }: ChatRequest,
  mustBeJson: boolean,
): Pick<LanguageModelV4CallOptions, 'responseFormat'> {
  if (format == null || format.type === 'text') return {}
  if (mustBeJson) return { responseFormat: { type: 'json', schema: ANY_OBJECT } }
  if (format.type === 'json_object') return { responseFormat: { type: 'json' } }
  const { schema, name, description } = format.json_schema
  return {
    responseFormat: {
      type: 'json',
      name,
      ...(description && { description }),
      ...(schema && { schema }),
    },
  }
}

type ToolMeans = { dialect: ChatDialect; maySearch: boolean; names: ToolNames }
type Tools = Pick<LanguageModelV4CallOptions, 'tools' | 'toolChoice'>

/** The caller's tools and tool choice, and the vendor's web search if it is requested. */
function writeTools(request: ChatRequest, { dialect, maySearch, names }: ToolMeans): Tools {
  const { tools: asked, tool_choice: choice } = request
  const allowed = typeof choice === 'object' && choice?.type === 'allowed_tools' ? choice.allowed_tools : null
  const chosen = allowed && new Set(allowed.tools.map((tool) => tool.function.name))
  // Vendors refuse two tools of the same name: the first one counts.
  const byName = new Map((asked ?? []).toReversed().map((tool) => [nameOf(tool), tool]))
  const tools: NonNullable<Tools['tools']> = [...byName.values()]
    .toReversed()
    .filter((tool) => chosen?.has(nameOf(tool)) ?? true)
    .map((tool) => writeTool(tool, dialect, names))
  if (request.web_search === true || request.web_search_options != null)
    tools.push(searchTool(dialect, maySearch, request.max_searches ?? MOST_SEARCHES))
  if (tools.length === 0) return {}
  const toolChoice = toolChoiceOf(allowed?.mode ?? choice, names)
  return toolChoice === undefined ? { tools } : { tools, toolChoice }
}

type Tool = NonNullable<ChatRequest['tools']>[number]

function isClientTool(tool: Tool): tool is ClientTool {
  return 'name' in tool
}

function nameOf(tool: Tool): string {
  return isClientTool(tool) ? tool.name : tool.function.name
}

/** The package supports few versions of such tools and no cache marks on them, so it gets placeholders (`withClientTools`). */
function writeClientTool({ type, name }: ClientTool, dialect: ChatDialect): LanguageModelV4FunctionTool {
  if (dialect.name === 'anthropic') return { type: 'function', name, inputSchema: { type: 'object' } }
  throw new UpstreamError('unsupported', {
    param: 'tools',
    message: `This model does not support tools of the type ${type}.`,
  })
}

function writeTool(tool: Tool, dialect: ChatDialect, names: ToolNames): LanguageModelV4FunctionTool {
  if (isClientTool(tool)) return writeClientTool(tool, dialect)
  const { name, description, parameters, strict } = tool.function
  const schema = { type: 'object' as const, properties: {}, ...parameters }
  return {
    type: 'function',
    name: names.toVendor(name),
    ...(description && { description }),
    inputSchema: dialect.name === 'anthropic' ? toClaudeSchema(schema) : schema,
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

function toolChoiceOf(choice: ChatRequest['tool_choice'], names: ToolNames): Tools['toolChoice'] {
  if (choice == null) return undefined
  if (typeof choice === 'string') return { type: choice }
  return choice.type === 'function'
    ? { type: 'tool', toolName: names.toVendor(choice.function.name) }
    : undefined
}

const Body = z.looseObject({
  anthropic_version: z.string().optional(),
  tools: z.array(z.looseObject({ name: z.string() })).optional(),
})

/**
 * Replaces the placeholders of Anthropic's tools with what the caller wrote, and adds the betas that their versions require
 * (as the package does for the versions that it supports).
 */
export function withClientTools(
  fetch: typeof globalThis.fetch,
  given: readonly ClientTool[],
): typeof globalThis.fetch {
  if (given.length === 0) return fetch
  const byName = new Map(given.map((tool) => [tool.name, tool]))
  return (input, init) => {
    const body = Body.parse(JSON.parse(z.string().parse(init?.body)))
    const tools = body.tools?.map((tool) => byName.get(tool.name) ?? tool)
    const headers = new Headers(init?.headers)
    const known = (headers.get('anthropic-beta') ?? '').split(',').filter(Boolean)
    const betas = new Set([...known, ...given.flatMap(({ type }) => betaOf(type) ?? [])])
    // Bedrock reads them from the body.
    if (body.anthropic_version?.startsWith('bedrock'))
      body.anthropic_beta = [...new Set([body.anthropic_beta ?? [], ...betas].flat())]
    else if (betas.size > 0) headers.set('anthropic-beta', [...betas].join(','))
    return fetch(input, { ...init, headers, body: JSON.stringify({ ...body, tools }) })
  }
}

function betaOf(type: string): string | undefined {
  const [, kind, year, month, day] = /^(\w+)_(\d{4})(\d\d)(\d\d)$/.exec(type) ?? []
  if (kind === 'memory') return 'context-management-2025-06-27'
  const isOfComputerUse = kind === 'computer' || type.endsWith('_20241022')
  return isOfComputerUse ? `computer-use-${year}-${month}-${day}` : undefined
}
