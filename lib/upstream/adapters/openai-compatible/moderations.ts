import type { ModerationModel, Verdict } from '@/lib/upstream/contract/moderation-model'
import { fieldsOf, listIn, numberOf, promptTokensOf } from '@/lib/upstream/reading/members'
import type { OpenAiCompatibleSettings } from './exchange'
import { jsonAsker } from './whole-answer'

/** Moderations by any upstream that has OpenAI's endpoint for them. */
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
 * Mistral's verdicts leave out whether anything was flagged (docs.mistral.ai, "Moderation"), others leave out the
 * categories. Throws for one that says neither.
 */
function readVerdict(item: unknown): Verdict {
  const { flagged, categories, category_scores, category_applied_input_types, flagged_categories } =
    fieldsOf(item)
  const named = Array.isArray(categories) ? categories : flagged_categories
  const found = {
    ...membersOf(categories, truthOf),
    ...Object.fromEntries(Array.isArray(named) ? named.map((name) => [String(name), true]) : []),
  }
  const verdict = truthOf(flagged) ?? (Object.keys(found).length > 0 ? isAny(found) : undefined)
  if (verdict === undefined) throw new Error('there is no verdict')
  const types = Object.entries(fieldsOf(category_applied_input_types)).flatMap(([name, kinds]) =>
    Array.isArray(kinds) ? [[name, kinds.filter((kind) => typeof kind === 'string')]] : [],
  )
  return {
    flagged: verdict,
    categories: found,
    category_scores: membersOf(category_scores, numberOf),
    ...(types.length > 0 && { category_applied_input_types: Object.fromEntries(types) }),
  }
}

const isAny = (categories: Verdict['categories']) => Object.values(categories).includes(true)

/** Also as text and as a number. */
function truthOf(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value
  if (typeof value === 'string' && /^(?:true|false)$/i.test(value)) return value.toLowerCase() === 'true'
  const number = numberOf(value)
  return number === undefined ? undefined : number !== 0
}

/** What a record says; null is OpenAI's word for what a model does not know. */
function membersOf<Value>(record: unknown, read: (value: unknown) => Value | undefined) {
  const members: [string, Value | null][] = []
  for (const [name, value] of Object.entries(fieldsOf(record))) {
    const found = value === null ? null : read(value)
    if (found !== undefined) members.push([name, found])
  }
  return Object.fromEntries(members)
}
