/** A tool call as OpenAI writes it, with Google's seal where Google's own OpenAI-compatible answers have it. */
export function writeToolCall(call: {
  id: string
  name: string
  arguments: string
  thoughtSignature: string | undefined
}): object {
  return {
    id: call.id,
    type: 'function',
    function: { name: call.name, arguments: call.arguments },
    ...(call.thoughtSignature !== undefined && {
      extra_content: { google: { thought_signature: call.thoughtSignature } },
    }),
  }
}
