import { z } from 'zod'
import { omit } from '@/lib/platform/json'
import type { Fields } from '@/lib/upstream/reading/members'
import { type AnswerMender, count, loosely, text } from '../mend-answer'

const nothing = z.undefined().optional().catch(undefined)
const Part = loosely({
  functionCall: z.looseObject({ id: text, name: z.string() }).optional().catch(undefined),
})
const Chunks = z.array(z.object({ web: z.object({ uri: z.string(), title: text }) }))
const Answer = z.looseObject({
  responseId: text,
  candidates: z
    .array(
      loosely({
        content: loosely({ parts: z.array(Part).catch([]) }),
        finishReason: text,
        safetyRatings: nothing,
        urlContextMetadata: nothing,
        groundingMetadata: z
          .object({ webSearchQueries: z.array(z.string()).optional(), groundingChunks: Chunks.optional() })
          .optional()
          .catch(undefined),
      }),
    )
    .optional()
    .catch(undefined),
  promptFeedback: z.object({ blockReason: text }).optional().catch(undefined),
  usageMetadata: z.record(z.string(), count).optional().catch(undefined),
})

/** Answers of Google's API: each event has the shape of a whole one. */
export class GeminiMender implements AnswerMender {
  readonly #callIds = new Set<string>()
  #isOver = false

  whole(parts: readonly Fields[]): Fields | undefined {
    if (!parts.some(({ candidates, promptFeedback }) => candidates || promptFeedback)) return undefined
    const told = parts.map((part) => this.#read(part))
    if (told.length > 1 && !this.#isOver) return undefined
    const said = told.flatMap(({ candidates }) => candidates?.[0] ?? [])
    const content = { role: 'model', parts: said.flatMap((one) => one.content.parts) }
    return { ...last(told), ...(said.length > 0 && { candidates: [{ ...last(said), content }] }) }
  }

  event(event: Fields): Fields[] {
    return [this.#read(event)]
  }

  #read(event: Fields): z.infer<typeof Answer> {
    const answer = Answer.parse(event)
    this.#isOver ||= answer.promptFeedback?.blockReason !== undefined
    for (const { finishReason, content } of answer.candidates ?? []) {
      this.#isOver ||= finishReason !== undefined
      for (const { functionCall: call } of content.parts) {
        if (call?.id === undefined) continue
        if (this.#callIds.has(call.id)) call.id = undefined
        else this.#callIds.add(call.id)
      }
    }
    return answer
  }

  end(): Fields[] | undefined {
    return this.#isOver ? [] : undefined
  }
}

/** The last that is said of each. */
function last(said: readonly Fields[]): Fields {
  return Object.assign({}, ...said.map((one) => omit(one, (_name, value) => value === undefined)))
}
