import type { Settings } from './kept-conversation'

export type { Settings }

export const defaultSettings: Settings = {
  system: '',
  temperature: null,
  topP: null,
  maxTokens: null,
  frequencyPenalty: null,
  presencePenalty: null,
  stop: [],
  seed: null,
  responseFormat: 'text',
  schemaText: '',
  webSearch: false,
  toolsText: '',
  toolChoice: 'auto',
}

/** Counts all but the system prompt, which belongs to the conversation and survives a reset of the parameters. */
export function countChangedSettings(settings: Settings): number {
  const { system: _system, ...parameters } = settings
  const { system: _default, ...defaults } = defaultSettings
  const changed = (Object.keys(defaults) as (keyof typeof defaults)[]).filter(
    (name) => JSON.stringify(parameters[name]) !== JSON.stringify(defaults[name]),
  )
  // A schema or a tool choice without effect is not a change.
  return changed.filter((name) => {
    if (name === 'schemaText') return false
    if (name === 'toolChoice') return parameters.toolsText.trim() !== ''
    return true
  }).length
}

export type ParameterName = Exclude<keyof Settings, 'system' | 'schemaText'>

/** The names of each setting in a model's `supported_parameters`; one of them is enough. */
const wireNames: Record<ParameterName, string[]> = {
  temperature: ['temperature'],
  topP: ['top_p'],
  maxTokens: ['max_tokens', 'max_completion_tokens'],
  frequencyPenalty: ['frequency_penalty'],
  presencePenalty: ['presence_penalty'],
  stop: ['stop'],
  seed: ['seed'],
  responseFormat: ['response_format', 'structured_outputs'],
  webSearch: ['web_search', 'enable_search'],
  toolsText: ['tools'],
  toolChoice: ['tool_choice', 'tools'],
}

/** A model that declares nothing is assumed to support everything: the gateway passes unknown fields on. */
export function supportsParameter(supported: readonly string[], name: ParameterName): boolean {
  return supported.length === 0 || wireNames[name].some((wireName) => supported.includes(wireName))
}
