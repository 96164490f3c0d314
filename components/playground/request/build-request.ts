import type { Settings } from '../state/settings'
import { parseSchema } from './parse-schema'
import { parseTools } from './parse-tools'
import { type ParameterName, supportsParameter } from './supports-parameter'
import type { WireMessage, WireRequest, WireTool } from './wire'

type Input = {
  modelId: string
  supported: readonly string[]
  settings: Settings
  messages: WireMessage[]
}

/** The request as it goes over the wire, without `stream`. Settings at their default or unknown to the model stay out. */
export function buildRequest({ modelId, supported, settings, messages }: Input): WireRequest {
  const takes = (name: ParameterName) => supportsParameter(supported, name)
  const request: WireRequest = { model: modelId, messages }
  if (settings.temperature !== null && takes('temperature')) request.temperature = settings.temperature
  if (settings.topP !== null && takes('topP')) request.top_p = settings.topP
  if (settings.maxTokens !== null && takes('maxTokens')) request.max_tokens = settings.maxTokens
  if (settings.frequencyPenalty !== null && takes('frequencyPenalty')) {
    request.frequency_penalty = settings.frequencyPenalty
  }
  if (settings.presencePenalty !== null && takes('presencePenalty')) {
    request.presence_penalty = settings.presencePenalty
  }
  if (settings.stop.length > 0 && takes('stop')) request.stop = settings.stop
  if (settings.seed !== null && takes('seed')) request.seed = settings.seed
  if (takes('responseFormat')) Object.assign(request, formatOf(settings))
  if (settings.webSearch && takes('webSearch')) request.web_search = true
  if (takes('toolsText')) Object.assign(request, toolsOf(settings))
  return request
}

/** Why the settings cannot be sent as they are; null when they can. */
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
