import { z } from 'zod'
import { type ModerationModel, Verdict } from '@/lib/upstream/contract/moderation-model'
import type { OpenAiCompatibleSettings } from './exchange'
import { jsonAsker } from './whole-answer'

/** Mistral's verdicts leave out whether anything was flagged (docs.mistral.ai, "Moderation"). */
const Reply = z.object({
  results: z.array(Verdict.extend({ flagged: z.boolean().optional() })).min(1),
  usage: z
    .object({ prompt_tokens: z.int().min(0) })
    .nullish()
    .catch(null),
})

/** Moderations by any upstream that has OpenAI's endpoint for them. */
export function createOpenAiCompatibleModerations(settings: OpenAiCompatibleSettings): ModerationModel {
  const ask = jsonAsker(settings, { path: '/moderations', mark: '"categories"' })
  return {
    moderate: ({ model, input, ...watch }) =>
      ask({ model, input }, watch, (reply) => {
        const { results, usage } = Reply.parse(reply)
        const expected = typeof input[0] === 'string' ? input.length : 1
        if (results.length !== expected) throw new Error('there is not one verdict for each input')
        const verdicts = results.map((one) => ({
          ...one,
          flagged: one.flagged ?? Object.values(one.categories).includes(true),
        }))
        return { verdicts, promptTokens: usage?.prompt_tokens ?? null }
      }),
  }
}
