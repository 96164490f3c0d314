import { gzipSync } from 'node:zlib'
import { expect } from 'vitest'
import {
  ask,
  byMessages,
  calledFor,
  type Oddity,
  type Reads,
  streamed,
  type Try,
  weather,
  whole,
} from './oddity'
import {
  broken,
  claude,
  claudeBlock,
  claudeEnd,
  claudeStart,
  claudeText,
  event,
  json,
  raw,
} from './upstream-bytes'

const wire = 'anthropic' as const
const hello = claudeText(0, 'hello')
const half =
  claudeStart +
  event('content_block_start', { index: 0, content_block: { type: 'text', text: '' } }) +
  event('content_block_delta', { index: 0, delta: { type: 'text_delta', text: 'hel' } })
const bytes = claudeStart + hello + claudeEnd()
const both = { text: 'hello' }
const failure = { row: { error_code: expect.any(String) } }
const counted = {
  usage_source: 'estimated',
  prompt_tokens: expect.any(Number),
  completion_tokens: expect.any(Number),
  cost: expect.any(String),
}
const start = (usage?: object) =>
  event('message_start', {
    message: {
      id: 'm',
      type: 'message',
      role: 'assistant',
      model: 'x',
      content: [],
      stop_reason: null,
      stop_sequence: null,
      ...(usage && { usage }),
    },
  })
const end = (usage?: object) =>
  event('message_delta', {
    delta: { stop_reason: 'end_turn', stop_sequence: null },
    ...(usage && { usage }),
  }) + event('message_stop')

const plain = { ask: ask.messages({ stream: true }) }

/** A stream of Anthropic's format, to a client of chat and to one of messages. */
const streams = (
  text: string | Buffer,
  reads: Reads,
  more: Partial<Try> = {},
  messages: Reads = reads,
): Try[] => [
  streamed(raw({}, text), reads, { wire, ...more }),
  byMessages(true, raw({}, text), messages, { ...plain, wire, ...more }),
]
const broke = (text: string, error: string): Reads => ({ text, error, finish: null })

/** A stop reason in a whole answer, in the words of chat and of messages. */
const reason = (
  stop_reason: string,
  inChat: string,
  inMessages: string,
  content: object[] = [{ type: 'text', text: 'words' }],
  more: object = {},
): Try[] => {
  const answer = json(200, claude(content, { stop_reason, ...more }))
  const text = content.length > 0 ? 'words' : ''
  return [
    whole(
      answer,
      { text, finish: inChat },
      { name: `chat, ${stop_reason}`, wire, ask: ask.chat({ stop: ['END'] }) },
    ),
    byMessages(
      false,
      answer,
      { text, finish: inMessages },
      { name: `messages, ${stop_reason}`, wire, ask: ask.messages({ stop_sequences: ['END'] }) },
    ),
  ]
}

/** Upstreams that speak Anthropic's format. */
export const claudeUpstreams: readonly Oddity[] = [
  {
    report: 'vercel/ai#11309',
    comes: 'An event that the format does not know: `vertex_event`, with usage in it (Claude at Vertex).',
    becomes: 'Passed over, as the vendor asks of readers.',
    tries: streams(
      claudeStart +
        event('vertex_event', {
          usage: { input_tokens: 9, output_tokens: 1, cache_read_input_tokens: null },
        }) +
        hello +
        claudeEnd(),
      both,
    ),
  },
  {
    report: 'vercel/ai#2463',
    comes: '`event: error` after some words: the output was blocked by a filter.',
    becomes: 'One error event, nothing charged.',
    tries: streams(
      half +
        event('error', {
          error: {
            details: null,
            type: 'invalid_request_error',
            message: 'Output blocked by content filtering policy',
          },
        }),
      { text: 'hel', error: expect.any(String) },
      failure,
      { text: 'hel', error: expect.any(String), finish: null },
    ),
  },
  {
    report: 'karthink/gptel#1331',
    comes: '`message_delta` whose usage has no `input_tokens`, or nulls.',
    becomes: 'The prompt is what `message_start` told.',
    tries: [
      ...streams(
        start({
          input_tokens: 11,
          output_tokens: null,
          cache_read_input_tokens: null,
          cache_creation_input_tokens: null,
        }) +
          hello +
          end({ output_tokens: 7, input_tokens: null }),
        both,
      ),
    ],
  },
  {
    report: 'Alishahryar1/free-claude-code#209',
    comes: 'No `usage`, neither in whole answers nor in streams.',
    becomes: 'The tokens are counted here; the client gets a whole `usage`.',
    tries: [
      ...streams(start() + hello + end(), both, { row: counted }),
      byMessages(
        false,
        json(200, claude([{ type: 'text', text: 'hello' }], { usage: undefined })),
        {
          text: 'hello',
          body: { usage: { input_tokens: expect.any(Number), output_tokens: expect.any(Number) } },
        },
        { wire, row: counted },
      ),
    ],
  },
  {
    report: 'Alishahryar1/free-claude-code#486',
    comes: 'A stream, also where a whole answer was asked.',
    becomes: 'The whole answer, put together of its events.',
    tries: [
      whole(raw({}, bytes), both, { wire }),
      byMessages(false, raw({}, bytes), { text: 'hello' }, { wire }),
    ],
  },
  {
    report: '0xPlaygrounds/rig#2235',
    comes: '`input_tokens: 0` in `message_start`; the prompt is told in `message_delta`.',
    becomes: 'The last word on tokens counts.',
    tries: [
      ...streams(
        start({ input_tokens: 0, output_tokens: 0 }) + hello + end({ input_tokens: 11, output_tokens: 7 }),
        both,
      ),
      streamed(raw({}, start() + hello + end({ input_tokens: 11, output_tokens: 7 })), both, {
        name: 'none at first',
        wire,
      }),
    ],
  },
  {
    report: 'maximhq/bifrost#6081',
    comes: 'The stream ends behind the last block: no `message_delta`, no `message_stop`.',
    becomes: 'A broken answer: nothing says that it is whole.',
    tries: streams(
      claudeStart + hello,
      broke('hello', 'upstream_error'),
      failure,
      broke('hello', 'api_error'),
    ),
  },
  {
    report: 'lidge-jun/opencodex#896',
    comes: 'No `message_stop` behind a `message_delta` with stop_reason and usage (AgentRouter).',
    becomes: 'The answer is whole.',
    tries: streams(claudeStart + hello + claudeEnd().split('event: message_stop')[0], both),
  },
  {
    report: 'kortix-ai/suna#66',
    comes: 'The connection breaks inside a block.',
    becomes: 'A broken answer: one error event, nothing charged.',
    tries: [
      streamed(broken(half), broke('hel', 'upstream_error'), { wire, ...failure }),
      byMessages(true, broken(half), broke('hel', 'api_error'), { ...plain, wire, ...failure }),
    ],
  },
  {
    report: 'Wei-Shaw/claude-relay-service#1027',
    comes: 'A stream packed with gzip.',
    becomes: 'Unpacked and read.',
    tries: [streamed(raw({ headers: { 'content-encoding': 'gzip' } }, gzipSync(bytes)), both, { wire })],
  },
  {
    report: 'langwatch/langwatch#6207',
    comes: '`refusal` without content, `model_context_window_exceeded`, `stop_sequence`, `pause_turn`.',
    becomes: '`content_filter`, `length`, `stop`, `stop`; the words of Messages there.',
    tries: [
      ...reason('refusal', 'content_filter', 'refusal', []).map((one) => ({
        ...one,
        row: { status: 'failed', cost: '0.000000' }, // an empty answer costs nothing
      })),
      ...reason('model_context_window_exceeded', 'length', 'max_tokens'),
      ...reason('stop_sequence', 'stop', 'stop_sequence', undefined, { stop_sequence: 'END' }),
      ...reason('pause_turn', 'stop', 'end_turn'),
    ],
  },
  {
    report: 'mastra-ai/mastra#14187',
    comes: '`stop_reason: "tool_use"` and `content: []`.',
    becomes:
      '`stop`, as there is nothing to call (an agent would ask for ever); an empty answer costs nothing.',
    tries: [
      whole(
        json(200, claude([], { stop_reason: 'tool_use' })),
        {},
        { wire, row: { status: 'failed', cost: '0.000000' } },
      ),
    ],
  },
  {
    report: 'lunary-ai/abso#2',
    comes: 'A call without arguments: `input: {}` and no delta behind it.',
    becomes: '`{}` with id and name in the first delta.',
    tries: [
      streamed(
        raw(
          {},
          claudeStart,
          claudeBlock(0, { type: 'tool_use', id: 'toolu_9', name: 'get_weather', input: {} }),
          claudeEnd('tool_use'),
        ),
        { calls: [{ id: 'toolu_9', name: 'get_weather', arguments: '{}' }] },
        { wire, ask: ask.chat({ stream: true, tools: weather.chat }) },
      ),
      byMessages(
        true,
        raw(
          {},
          claudeStart,
          claudeBlock(0, { type: 'tool_use', id: 'toolu_9', name: 'get_weather', input: {} }),
          claudeEnd('tool_use'),
        ),
        { calls: [{ id: 'toolu_9', name: 'get_weather', arguments: '{}' }] },
        { wire },
      ),
    ],
  },
  {
    report: 'BerriAI/litellm#8066',
    comes: 'Lines as `data:{…}` without the blank, and pieces of arguments that are cut anywhere.',
    becomes: 'Read; the arguments are whole.',
    tries: [
      streamed(
        raw(
          {},
          (
            claudeStart +
            claudeBlock(
              0,
              { type: 'tool_use', id: 'toolu_9', name: 'get_weather', input: {} },
              { type: 'input_json_delta', partial_json: '' },
              { type: 'input_json_delta', partial_json: '{"ci' },
              { type: 'input_json_delta', partial_json: 'ty":"Oslo"}' },
            ) +
            claudeEnd('tool_use')
          ).replaceAll('data: ', 'data:'),
        ),
        { calls: [calledFor('Oslo')] },
        { wire, ask: ask.chat({ stream: true, tools: weather.chat }) },
      ),
    ],
  },
  {
    report: 'NVIDIA-NeMo/Switchyard#237',
    comes: '`data: [DONE]` behind `message_stop`.',
    becomes: 'Passed over.',
    tries: streams(`${bytes}data: [DONE]\n\n`, both),
  },
]
