import { z } from 'zod'
import type { Answer } from '../suite'

const count = z.int().min(0)

/** What the gateway answers, as far as it is graded and counted. */
export const CompletionReply = z.object({
  choices: z
    .array(
      z.object({
        message: z.object({
          content: z.string().nullish(),
          tool_calls: z
            .array(z.object({ function: z.object({ name: z.string(), arguments: z.string() }) }))
            .nullish(),
        }),
      }),
    )
    .min(1),
  usage: z.object({ prompt_tokens: count, completion_tokens: count, cost: z.number().min(0) }),
})
export type CompletionReply = z.infer<typeof CompletionReply>

export const ErrorReply = z.object({ error: z.object({ message: z.string(), code: z.string() }) })

export function toAnswer({ choices }: CompletionReply): Answer {
  const message = choices[0]?.message
  return {
    text: message?.content ?? '',
    calls: (message?.tool_calls ?? []).map(({ function: called }) => ({
      name: called.name,
      arguments: called.arguments,
    })),
  }
}
