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

/**
 * Answers of the Gemini API, after the shapes of Google's own SDK (googleapis/js-genai `src/types.ts`) and
 * ai.google.dev/api/generate-content; errors after google.rpc.Status.
 */
const googleUsage = {
  promptTokenCount: 50,
  cachedContentTokenCount: 40,
  toolUsePromptTokenCount: 5,
  candidatesTokenCount: 20,
  thoughtsTokenCount: 7,
  totalTokenCount: 82,
}

export function googleAnswer(parts: object[], more: object = {}) {
  return {
    candidates: [{ content: { role: 'model', parts }, finishReason: 'STOP', index: 0, ...more }],
    usageMetadata: googleUsage,
    modelVersion: 'gemini-3.8-flash',
    responseId: 'mAitaLmkHPPlz7IPvtfUqQ4',
  }
}

export const googleCall = {
  functionCall: { name: 'get_weather', args: { city: 'Łódź' } },
  thoughtSignature: 'CtwFAVSoXO5WrT',
}

export const googleBlocked = {
  promptFeedback: { blockReason: 'PROHIBITED_CONTENT' },
  usageMetadata: { promptTokenCount: 50, totalTokenCount: 50 },
  responseId: 'mAitaLmkHPPlz7IPvtfUqQ4',
}

export function googleError(code: number, status: string, message: string, details: object[] = []) {
  return { error: { code, message, status, details } }
}

/** One record of `alt=sse`, which has the full shape of an answer. */
export function googleEvent(answer: object): string {
  return `data: ${JSON.stringify(answer)}\r\n\r\n`
}

/**
 * Answers that searched the web: Anthropic's after platform.claude.com/docs/en/agents-and-tools/tool-use/web-search-tool,
 * Google's after ai.google.dev/gemini-api/docs/google-search.
 */
const call = {
  type: 'server_tool_use',
  id: 'srvtoolu_1',
  name: 'web_search',
  input: { query: 'Oslo weather' },
}
const found = {
  type: 'web_search_tool_result',
  tool_use_id: 'srvtoolu_1',
  content: ['https://weather.example/oslo', 'https://other.example/'].map((url) => ({
    type: 'web_search_result',
    url,
    title: 'Weather in Oslo',
    encrypted_content: 'EqgfCioIARgB',
    page_age: null,
  })),
}
const citation = {
  type: 'web_search_result_location',
  url: 'https://weather.example/oslo',
  title: 'Weather in Oslo',
  encrypted_index: 'Eo8BCioIAhgB',
  cited_text: 'Seven degrees and rain.',
}
const usage = { ...anthropicMessage.usage, server_tool_use: { web_search_requests: 2 } }

export const anthropicSearched = {
  ...anthropicMessage,
  content: [
    { type: 'text', text: 'I looked. ', citations: null },
    call,
    found,
    { type: 'text', text: 'It is 7 °C.', citations: [citation] },
  ],
  usage,
}

export const anthropicSearchedStream = [
  anthropicStart,
  anthropicBlock(0, { type: 'text', text: '' }, [{ type: 'text_delta', text: 'I looked. ' }]),
  anthropicBlock(1, { ...call, input: {} }, [
    { type: 'input_json_delta', partial_json: '{"query":"Oslo weather"}' },
  ]),
  anthropicBlock(2, found, []),
  anthropicBlock(3, { type: 'text', text: '', citations: [] }, [
    { type: 'citations_delta', citation },
    { type: 'text_delta', text: 'It is 7 °C.' },
  ]),
  anthropicEvent('message_delta', { delta: { stop_reason: 'end_turn', stop_sequence: null }, usage }),
  anthropicEvent('message_stop'),
]

export const googleSearched = googleAnswer([{ text: 'It is 7 °C.' }], {
  groundingMetadata: {
    webSearchQueries: ['Oslo weather', 'Oslo temperature now', 'Oslo forecast'],
    groundingChunks: [{ web: { uri: 'https://weather.example/oslo', title: 'weather.example' } }],
    groundingSupports: [
      { segment: { startIndex: 0, endIndex: 12, text: 'It is 7 °C.' }, groundingChunkIndices: [0] },
    ],
  },
})
