import { z } from 'zod'
import { omit } from '@/lib/platform/json'
import { countOf, type Fields, fieldsOf, listOf, textOf } from '@/lib/upstream/reading/members'
import { type AnswerMender, count, loosely, text } from '../mend-answer'

const nothing = z.undefined().optional().catch(undefined)
const Part = loosely({
  functionCall: z.looseObject({ id: text, name: z.string() }).optional().catch(undefined),
})
const byModality = z.preprocess(
  (list) =>
    listOf(list).flatMap((one) => {
      const [modality, tokenCount] = [textOf(fieldsOf(one).modality), countOf(fieldsOf(one).tokenCount)]
      return modality === undefined || tokenCount === undefined ? [] : [{ modality, tokenCount }]
    }),
  z.array(z.object({ modality: z.string(), tokenCount: z.number() })),
)
const Usage = z
  .object({
    promptTokensDetails: byModality,
    cacheTokensDetails: byModality,
    candidatesTokensDetails: byModality,
    serviceTier: text,
  })
  .catchall(count)
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
  usageMetadata: Usage.optional().catch(undefined),
})

/** Repairs answers of Google's API, whose events each have the form of a whole answer. */
export class GeminiMender implements AnswerMender {
  readonly #callIds = new Set<string>()
  #isOver = false

  whole(parts: readonly Fields[]): Fields | undefined {
    if (!parts.some(({ candidates, promptFeedback }) => candidates || promptFeedback)) return undefined
    const answers = parts.map((part) => this.#read(part))
    if (answers.length > 1 && !this.#isOver) return undefined
    const candidates = answers.flatMap((answer) => answer.candidates?.[0] ?? [])
    const content = { role: 'model', parts: candidates.flatMap((one) => one.content.parts) }
    return {
      ...merge(answers),
      ...(candidates.length > 0 && { candidates: [{ ...merge(candidates), content }] }),
    }
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

/** One object with the last value of each member. */
function merge(objects: readonly Fields[]): Fields {
  return Object.assign({}, ...objects.map((one) => omit(one, (_name, value) => value === undefined)))
}
