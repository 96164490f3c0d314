/** Which sequence stopped an answer, in the field that vLLM has for it: OpenAI's own format has none. */
export function writeStop(stopSequence: string | undefined): { stop_reason?: string } {
  return stopSequence === undefined ? {} : { stop_reason: stopSequence }
}
