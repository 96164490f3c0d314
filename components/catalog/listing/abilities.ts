import type { ModelReply } from '@/lib/catalog/schema'

type Told = Pick<ModelReply, 'supported_parameters' | 'capabilities'>

const takes = (parameter: string) => (model: Told) => model.supported_parameters.includes(parameter)
const reads = (kind: string) => (model: Told) => {
  const kinds = model.capabilities.input_modalities
  return Array.isArray(kinds) && kinds.includes(kind)
}

/** What a model may be asked to be able to do. */
export const abilities = {
  tools: { name: 'Tools', has: takes('tools') },
  json: { name: 'Structured output', has: takes('response_format') },
  vision: { name: 'Reads pictures', has: reads('image') },
  reasoning: { name: 'Reasoning effort', has: takes('reasoning_effort') },
  search: { name: 'Web search', has: takes('web_search') },
} as const

export type Ability = keyof typeof abilities

export const abilityNames = ['tools', 'json', 'vision', 'reasoning', 'search'] as const satisfies Ability[]
