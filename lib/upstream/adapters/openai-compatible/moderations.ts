import { z } from 'zod'
import type { ModerationModel, Verdict } from '@/lib/upstream/contract/moderation-model'
import { fieldsOf, listIn, numberOf, promptTokensOf } from '@/lib/upstream/reading/members'
import { jsonAsker } from './answers'
import type { OpenAiCompatibleSettings } from './transport'

/** Moderations by any upstream with OpenAI's endpoint for them. */
export function createOpenAiCompatibleModerations(settings: OpenAiCompatibleSettings): ModerationModel {
  const ask = jsonAsker(settings, '/moderations')
  return {
    moderate: ({ model, input, ...watch }) =>
      ask({ model, input }, watch, (answer) => {
        const verdicts = listIn(answer, ['results', 'data']).map(readVerdict)
        const expected = typeof input[0] === 'string' ? input.length : 1
        if (verdicts.length !== expected) throw new Error('there is not one verdict for each input')
        return { verdicts, promptTokens: promptTokensOf(answer) }
      }),
  }
}

/**
 * Mistral's verdicts lack `flagged` (docs.mistral.ai, "Moderation"), others lack the categories. Throws if a verdict has
 * neither.
 */
function readVerdict(item: unknown): Verdict {
  const { flagged, categories, category_scores, category_applied_input_types } = fieldsOf(item)
  const found = membersOf(categories, truthOf)
  const isFlagged = truthOf(flagged) ?? (Object.keys(found).length > 0 ? null : undefined)
  if (isFlagged === undefined) throw new Error('there is no verdict')
  const types = z.record(z.string(), z.array(z.string())).safeParse(category_applied_input_types)
  return {
    flagged: isFlagged ?? Object.values(found).includes(true),
    categories: found,
    category_scores: membersOf(category_scores, numberOf),
    ...(types.success && { category_applied_input_types: types.data }),
  }
}

/** A boolean, also as text or number. */
function truthOf(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value
  if (typeof value === 'string' && /^(?:true|false)$/i.test(value)) return value.toLowerCase() === 'true'
  const number = numberOf(value)
  return number === undefined ? undefined : number !== 0
}

/** OpenAI sends null for categories that a model does not know. */
function membersOf<Value>(record: unknown, read: (value: unknown) => Value | undefined) {
  const members = Object.entries(fieldsOf(record)).flatMap(([name, value]) => {
    const found = value === null ? null : read(value)
    return found === undefined ? [] : [[name, found] as const]
  })
  return Object.fromEntries(members)
}
