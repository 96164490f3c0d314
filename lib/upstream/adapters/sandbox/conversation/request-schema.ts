import { z } from 'zod'

/** What the sandbox reads of a request; all else is accepted and has no effect. */
const part = z.looseObject({ type: z.string() })
const content = z.union([z.string(), z.array(part)]).nullish()
const toolCall = z.looseObject({
  id: z.string().nullish(),
  function: z.looseObject({ name: z.string(), arguments: z.string().nullish() }).nullish(),
})
const message = z.looseObject({
  role: z.string(),
  content,
  name: z.string().nullish(),
  tool_calls: z.array(toolCall).nullish(),
  tool_call_id: z.string().nullish(),
})
const tool = z.looseObject({
  type: z.string(),
  function: z
    .looseObject({
      name: z.string(),
      description: z.string().nullish(),
      parameters: z.union([z.record(z.string(), z.unknown()), z.boolean()]).nullish(),
    })
    .nullish(),
})
const toolChoice = z.union([
  z.string(),
  z.looseObject({ type: z.string(), function: z.looseObject({ name: z.string() }).nullish() }),
])
const responseFormat = z.looseObject({
  type: z.string(),
  json_schema: z.looseObject({ schema: z.unknown().optional() }).nullish(),
})

export const sandboxRequest = z
  .looseObject({
    model: z.string(),
    messages: z.array(message),
    tools: z.array(tool).nullish(),
    tool_choice: toolChoice.nullish(),
    parallel_tool_calls: z.boolean().nullish(),
    response_format: responseFormat.nullish(),
    stop: z.union([z.string(), z.array(z.string())]).nullish(),
    max_tokens: z.number().nullish(),
    max_completion_tokens: z.number().nullish(),
    n: z.number().nullish(),
    seed: z.number().nullish(),
    logprobs: z.boolean().nullish(),
    top_logprobs: z.number().nullish(),
    temperature: z.number().nullish(),
    stream_options: z.looseObject({ include_usage: z.boolean().nullish() }).nullish(),
    web_search: z.boolean().nullish(),
  })
  .refine(({ logprobs, top_logprobs: top }) => logprobs === true || (top ?? 0) === 0, {
    path: ['top_logprobs'],
    message: 'top_logprobs is only allowed with logprobs: true.',
  })

export type SandboxRequest = z.infer<typeof sandboxRequest>
export type SandboxMessage = z.infer<typeof message>
export type SandboxTool = NonNullable<z.infer<typeof tool>['function']>
