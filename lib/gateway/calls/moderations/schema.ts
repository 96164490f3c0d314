import { z } from 'zod'
import { ModerationPart, Verdict } from '@/lib/upstream/contract/moderation-model'
import { CallUsage, callFields } from '../schema'

/** Moderations: texts or pictures in, what is harmful about them out. The wire format is OpenAI's. */
const MOST_INPUTS = 256

const inputRule = `must be a text, a list of 1 to ${MOST_INPUTS} texts, or a list of parts; none may be empty`
const text = z.string().min(1)

export const ModerationRequest = z.strictObject({
  ...callFields,
  /** Texts have a verdict each; parts (texts and pictures) have one together. */
  input: z.union(
    [text, z.array(text).min(1).max(MOST_INPUTS), z.array(ModerationPart).min(1).max(MOST_INPUTS)],
    { error: inputRule },
  ),
})
export type ModerationRequest = z.output<typeof ModerationRequest>

export const ModerationReply = z.object({
  id: z.string(),
  model: z.string(),
  results: z.array(Verdict).min(1),
  /** Our addition. */
  usage: CallUsage,
})
export type ModerationReply = z.output<typeof ModerationReply>
