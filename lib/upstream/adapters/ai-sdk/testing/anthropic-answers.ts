/**
 * Answers of Anthropic's Messages API, after the shapes of its own TypeScript SDK (`src/resources/messages/messages.ts`,
 * `src/resources/shared.ts`, package @anthropic-ai/sdk 1.12.0) and platform.claude.com/docs/en/build-with-claude/streaming.
 */
export const anthropicMessage = {
  id: 'msg_013Zva2CMHLNnXjNJJKqJ2EF',
  type: 'message',
  role: 'assistant',
  model: 'claude-sonnet-4-6',
  content: [{ type: 'text', text: 'Hi! My name is Claude.', citations: null }],
  stop_reason: 'end_turn',
  stop_sequence: null,
  usage: {
    input_tokens: 12,
    cache_creation_input_tokens: 4,
    cache_read_input_tokens: 100,
    output_tokens: 30,
    output_tokens_details: { thinking_tokens: 21 },
    service_tier: 'standard',
  },
}

export const anthropicToolUse = {
  ...anthropicMessage,
  content: [
    { type: 'thinking', thinking: 'Two cities.', signature: 'EqQBCgIYAhIM' },
    { type: 'redacted_thinking', data: 'EmwKAhgBEgy3va3pzix' },
    { type: 'text', text: 'Let me look.', citations: null },
    { type: 'tool_use', id: 'toolu_01A', name: 'get_weather', input: { city: 'Łódź' } },
    { type: 'tool_use', id: 'toolu_01B', name: 'get_weather', input: {} },
  ],
  stop_reason: 'tool_use',
}

/** The JSON tool that the package offers where JSON must come. */
export const anthropicJsonTool = {
  ...anthropicMessage,
  content: [{ type: 'tool_use', id: 'toolu_01C', name: 'json', input: { city: 'Łódź' } }],
  stop_reason: 'tool_use',
}

export function anthropicError(type: string, message: string) {
  return { type: 'error', error: { type, message }, request_id: 'req_011CSHoEeqs5C35K2UUqR7Fy' }
}

/** One event, as it goes over the wire. */
export function anthropicEvent(type: string, fields: object = {}): string {
  return `event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`
}

const { content: _, ...head } = anthropicMessage

export const anthropicStart = anthropicEvent('message_start', {
  message: {
    ...head,
    content: [],
    stop_reason: null,
    usage: {
      input_tokens: 12,
      cache_creation_input_tokens: 4,
      cache_read_input_tokens: 100,
      output_tokens: 1,
    },
  },
})

export function anthropicBlock(index: number, block: object, deltas: object[]): string {
  return [
    anthropicEvent('content_block_start', { index, content_block: block }),
    ...deltas.map((delta) => anthropicEvent('content_block_delta', { index, delta })),
    anthropicEvent('content_block_stop', { index }),
  ].join('')
}

export function anthropicText(index: number, ...texts: string[]): string {
  const deltas = texts.map((text) => ({ type: 'text_delta', text }))
  return anthropicBlock(index, { type: 'text', text: '' }, deltas)
}

export function anthropicEnd(stopReason: string, stopSequence: string | null = null): string {
  const delta = anthropicEvent('message_delta', {
    delta: { stop_reason: stopReason, stop_sequence: stopSequence },
    usage: { output_tokens: 30, output_tokens_details: { thinking_tokens: 21 } },
  })
  return delta + anthropicEvent('message_stop')
}
