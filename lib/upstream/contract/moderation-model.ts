import { z } from 'zod'

/**
 * A moderation model behind an adapter. Rejects with UpstreamError, or with the signal's own reason once that aborts. Does
 * not retry.
 */
export interface ModerationModel {
  moderate(call: ModerationCall): Promise<ModerationAnswer>
}

export const ModerationPart = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('text'), text: z.string().min(1) }),
  z.strictObject({ type: z.literal('image_url'), image_url: z.strictObject({ url: z.string().min(1) }) }),
])
export type ModerationPart = z.infer<typeof ModerationPart>

export type ModerationCall = {
  /** The upstream's own id of the model. */
  model: string
  /** Texts, each with its own verdict, or the parts of one input. Never empty. */
  input: readonly string[] | readonly ModerationPart[]
  signal: AbortSignal
  /** Called once the upstream has accepted the call (2xx headers). */
  onAccepted?: (() => void) | undefined
}

/** Categories have the upstream's names. OpenAI's are null for models that do not know them. */
export const Verdict = z.object({
  flagged: z.boolean(),
  categories: z.record(z.string(), z.boolean().nullable()),
  /** 0 to 1. */
  category_scores: z.record(z.string(), z.number().nullable()),
  /** The kinds of input to which each category was applied, if the upstream reports them. */
  category_applied_input_types: z.record(z.string(), z.array(z.string())).optional(),
})
export type Verdict = z.infer<typeof Verdict>

export type ModerationAnswer = {
  /** One for each text, in the same order, or one for all parts. */
  verdicts: readonly Verdict[]
  /** Null: not reported. */
  promptTokens: number | null
}
