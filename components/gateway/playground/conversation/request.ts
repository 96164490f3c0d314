import type { AssistantStep, Conversation, Prompt, Step } from './conversation'
import { type NamedSchema, parseSchema, parseTools, type WireTool } from './json-settings'
import { type ParameterName, type Settings, supportsParameter } from './settings'

/** The parts of OpenAI's chat completions request that the playground sends. */
type WirePart = { type: 'text'; text: string } | { type: 'image_url'; image_url: { url: string } }

export type WireMessage =
  | { role: 'system'; content: string }
  | { role: 'user'; content: string | WirePart[] }
  | { role: 'tool'; tool_call_id: string; content: string }
  | {
      role: 'assistant'
      content: string | null
      tool_calls?: { id: string; type: 'function'; function: { name: string; arguments: string } }[]
    }

export type WireRequest = {
  model: string
  messages: WireMessage[]
  temperature?: number
  top_p?: number
  max_tokens?: number
  frequency_penalty?: number
  presence_penalty?: number
  stop?: string[]
  seed?: number
  response_format?: { type: 'json_object' } | { type: 'json_schema'; json_schema: NamedSchema }
  tools?: WireTool[]
  tool_choice?: 'none' | 'required' | { type: 'function'; function: { name: string } }
  web_search?: true
  stream?: true
  stream_options?: { include_usage: true }
}

type Input = {
  modelId: string
  supported: readonly string[]
  settings: Settings
  messages: WireMessage[]
}

/** The request without `stream`. Settings at their default or not supported by the model are left out. */
export function buildRequest({ modelId, supported, settings, messages }: Input): WireRequest {
  const supports = (name: ParameterName) => supportsParameter(supported, name)
  const request: WireRequest = { model: modelId, messages }
  if (settings.temperature !== null && supports('temperature')) request.temperature = settings.temperature
  if (settings.topP !== null && supports('topP')) request.top_p = settings.topP
  if (settings.maxTokens !== null && supports('maxTokens')) request.max_tokens = settings.maxTokens
  if (settings.frequencyPenalty !== null && supports('frequencyPenalty')) {
    request.frequency_penalty = settings.frequencyPenalty
  }
  if (settings.presencePenalty !== null && supports('presencePenalty')) {
    request.presence_penalty = settings.presencePenalty
  }
  if (settings.stop.length > 0 && supports('stop')) request.stop = settings.stop
  if (settings.seed !== null && supports('seed')) request.seed = settings.seed
  if (supports('responseFormat')) Object.assign(request, formatOf(settings))
  if (settings.webSearch && supports('webSearch')) request.web_search = true
  if (supports('toolsText')) Object.assign(request, toolsOf(settings))
  return request
}

/** Why the settings cannot be sent; null if they can. */
export function findSettingsProblem(
  settings: Settings,
): { where: 'tools' | 'schema'; problem: string } | null {
  const tools = parseTools(settings.toolsText)
  if (!tools.ok) return { where: 'tools', problem: tools.problem }
  if (settings.responseFormat !== 'json_schema') return null
  const schema = parseSchema(settings.schemaText)
  return schema.ok ? null : { where: 'schema', problem: schema.problem }
}

function formatOf(settings: Settings): Pick<WireRequest, 'response_format'> {
  if (settings.responseFormat === 'json_object') return { response_format: { type: 'json_object' } }
  if (settings.responseFormat !== 'json_schema') return {}
  const schema = parseSchema(settings.schemaText)
  return schema.ok ? { response_format: { type: 'json_schema', json_schema: schema.jsonSchema } } : {}
}

function toolsOf(settings: Settings): Pick<WireRequest, 'tools' | 'tool_choice'> {
  const parsed = parseTools(settings.toolsText)
  if (!parsed.ok || parsed.tools.length === 0) return {}
  const choice = toolChoiceOf(settings.toolChoice, parsed.tools)
  return choice === undefined ? { tools: parsed.tools } : { tools: parsed.tools, tool_choice: choice }
}

function toolChoiceOf(choice: string, tools: WireTool[]): WireRequest['tool_choice'] {
  if (choice === 'none' || choice === 'required') return choice
  const name = choice.startsWith('function:') ? choice.slice('function:'.length) : ''
  return tools.some((tool) => tool.function.name === name)
    ? { type: 'function', function: { name } }
    : undefined
}

type MessageRange = {
  columnId: string
  /** The last turn whose prompt is sent; all turns when absent. */
  turnId?: string | undefined
  /** In that turn: this step and those after it are left out. */
  beforeStepId?: string | undefined
}

/** The messages sent for one column: the system prompt, the prompts and the answers of this column. */
export function composeMessages(conversation: Conversation, range: MessageRange): WireMessage[] {
  const messages: WireMessage[] = []
  const system = conversation.settings.system.trim()
  if (system !== '') messages.push({ role: 'system', content: conversation.settings.system })
  for (const turn of conversation.turns) {
    messages.push({ role: 'user', content: composePrompt(turn.prompt) })
    const steps = turn.replies[range.columnId] ?? []
    const isLast = turn.id === range.turnId
    const cut = isLast ? steps.findIndex((step) => step.id === range.beforeStepId) : -1
    messages.push(...composeReply(cut < 0 ? steps : steps.slice(0, cut)))
    if (isLast) break
  }
  return messages
}

export function composePrompt(prompt: Prompt): string | WirePart[] {
  if (prompt.images.length === 0) return prompt.text
  const images: WirePart[] = prompt.images.map((image) => ({
    type: 'image_url',
    image_url: { url: image.dataUrl },
  }))
  return prompt.text === '' ? images : [{ type: 'text', text: prompt.text }, ...images]
}

function composeReply(steps: Step[]): WireMessage[] {
  const answered = new Set(steps.flatMap((step) => (step.kind === 'tool' ? [step.toolCallId] : [])))
  return steps.flatMap((step): WireMessage[] => {
    if (step.kind === 'tool') return [{ role: 'tool', tool_call_id: step.toolCallId, content: step.content }]
    return composeAnswer(step, answered)
  })
}

/** Upstreams reject assistant messages with unanswered tool calls, and empty ones. */
function composeAnswer(step: AssistantStep, answered: Set<string>): WireMessage[] {
  const complete = step.toolCalls.length > 0 && step.toolCalls.every((call) => answered.has(call.id))
  if (!complete) return step.content === '' ? [] : [{ role: 'assistant', content: step.content }]
  return [
    {
      role: 'assistant',
      content: step.content === '' ? null : step.content,
      tool_calls: step.toolCalls.map((call) => ({
        id: call.id,
        type: 'function',
        function: { name: call.name, arguments: call.arguments },
      })),
    },
  ]
}
