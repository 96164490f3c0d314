import {
  byMessages,
  byResponses,
  calledFor,
  type Oddity,
  streamed,
  streamedCalls,
  wholeCalls,
} from './oddity'
import { call, chunk, completion, json, stream, usageChunk } from './upstream-bytes'

const opening = chunk({ role: 'assistant', content: null })
const end = chunk({}, 'tool_calls')
const stop = chunk({}, 'stop')
const oslo = { calls: [calledFor('Oslo')] }
const deltas = (...pieces: unknown[]) => pieces.map((piece) => chunk({ tool_calls: [piece] }))
const calling = (...pieces: unknown[]) => stream(opening, ...deltas(...pieces), end, usageChunk)
const city = (name: string) => JSON.stringify({ city: name })
const piece = (args: unknown, more: object = {}) => ({ index: 0, function: { arguments: args }, ...more })
const told = (args: unknown, value = '{}') => {
  const given = {
    id: 'call_a',
    type: 'function',
    function: { name: 'get_weather', ...(args !== undefined && { arguments: args }) },
  }
  const calls = [{ id: 'call_a', name: 'get_weather', arguments: value }]
  const whole = json(200, completion({ content: null, tool_calls: [given] }, 'tool_calls'))
  const streamed = calling({ index: 0, ...given })
  return [
    streamedCalls(streamed, { calls }),
    wholeCalls(whole, { calls }, { name: 'whole' }),
    byMessages(true, streamed, { calls }),
    byMessages(false, whole, { calls }),
    byResponses(true, streamed, { calls }),
    byResponses(false, whole, { calls }),
  ]
}

/** Type and arguments of calls, and calls in older words. */
export const callArguments: readonly Oddity[] = [
  {
    report: 'mistralai/mistral-vibe#552',
    comes: '`type: null` in calls (vLLM, Ollama).',
    becomes: '`type: "function"`.',
    tries: [
      streamedCalls(calling(call(city('Oslo'), { type: null })), oslo),
      wholeCalls(
        json(
          200,
          completion({ content: null, tool_calls: [call(city('Oslo'), { type: null })] }, 'tool_calls'),
        ),
        oslo,
        { name: 'whole' },
      ),
    ],
  },
  {
    report: 'langchain-ai/langchain-azure#35',
    comes: 'Calls without `type`.',
    becomes: '`type: "function"`.',
    tries: [
      streamedCalls(
        calling({ index: 0, id: 'call_a', function: { name: 'get_weather', arguments: city('Oslo') } }),
        oslo,
      ),
      wholeCalls(
        json(
          200,
          completion(
            {
              content: null,
              tool_calls: [{ id: 'call_a', function: { name: 'get_weather', arguments: city('Oslo') } }],
            },
            'tool_calls',
          ),
        ),
        oslo,
        { name: 'whole' },
      ),
    ],
  },
  {
    report: 'Effect-TS/effect#7269',
    comes: '`tool_calls: null` beside words (Inception Mercury).',
    becomes: 'Absent: the words arrive.',
    tries: [
      streamedCalls(
        stream(
          chunk({ role: 'assistant', content: 'some ', tool_calls: null }),
          chunk({ content: 'words', tool_calls: null }),
          chunk({ tool_calls: null }, 'stop'),
          usageChunk,
        ),
        { text: 'some words' },
      ),
    ],
  },
  {
    report: 'vercel/ai#1866',
    comes: '`tool_calls: null` in whole answers (Together).',
    becomes: 'Absent.',
    tries: [
      wholeCalls(json(200, completion({ content: 'words', tool_calls: null })), { text: 'words' }),
      byResponses(false, json(200, completion({ content: 'words', tool_calls: null })), { text: 'words' }),
    ],
  },
  {
    report: 'ggml-org/llama.cpp#20198',
    comes: '`arguments` as an object in whole answers.',
    becomes: 'JSON text; in Messages the input.',
    tries: told({ city: 'Oslo' }, '{"city":"Oslo"}').filter(({ name }) => name?.endsWith('whole')),
  },
  {
    report: 'sipeed/picoclaw#1287',
    comes: '`arguments` as an object in streams.',
    becomes: 'JSON text.',
    tries: told({ city: 'Oslo' }, '{"city":"Oslo"}').filter(({ name }) => !name?.endsWith('whole')),
  },
  {
    report: 'vercel/ai#6687',
    comes: '`arguments: ""` of a tool without parameters, streamed and whole.',
    becomes: '`{}`, in every format.',
    tries: told(''),
  },
  {
    report: 'sigoden/aichat#1217',
    comes: '`arguments` that are no JSON because there are none: null, or no member at all.',
    becomes: '`{}`.',
    tries: [
      ...told(null),
      ...told(undefined).map((one) => ({ ...one, name: `missing, ${one.name ?? 'streamed'}` })),
    ],
  },
  {
    report: 'can1357/oh-my-pi#1692',
    comes: '`function_call` in deltas, and the finish_reason of that name: OpenAI’s format of before tools.',
    becomes: 'A call of the tool that was offered; `tool_calls`.',
    tries: [
      streamedCalls(
        stream(
          opening,
          chunk({ function_call: { name: 'get_weather', arguments: '' } }),
          chunk({ function_call: { arguments: '{"city":' } }),
          chunk({ function_call: { arguments: '"Oslo"}' } }),
          chunk({}, 'function_call'),
          usageChunk,
        ),
        oslo,
      ),
      byMessages(
        true,
        stream(
          opening,
          chunk({ function_call: { name: 'get_weather', arguments: '{"city":"Oslo"}' } }),
          chunk({}, 'function_call'),
          usageChunk,
        ),
        oslo,
      ),
    ],
  },
  {
    report: 'QwenLM/qwen-code#6240',
    comes: '`function_call` in a whole message.',
    becomes: 'A call of the tool that was offered; `tool_calls`.',
    tries: [
      wholeCalls(
        json(
          200,
          completion(
            { content: null, function_call: { name: 'get_weather', arguments: city('Oslo') } },
            'function_call',
          ),
        ),
        oslo,
      ),
      byResponses(
        false,
        json(
          200,
          completion(
            { content: null, function_call: { name: 'get_weather', arguments: city('Oslo') } },
            'function_call',
          ),
        ),
        oslo,
      ),
    ],
  },
  {
    report: 'sandbaseai/sandbase-harness#219',
    comes: '`type: ""` in most deltas of a call.',
    becomes: '`type: "function"` in the first; absent or right in the others.',
    tries: [
      streamedCalls(
        calling(
          call('{"city":', { id: 'call_a', type: '' }),
          piece('"Os', { type: '' }),
          piece('lo"}', { type: '' }),
        ),
        oslo,
      ),
    ],
  },
  {
    report: 'quarkiverse/quarkus-langchain4j#2642',
    comes: 'Arguments that are encoded twice: a JSON string with the object’s text in it.',
    becomes: 'The object’s text.',
    tries: told(JSON.stringify(city('Oslo')), city('Oslo')).filter(({ name }) => name?.endsWith('whole')),
  },
  {
    report: 'BerriAI/litellm#4537',
    comes: 'An empty object as the first piece of the arguments (Claude behind a proxy).',
    becomes: 'The pieces behind it are the arguments; where none come, it is.',
    tries: [
      streamedCalls(calling(call('{}'), piece('{"city":'), piece('"Oslo"}')), oslo),
      byMessages(true, calling(call('{}'), piece('{"city":'), piece('"Oslo"}')), oslo),
      byResponses(true, calling(call('{}'), piece('{"city":'), piece('"Oslo"}')), oslo),
      streamedCalls(
        calling(call('{}')),
        { calls: [{ name: 'get_weather', arguments: '{}' }] },
        { name: 'no pieces' },
      ),
    ],
  },
  {
    report: 'vllm-project/vllm#51697',
    comes: 'The whole arguments once more behind their pieces.',
    becomes: 'They are sent once.',
    tries: [
      streamedCalls(calling(call('{"city":'), piece('"Oslo"}'), piece(city('Oslo'))), oslo),
      byMessages(true, calling(call('{"city":'), piece('"Oslo"}'), piece(city('Oslo'))), oslo),
      streamedCalls(calling(call(city('Oslo')), call(city('Oslo'))), oslo, { name: 'id and name too' }),
    ],
  },
  {
    report: 'openclaw/openclaw#110642',
    comes: 'Pieces of arguments, or of words, that cut a character (two UTF-16 units) in two.',
    becomes: 'Put together again: no piece has half a character.',
    tries: [
      streamedCalls(calling(call('{"city":"\ud83c'), piece('\udf0d"}')), { calls: [calledFor('🌍')] }),
      streamed(
        stream(
          chunk({ role: 'assistant', content: 'some \ud83c' }),
          chunk({ content: '\udf0d' }),
          stop,
          usageChunk,
        ),
        { text: 'some 🌍' },
        { name: 'words' },
      ),
    ],
  },
]
