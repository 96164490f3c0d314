import type { ErrorEnvelope } from './parse-error-envelope'

const TOO_LONG_CODE = /^(?:context_length_exceeded|context_window_exceeded|input_too_long|prompt_too_long)$/i
const TOO_LONG_TEXT =
  /maximum context length|input token count[^.]{0,40}exceeds|context[ _](?:length|window)[^.]{0,40}exceed|exceed[^.]{0,60}context (?:length|window|size)|prompt is too long|input (?:is )?too long/i
const POLICY_CODE =
  /content_?filter|content_?policy|moderation|responsible_?ai|data_?inspection_?failed|sensitive_?content|safety_violation/i

/** Our own code for the refusals that callers treat apart, where the upstream's answer says as much. */
export function classifyRefusal({ code = '', type = '', message = '' }: ErrorEnvelope): string | undefined {
  if (POLICY_CODE.test(code) || POLICY_CODE.test(type)) return 'content_policy_violation'
  if (TOO_LONG_CODE.test(code) || TOO_LONG_CODE.test(type)) return 'context_length_exceeded'
  return TOO_LONG_TEXT.test(message.slice(0, 2000)) ? 'context_length_exceeded' : undefined
}
