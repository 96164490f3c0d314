import type { Answer } from '../answer/answer'

/** How a choice ends; where a sequence of the caller's stopped it, also which, in the field that vLLM has for that. */
export function endingOf({ finishReason, stopSequence }: Answer) {
  return {
    finish_reason: finishReason,
    ...(stopSequence !== undefined && { stop_reason: stopSequence }),
  }
}
