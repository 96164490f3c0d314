import { z } from 'zod'

/** What the sandbox sends, to the letter: no field more, none less. */
const usage = z.strictObject({
  prompt_tokens: z.int().positive(),
  completion_tokens: z.int().nonnegative(),
  total_tokens: z.int().positive(),
  prompt_tokens_details: z.strictObject({ cached_tokens: z.literal(0) }),
  completion_tokens_details: z.strictObject({ reasoning_tokens: z.literal(0) }),
})
const candidate = { token: z.string(), logprob: z.literal(0), bytes: z.array(z.int()) }
const logprobs = z.strictObject({
  content: z.array(z.strictObject({ ...candidate, top_logprobs: z.array(z.strictObject(candidate)) })),
  refusal: z.null(),
})
const finishReason = z.enum(['stop', 'length', 'tool_calls'])
const toolCall = z.strictObject({
  id: z.string().startsWith('call_'),
  type: z.literal('function'),
  function: z.strictObject({ name: z.string(), arguments: z.string() }),
})
const head = {
  id: z.string().startsWith('chatcmpl_'),
  created: z.int().positive(),
  model: z.string(),
  system_fingerprint: z.literal('sandbox'),
}
export const completion = z.strictObject({
  ...head,
  object: z.literal('chat.completion'),
  choices: z.array(
    z.strictObject({
      index: z.int(),
      message: z.strictObject({
        role: z.literal('assistant'),
        content: z.string().nullable(),
        refusal: z.null(),
        tool_calls: z.array(toolCall).optional(),
        annotations: z.array(z.unknown()).optional(),
      }),
      logprobs: logprobs.nullable(),
      finish_reason: finishReason,
      stop_reason: z.string().optional(),
    }),
  ),
  usage,
})
const toolDelta = z.strictObject({
  index: z.int(),
  id: z.string().optional(),
  type: z.literal('function').optional(),
  function: z.strictObject({ name: z.string().optional(), arguments: z.string() }),
})
export const chunk = z.strictObject({
  ...head,
  object: z.literal('chat.completion.chunk'),
  choices: z.array(
    z.strictObject({
      index: z.int(),
      delta: z.strictObject({
        role: z.literal('assistant').optional(),
        content: z.string().nullable().optional(),
        refusal: z.null().optional(),
        annotations: z.array(z.unknown()).optional(),
        tool_calls: z.array(toolDelta).optional(),
      }),
      logprobs: logprobs.nullable(),
      finish_reason: finishReason.nullable(),
      stop_reason: z.string().optional(),
    }),
  ),
  usage: usage.nullish(),
})
