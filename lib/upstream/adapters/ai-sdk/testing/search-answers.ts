import { anthropicBlock, anthropicEvent, anthropicMessage, anthropicStart } from './anthropic-answers'
import { googleAnswer } from './google-answers'

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
