/** Finish reasons are those of OpenAI; vendors that speak its format write some of their own. */
const known = new Map([
  ['stop', 'stop'],
  ['length', 'length'],
  ['tool_calls', 'tool_calls'],
  ['content_filter', 'content_filter'],
  ['function_call', 'tool_calls'],
  ['max_tokens', 'length'],
  ['model_length', 'length'],
  ['tool_use', 'tool_calls'],
  ['sensitive', 'content_filter'],
  ['safety', 'content_filter'],
])

export function toFinishReason(reason: string): string {
  return known.get(reason.toLowerCase()) ?? 'stop'
}
