/** A sealed thought, in the shape that callers give back with the conversation; undefined where nothing seals it. */
export function writeReasoningDetail(
  thought: { text: string; signature: string | undefined; redacted: string | undefined },
  format: string,
): object | undefined {
  const { text, signature, redacted } = thought
  if (redacted !== undefined) return { type: 'reasoning.encrypted', data: redacted, format }
  return signature === undefined ? undefined : { type: 'reasoning.text', text, signature, format }
}
