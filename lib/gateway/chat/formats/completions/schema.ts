import { z } from 'zod'
import { FallbackModels, ProviderPreferences } from '@/lib/gateway/routing/schema'
import { UsageReply } from '../../schema'

/**
 * Text completions: OpenAI's older format, answered by chat models. The prompt is sent as the user's message, and the model's
 * answer is the text.
 */
const MOST_PROMPTS = 20

const promptRule = `must be a text, or a list of 1 to ${MOST_PROMPTS} texts, and not empty`
const penalty = z.number().min(-2).max(2).nullish().meta({ default: 0 })

export const TextCompletionRequest = z.strictObject({
  model: z.string().min(1).max(256).nullish(),
  models: FallbackModels.nullish(),
  provider: ProviderPreferences.nullish(),
  /** Each prompt of a list gets `n` choices. */
  prompt: z.union([z.string().min(1), z.array(z.string().min(1)).min(1).max(MOST_PROMPTS)], {
    error: promptRule,
  }),
  max_tokens: z.number().int().min(1).max(10_000_000).nullish().meta({ default: 16 }),
  temperature: z.number().min(0).max(2).nullish().meta({ default: 1 }),
  top_p: z.number().min(0).max(1).nullish().meta({ default: 1 }),
  n: z.number().int().min(1).max(128).nullish().meta({ default: 1 }),
  stop: z.union([z.string(), z.array(z.string()).max(4)]).nullish(),
  seed: z.number().int().nullish(),
  frequency_penalty: penalty,
  presence_penalty: penalty,
  logit_bias: z.record(z.string(), z.number()).nullish(),
  user: z.string().max(512).nullish(),
  stream: z.boolean().nullish().meta({ default: false }),
  stream_options: z.looseObject({ include_usage: z.boolean().nullish() }).nullish(),
  /** How many of the likeliest tokens to list at each position, if the model reports them. */
  logprobs: z.number().int().min(0).max(5).nullish(),
  /** Whether the text begins with the prompt. */
  echo: z.boolean().nullish().meta({ default: false }),
  /** Not supported: refused by name. */
  suffix: z.string().nullish(),
  best_of: z.number().int().min(1).max(20).nullish(),
})
export type TextCompletionRequest = z.output<typeof TextCompletionRequest>

/** Each list has an entry per token; `text_offset` is where the token begins in the text. */
const TextLogprobs = z.object({
  tokens: z.array(z.string()),
  token_logprobs: z.array(z.number()),
  top_logprobs: z.array(z.record(z.string(), z.number())),
  text_offset: z.array(z.int()),
})
export type TextLogprobs = z.output<typeof TextLogprobs>

const TextChoice = z.object({
  text: z.string(),
  /** Choices of the first prompt come first, then those of the second. */
  index: z.int(),
  logprobs: TextLogprobs.nullable(),
  finish_reason: z.string(),
})
export type TextChoice = z.output<typeof TextChoice>

export const TextCompletionReply = z.object({
  id: z.string(),
  object: z.literal('text_completion'),
  created: z.int(),
  model: z.string(),
  choices: z.array(TextChoice).min(1),
  usage: UsageReply,
})
export type TextCompletionReply = z.output<typeof TextCompletionReply>
