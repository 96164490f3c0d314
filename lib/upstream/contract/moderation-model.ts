import { z } from 'zod'

/**
 * A model behind an adapter that says what is harmful in a text or a picture. Rejects with UpstreamError, or with the
 * signal's own reason once that aborts. Does not retry.
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
  /** Texts, each with a verdict of its own; or the parts of one input. Never empty. */
  input: readonly string[] | readonly ModerationPart[]
  signal: AbortSignal
  /** Called once the upstream has accepted the call (2xx headers). */
  onAccepted?: (() => void) | undefined
}

/** Categories have the upstream's own names; OpenAI's has some that are null where a model does not know them. */
export const Verdict = z.object({
  flagged: z.boolean(),
  categories: z.record(z.string(), z.boolean().nullable()),
  /** 0 to 1. */
  category_scores: z.record(z.string(), z.number().nullable()),
  /** Which kinds of input each was looked for in, where the upstream says so. */
  category_applied_input_types: z.record(z.string(), z.array(z.string())).optional(),
})
export type Verdict = z.infer<typeof Verdict>

export type ModerationAnswer = {
  /** One for each text in its order, or one for all parts. */
  verdicts: readonly Verdict[]
  /** Null: not reported. */
  promptTokens: number | null
}
