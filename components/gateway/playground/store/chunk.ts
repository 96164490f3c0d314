import { z } from 'zod'

const tokens = z.number().nullish().catch(null)

const Usage = z.looseObject({
  prompt_tokens: tokens,
  completion_tokens: tokens,
  prompt_tokens_details: z.looseObject({ cached_tokens: tokens }).nullish().catch(null),
  completion_tokens_details: z.looseObject({ reasoning_tokens: tokens }).nullish().catch(null),
  cost: z.number().nullish().catch(null),
})

const CallDelta = z.looseObject({
  index: z.number().nullish(),
  id: z.string().nullish(),
  function: z.looseObject({ name: z.string().nullish(), arguments: z.string().nullish() }).nullish(),
})

const Delta = z.looseObject({
  content: z.string().nullish(),
  /** Upstreams use one of two names for reasoning. */
  reasoning_content: z.string().nullish(),
  reasoning: z.string().nullish(),
  refusal: z.string().nullish(),
  tool_calls: z.array(CallDelta).nullish(),
})

/** One event of a streamed chat completion: the fields that the playground reads. */
export const Chunk = z.looseObject({
  choices: z
    .array(z.looseObject({ delta: Delta.nullish(), finish_reason: z.string().nullish() }))
    .nullish()
    .transform((choices) => choices ?? []),
  usage: Usage.nullish(),
})
export type Chunk = z.infer<typeof Chunk>
