import type { Settings } from '../state/settings'

export type ParameterName = Exclude<keyof Settings, 'system' | 'schemaText'>

/** What each setting is called in a model's `supported_parameters`; any of the names will do. */
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

/** A model that declares nothing is taken to support everything: the gateway passes unknown things on. */
export function supportsParameter(supported: readonly string[], name: ParameterName): boolean {
  return supported.length === 0 || wireNames[name].some((wireName) => supported.includes(wireName))
}
