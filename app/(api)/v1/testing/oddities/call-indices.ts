import { byMessages, byResponses, calledFor, type Oddity, streamedCalls } from './oddity'
import { call, chunk, stream, usageChunk } from './upstream-bytes'

const opening = chunk({ role: 'assistant', content: null })
const end = chunk({}, 'tool_calls')
const oslo = { calls: [calledFor('Oslo')] }
const osloAndRome = {
  calls: [
    { ...calledFor('Oslo'), id: 'call_a' },
    { ...calledFor('Rome'), id: 'call_b' },
  ],
}

/** Deltas of calls, one chunk each. */
const deltas = (...pieces: unknown[]) => pieces.map((piece) => chunk({ tool_calls: [piece] }))
const calling = (...pieces: unknown[]) => stream(opening, ...deltas(...pieces), end, usageChunk)
const city = (name: string) => JSON.stringify({ city: name })
const { index: _, ...unindexed } = call(city('Oslo'), { id: 'call_a' })
const { index: __, ...unindexedRome } = call(city('Rome'), { id: 'call_b' })
const piece = (args: unknown, more: object = {}) => ({ index: 0, function: { arguments: args }, ...more })
const inTurn = stream(
  chunk({
    role: 'assistant',
    content: null,
    tool_calls: [call('', { id: 'call_a' }), call('', { id: 'call_b', index: 1 })],
  }),
  ...deltas(
    piece('{"city":'),
    piece('{"city":', { index: 1 }),
    piece('"Oslo"}'),
    piece('"Rome"}', { index: 1 }),
  ),
  end,
  usageChunk,
)
const allZero = calling(call(city('Oslo'), { id: 'call_a' }), call(city('Rome'), { id: 'call_b' }))
const withoutIndex = calling(unindexed, unindexedRome)

/** The index of a call, and whose piece a piece is. */
export const callIndices: readonly Oddity[] = [
  {
    report: 'ollama/ollama#7881',
    comes: 'Two streamed calls without `index`.',
    becomes: 'They get one each: 0 and 1.',
    tries: [streamedCalls(withoutIndex, osloAndRome), byMessages(true, withoutIndex, osloAndRome)],
  },
  {
    report: 'SamSaffron/term-llm#314',
    comes: 'Calls without `index`, both in one chunk.',
    becomes: 'Two calls.',
    tries: [
      streamedCalls(
        stream(opening, chunk({ tool_calls: [unindexed, unindexedRome] }), end, usageChunk),
        osloAndRome,
      ),
    ],
  },
  {
    report: 'openai/openai-python#2806',
    comes:
      'One call without `index` (Gemini’s OpenAI-compatible API), its arguments in a second delta without one.',
    becomes: 'One call with index 0.',
    tries: [
      streamedCalls(
        calling(
          { ...unindexed, function: { name: 'get_weather', arguments: '{"city":' } },
          { function: { arguments: '"Oslo"}' } },
        ),
        oslo,
      ),
      byMessages(
        true,
        calling(
          { ...unindexed, function: { name: 'get_weather', arguments: '{"city":' } },
          { function: { arguments: '"Oslo"}' } },
        ),
        oslo,
      ),
    ],
  },
  {
    report: 'AstrBotDevs/AstrBot#6692',
    comes: 'A call with `index: null`, to a client of the Responses format.',
    becomes: 'One call.',
    tries: [
      byResponses(true, calling({ ...unindexed, index: null }), oslo),
      streamedCalls(calling({ ...unindexed, index: null }), oslo),
    ],
  },
  {
    report: 'chenyme/grok2api#239',
    comes: 'A call without `index` beside words, in the chunk with the finish_reason.',
    becomes: 'The call has an index, and the end stands behind it.',
    tries: [
      streamedCalls(
        stream(
          chunk({ role: 'assistant', content: 'Hm' }),
          chunk({ tool_calls: [unindexed] }, 'tool_calls'),
          usageChunk,
        ),
        { text: 'Hm', ...oslo },
      ),
    ],
  },
  {
    report: 'ollama/ollama#15457',
    comes: 'Two whole calls with ids of their own, both with `index: 0`.',
    becomes: 'Two calls, 0 and 1.',
    tries: [
      streamedCalls(allZero, osloAndRome),
      byMessages(true, allZero, osloAndRome),
      byResponses(true, allZero, osloAndRome),
    ],
  },
  {
    report: 'su-kaka/gcli2api#406',
    comes: 'Three whole calls of one function, all with `index: 0` (Gemini).',
    becomes: 'Three calls.',
    tries: [
      streamedCalls(
        calling(...['Oslo', 'Rome', 'Lima'].map((name, at) => call(city(name), { id: `call_${at}` }))),
        { calls: ['Oslo', 'Rome', 'Lima'].map(calledFor) },
      ),
    ],
  },
  {
    report: 'ai-dynamo/dynamo#4723',
    comes: 'Two calls with `index: 0`, a line feed of text between them.',
    becomes: 'Two calls, and the text.',
    tries: [
      streamedCalls(
        stream(
          opening,
          ...deltas(call(city('Oslo'), { id: 'call_a' })),
          chunk({ role: 'assistant', content: '\n' }),
          ...deltas(call(city('Rome'), { id: 'call_b' })),
          end,
          usageChunk,
        ),
        { text: '\n', ...osloAndRome },
      ),
    ],
  },
  {
    report: 'huggingface/smolagents#1958',
    comes: 'Two whole calls of one function with `index: 0` and no ids (Ollama by LiteLLM).',
    becomes: 'Two calls: the arguments of the first are whole when the second begins.',
    tries: [
      streamedCalls(
        calling(
          { index: 0, type: 'function', function: { name: 'get_weather', arguments: city('Oslo') } },
          { index: 0, type: 'function', function: { name: 'get_weather', arguments: city('Rome') } },
        ),
        { calls: [calledFor('Oslo'), calledFor('Rome')] },
      ),
    ],
  },
  {
    report: 'InternLM/lmdeploy#3412',
    comes:
      'Two calls with `index: 0` in pieces whose `id` is empty (vLLM), or the call’s own again (SGLang).',
    becomes: 'Two calls; a piece belongs to the call of its id, else to the one before it.',
    tries: [
      streamedCalls(
        calling(
          call('', { id: 'call_a' }),
          piece(city('Oslo'), { id: '', type: 'function' }),
          call('', { id: 'call_b' }),
          piece(city('Rome'), { id: '', type: 'function' }),
        ),
        osloAndRome,
      ),
      streamedCalls(
        calling(
          call('', { id: '0' }),
          piece(city('Oslo'), { id: '0' }),
          call('', { id: '1' }),
          piece(city('Rome'), { id: '1' }),
        ),
        { calls: [calledFor('Oslo'), calledFor('Rome')] },
        { name: 'ids again' },
      ),
    ],
  },
  {
    report: 'BerriAI/litellm#32759',
    comes: 'A call whose `index` begins at 1 (Bedrock).',
    becomes: 'Its index is 0.',
    tries: [
      streamedCalls(
        calling(call('{"city":', { id: 'call_a', index: 1 }), piece('"Oslo"}', { index: 1 })),
        oslo,
      ),
    ],
  },
  {
    report: 'aws-samples/bedrock-access-gateway#247',
    comes: '`index: -1` in the deltas of a call.',
    becomes: 'Its index is 0.',
    tries: [
      streamedCalls(
        calling(call('{"city":', { id: 'call_a', index: -1 }), piece('"Oslo"}', { index: -1 })),
        oslo,
      ),
      byMessages(
        true,
        calling(call('{"city":', { id: 'call_a', index: -1 }), piece('"Oslo"}', { index: -1 })),
        oslo,
      ),
    ],
  },
  {
    report: 'pipecat-ai/pipecat#5342',
    comes: 'Calls whose indices begin at 1 behind words, two of them.',
    becomes: 'Their indices are 0 and 1.',
    tries: [
      streamedCalls(
        stream(
          chunk({ role: 'assistant', content: 'Hm' }),
          ...deltas(
            call(city('Oslo'), { id: 'call_a', index: 1 }),
            call(city('Rome'), { id: 'call_b', index: 2 }),
          ),
          end,
          usageChunk,
        ),
        { text: 'Hm', ...osloAndRome },
      ),
    ],
  },
  {
    report: 'praxis-proxy/ai#266',
    comes: 'Pieces of two calls in turn, to a client of the Messages format.',
    becomes: 'Two blocks one after another, each whole.',
    tries: [byMessages(true, inTurn, osloAndRome)],
  },
  {
    report: 'QwenLM/Qwen-Agent#943',
    comes: 'Pieces of two calls in turn, the ids in the first ones alone.',
    becomes: 'In chat as they came; in Responses two items, each whole.',
    tries: [streamedCalls(inTurn, osloAndRome), byResponses(true, inTurn, osloAndRome)],
  },
  {
    report: 'ls1intum/edutelligence#923',
    comes: 'A second call begins and ends before the first one has all of its arguments.',
    becomes: 'Two blocks in Messages, each whole.',
    tries: [
      byMessages(
        true,
        calling(
          call('{"city":', { id: 'call_a' }),
          call(city('Rome'), { id: 'call_b', index: 1 }),
          piece('"Oslo"}'),
        ),
        osloAndRome,
      ),
    ],
  },
]
