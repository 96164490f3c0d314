import { expect } from 'vitest'
import {
  byMessages,
  byResponses,
  calledFor,
  type Oddity,
  streamed,
  streamedCalls,
  whole,
  wholeCalls,
} from './oddity'
import { call, chunk, completion, json, opening, raw, rest, stream, text, usageChunk } from './upstream-bytes'

const failure = { row: { error_code: 'upstream_error' } }
const oslo = { calls: [calledFor('Oslo')] }
const calls = (finish: unknown) =>
  stream(
    chunk({ role: 'assistant', content: '' }),
    chunk({ tool_calls: [call('{"city":"Oslo"}')] }),
    chunk({}, finish),
    usageChunk,
  )
const calledWhole = (finish: unknown) =>
  json(200, completion({ content: '', tool_calls: [call('{"city":"Oslo"}')] }, finish))

/** A word of a vendor's for the end, streamed and whole. */
const word = (reason: unknown, finish: string) => [
  streamed(stream(opening, rest, chunk({}, reason), usageChunk), { text, finish }),
  whole(json(200, completion({ content: text }, reason)), { text, finish }, { name: 'whole' }),
]
const failing = (reason: string, name = reason) => [
  streamed(
    stream(opening, rest, chunk({ content: '' }, reason), usageChunk),
    { text, error: 'upstream_error' },
    { name: `${name}, streamed`, ...failure },
  ),
  whole(
    json(200, completion({ content: text }, reason)),
    { status: 502, error: 'upstream_error' },
    { name: `${name}, whole`, ...failure },
  ),
]

/** `finish_reason`: empty, unknown, of failures, of vendors, and at odds with the calls. */
export const finishReasons: readonly Oddity[] = [
  {
    report: 'ollama/ollama#4357',
    comes: '`finish_reason: ""` in every chunk but the last.',
    becomes: 'Empty counts as absent: one end, in the last choice chunk.',
    tries: [
      streamed(
        stream(
          chunk({ role: 'assistant', content: 'some ' }, ''),
          chunk({ content: 'words' }, ''),
          chunk({}, 'stop'),
          usageChunk,
        ),
        { text },
      ),
      byMessages(
        true,
        stream(
          chunk({ role: 'assistant', content: '' }, ''),
          chunk({ tool_calls: [call('{"city":"Oslo"}')] }, ''),
          chunk({}, 'tool_calls'),
          usageChunk,
        ),
        oslo,
      ),
      streamed(
        raw({}, ...['some ', 'wo'].map((content) => `data: ${JSON.stringify(chunk({ content }, ''))}\n\n`)),
        { text: 'some wo', error: 'upstream_error' },
        { name: 'cut off', ...failure },
      ),
    ],
  },
  {
    report: 'PowerShell/AIShell#350',
    comes: '`finish_reason: "null"`, the word, in every chunk but the last (KoboldCpp).',
    becomes: 'Absent, as null is.',
    tries: [
      streamed(
        stream(
          chunk({ role: 'assistant', content: 'some ' }, 'null'),
          chunk({ content: 'words' }, 'null'),
          chunk({}, 'stop'),
          usageChunk,
        ),
        { text },
      ),
    ],
  },
  {
    report: 'BerriAI/liteLLM-proxy#19',
    comes: 'No member `finish_reason` in any chunk but the last.',
    becomes: '`finish_reason: null` in each of them.',
    tries: [
      streamed(
        stream(
          { ...opening, choices: [{ index: 0, delta: { content: 'some ' } }] },
          { ...opening, choices: [{ index: 0, delta: { content: 'words' } }] },
          chunk({}, 'stop'),
          usageChunk,
        ),
        { text, body: [{ choices: [{ finish_reason: null }] }, {}, {}] },
      ),
    ],
  },
  {
    report: 'langchain-ai/langchain#7296',
    comes: 'A whole answer without `finish_reason`.',
    becomes: '`stop`, or `tool_calls` beside calls.',
    tries: [
      whole(
        json(200, {
          ...completion({}),
          choices: [{ index: 0, message: { role: 'assistant', content: text } }],
        }),
        { text },
      ),
      wholeCalls(calledWhole(null), oslo, { name: 'null, with a call' }),
    ],
  },
  {
    report: 'vercel/modelfusion#343',
    comes: '`end_turn` (Claude by OpenRouter).',
    becomes: '`stop`.',
    tries: word('end_turn', 'stop'),
  },
  {
    report: 'openai/openai-dotnet#267',
    comes: '`eos` (Together).',
    becomes: '`stop`.',
    tries: word('eos', 'stop'),
  },
  {
    report: 'spring-projects/spring-ai#4900',
    comes: '`eos_token`.',
    becomes: '`stop`.',
    tries: word('eos_token', 'stop'),
  },
  {
    report: 'higress-group/higress#2408',
    comes: '`STOP` and `MAX_TOKENS` in capitals, as Gemini writes them.',
    becomes: '`stop` and `length`.',
    tries: [
      ...word('STOP', 'stop'),
      ...word('MAX_TOKENS', 'length').map((one) => ({
        ...one,
        name: `MAX_TOKENS, ${one.name ?? 'streamed'}`,
      })),
    ],
  },
  {
    report: 'simstudioai/sim#6302',
    comes: '`model_length` (Mistral: the model’s own limit) and `insufficient_system_resource` (DeepSeek).',
    becomes: '`length`; a failure that costs nothing.',
    tries: [...word('model_length', 'length'), ...failing('insufficient_system_resource')],
  },
  {
    report: 'earendil-works/pi#1509',
    comes: '`sensitive`, `abort` and `network_error` (Z.AI).',
    becomes: '`sensitive` is `content_filter`; the others are failures, and cost nothing.',
    tries: [...word('sensitive', 'content_filter'), ...failing('abort'), ...failing('network_error')],
  },
  {
    report: 'pydantic/pydantic-ai#2844',
    comes: '`error` under status 200 (OpenRouter).',
    becomes: 'A failure: an error event without `[DONE]`, or 502 after fallbacks; nothing is charged.',
    tries: [
      ...failing('error'),
      whole(
        json(200, completion({ content: 'half' }, 'error')),
        { text },
        { name: 'with a fallback', fallback: json(200, completion({ content: text })) },
      ),
      byMessages(
        true,
        stream(opening, chunk({ content: '' }, 'error'), usageChunk),
        { text: 'some ', error: 'api_error', finish: null },
        failure,
      ),
      byResponses(
        true,
        stream(opening, chunk({ content: '' }, 'error'), usageChunk),
        { text: 'some ', error: expect.any(String) },
        failure,
      ),
    ],
  },
  {
    report: 'togethercomputer/together-python#153',
    comes: '`error` as the finish_reason of a stream that has begun (Together).',
    becomes: 'An error event without `[DONE]`; nothing is charged.',
    tries: [failing('error')[0]].flatMap((one) => one ?? []),
  },
  {
    report: 'anomalyco/opencode#14972',
    comes: '`stop`, although a tool is called (Gemini by LiteLLM).',
    becomes: '`tool_calls`; `tool_use` in Messages.',
    tries: [
      streamedCalls(calls('stop'), oslo),
      wholeCalls(calledWhole('stop'), oslo, { name: 'whole' }),
      byMessages(true, calls('stop'), oslo),
      byMessages(false, calledWhole('stop'), oslo),
      byResponses(true, calls('stop'), oslo),
    ],
  },
  {
    report: 'ollama/ollama#5995',
    comes: '`stop` beside calls in Ollama’s answers, streamed.',
    becomes: '`tool_calls`.',
    tries: [streamedCalls(calls('stop'), oslo)],
  },
  {
    report: 'openvinotoolkit/model_server#3927',
    comes: '`stop` beside calls in whole answers.',
    becomes: '`tool_calls`.',
    tries: [wholeCalls(calledWhole('stop'), oslo)],
  },
  {
    report: 'vercel/workflow#1387',
    comes: 'Words and three calls at once, and `stop` (openrouter/auto).',
    becomes: '`tool_calls`, with the words and all three.',
    tries: [
      streamedCalls(
        stream(
          opening,
          ...['Oslo', 'Rome', 'Lima'].map((city, index) =>
            chunk({ tool_calls: [call(JSON.stringify({ city }), { index, id: `call_${index}` })] }),
          ),
          chunk({}, 'stop'),
          usageChunk,
        ),
        { text: 'some ', calls: [calledFor('Oslo'), calledFor('Rome'), calledFor('Lima')] },
      ),
    ],
  },
  {
    report: 'vllm-project/vllm#53255',
    comes: '`tool_calls` beside an empty list of calls.',
    becomes: '`stop`: there is nothing to call.',
    tries: [
      wholeCalls(json(200, completion({ content: text, tool_calls: [] }, 'tool_calls')), { text }),
      streamedCalls(
        stream(opening, chunk({ content: 'words', tool_calls: [] }), chunk({}, 'tool_calls'), usageChunk),
        { text },
        { name: 'streamed' },
      ),
      byMessages(false, json(200, completion({ content: text, tool_calls: [] }, 'tool_calls')), { text }),
    ],
  },
  {
    report: 'langchain-ai/langchain#38349',
    comes: '`stop` twice, the second time with the usage (gpt-oss by OpenRouter).',
    becomes: 'One end; the usage counts.',
    tries: [
      streamed(
        stream(opening, rest, chunk({}, 'stop'), chunk({ content: '' }, 'stop', { usage: usageChunk.usage })),
        { text },
      ),
    ],
  },
  {
    report: 'QwenLM/qwen-code#2403',
    comes: '`tool_calls` twice (Gemini by OpenRouter).',
    becomes: 'One end, with the calls.',
    tries: [
      streamedCalls(
        stream(
          chunk({ role: 'assistant', tool_calls: [call('{"city":"Oslo"}')] }),
          chunk({}, 'tool_calls'),
          chunk({ role: 'assistant', content: '' }, 'tool_calls'),
          usageChunk,
        ),
        oslo,
      ),
      byMessages(
        true,
        stream(
          chunk({ role: 'assistant', tool_calls: [call('{"city":"Oslo"}')] }),
          chunk({}, 'tool_calls'),
          chunk({ role: 'assistant', content: '' }, 'tool_calls'),
          usageChunk,
        ),
        oslo,
      ),
    ],
  },
  {
    report: 'vllm-project/vllm#36944',
    comes: 'The last words and `length` in one chunk.',
    becomes: 'The words arrive, and the end.',
    tries: [
      streamed(stream(opening, chunk({ content: 'words' }, 'length'), usageChunk), {
        text,
        finish: 'length',
      }),
      byMessages(true, stream(opening, chunk({ content: 'words' }, 'length'), usageChunk), {
        text,
        finish: 'max_tokens',
      }),
      byResponses(
        true,
        stream(opening, chunk({ content: 'words' }, 'length'), usageChunk),
        { text, finish: 'incomplete' },
        { row: { finish_reason: 'length' } },
      ),
    ],
  },
  {
    report: 'openai-php/client#198',
    comes: '`content_filter` and a message without `content` (Azure).',
    becomes: '`content_filter` and `content: null`; an empty answer costs nothing.',
    tries: [
      whole(
        json(200, completion({}, 'content_filter')),
        { finish: 'content_filter', body: { choices: [{ message: { content: null } }] } },
        { row: { status: 'failed', cost: '0.000000' } },
      ),
    ],
  },
  {
    report: 'microsoft/semantic-kernel#5289',
    comes: 'A stream of nothing but `content_filter` (Azure).',
    becomes: 'The end with its reason; it costs nothing.',
    tries: [
      streamed(
        stream(chunk({}, 'content_filter')),
        { finish: 'content_filter' },
        { row: { status: 'failed', cost: '0.000000' } },
      ),
      streamed(
        stream(opening, chunk({}, 'content_filter'), usageChunk),
        { text: 'some ', finish: 'content_filter' },
        { name: 'after some words' },
      ),
    ],
  },
]
