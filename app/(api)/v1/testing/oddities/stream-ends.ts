import { gzipSync } from 'node:zlib'
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
import {
  broken,
  call,
  chunk,
  completion,
  data,
  done,
  end,
  json,
  opening,
  raw,
  rest,
  stream,
  text,
  unended,
  usage,
  usageChunk,
} from './upstream-bytes'

const bytes = [opening, rest, end, usageChunk].map(data).join('') + done
const both = { text }
const failed = { row: { error_code: 'upstream_error' } }
const packed = { headers: { 'content-encoding': 'gzip' } }
const gzipped = gzipSync(bytes)
const counted = {
  usage_source: 'estimated',
  prompt_tokens: expect.any(Number),
  completion_tokens: expect.any(Number),
  cost: expect.any(String),
}
const calling = chunk({
  role: 'assistant',
  content: null,
  tool_calls: [call('{"city":"Os', { id: 'call_a' })],
})

/** What stands for a stream or a whole answer, whatever it is called, and how it ends. */
export const streamEnds: readonly Oddity[] = [
  {
    report: 'QuantumNous/new-api#5230',
    comes: 'Server-sent events, although `stream` is false.',
    becomes: 'The chunks are put together to one JSON answer.',
    tries: [
      whole(raw({}, bytes), both),
      byMessages(false, raw({}, bytes), both),
      byResponses(false, raw({}, bytes), both),
      whole(
        broken(opening, rest),
        { status: 502, error: 'upstream_error' },
        { name: 'broken off', ...failed },
      ),
      wholeCalls(
        stream(
          calling,
          chunk({ tool_calls: [{ index: 0, function: { arguments: 'lo"}' } }] }),
          chunk({}, 'tool_calls'),
          usageChunk,
        ),
        { calls: [{ ...calledFor('Oslo'), id: 'call_a' }] },
        { name: 'with a call' },
      ),
    ],
  },
  {
    report: 'kaito-project/kaito#1880',
    comes: 'Server-sent events called `application/json`, although `stream` is false.',
    becomes: 'Judged by their bytes: one JSON answer.',
    tries: [whole(raw({ type: 'application/json' }, bytes), both)],
  },
  {
    report: 'decolua/9router#3492',
    comes: 'One JSON answer called `text/event-stream`, with `data: [DONE]` behind it.',
    becomes: 'The JSON is the answer.',
    tries: [
      whole(raw({}, `${JSON.stringify(completion({ content: 'OK' }))}data: [DONE]\n\n`), { text: 'OK' }),
      streamed(
        raw({}, `${JSON.stringify(completion({ content: 'OK' }))}\n\ndata: [DONE]\n\n`),
        { text: 'OK' },
        { name: 'streamed' },
      ),
    ],
  },
  {
    report: 'xiaoliu10/claude-code-router-next#44',
    comes:
      'Server-sent events called `text/plain` or `application/octet-stream`; the first piece is a comment or half a word.',
    becomes: 'Judged by their bytes: the stream is served.',
    tries: [
      streamed(raw({ type: 'text/plain; charset=utf-8' }, ': ping\n\n', bytes), both, { name: 'text/plain' }),
      streamed(raw({ type: 'application/octet-stream' }, 'da', 'ta', bytes.slice(4)), both, {
        name: 'octet-stream',
      }),
      streamed(raw({ type: 'application/json' }, bytes), both, { name: 'application/json' }),
      streamed(raw({ type: null }, bytes), both, { name: 'no type' }),
    ],
  },
  {
    report: 'lidge-jun/opencodex#3770',
    comes: 'One JSON answer with thoughts, a call and its finish_reason, although a stream was asked for.',
    becomes: 'A stream with all of it.',
    tries: [
      streamedCalls(
        json(
          200,
          completion(
            {
              content: 'Hm',
              reasoning_content: 'think',
              tool_calls: [call('{"city":"Oslo"}', { id: 'call_a' })],
            },
            'tool_calls',
          ),
        ),
        { text: 'Hm', thoughts: 'think', calls: [{ ...calledFor('Oslo'), id: 'call_a' }] },
      ),
      streamed(
        json(200, completion({ content: 'cut' }, 'length')),
        { text: 'cut', finish: 'length' },
        { name: 'length' },
      ),
      byMessages(
        true,
        json(200, completion({ content: 'Hm', tool_calls: [call('{"city":"Oslo"}')] }, 'tool_calls')),
        { text: 'Hm', calls: [calledFor('Oslo')] },
      ),
    ],
  },
  {
    report: 'can1357/oh-my-pi#9433',
    comes: 'Words, usage and `[DONE]`, but never a finish_reason.',
    becomes: 'The upstream said that it is done: `stop`, or `tool_calls` where it called a tool.',
    tries: [
      streamed(stream(opening, rest, usageChunk), both),
      streamedCalls(
        stream(calling, chunk({ tool_calls: [{ index: 0, function: { arguments: 'lo"}' } }] }), usageChunk),
        { calls: [calledFor('Oslo')] },
        { name: 'with a call' },
      ),
    ],
  },
  {
    report: 'anomalyco/opencode#43882',
    comes: 'The same for a client of another format.',
    becomes: '`end_turn`, `completed`.',
    tries: [
      byMessages(true, stream(opening, rest, usageChunk), both),
      byResponses(true, stream(opening, rest, usageChunk), both),
    ],
  },
  {
    report: 'openai/openai-node#1292',
    comes: 'Words and `[DONE]`; `finish_reason` is null to the end, and no usage comes (Nebius).',
    becomes: '`stop`; the tokens are counted here.',
    tries: [streamed(stream(opening, rest), both, { row: counted })],
  },
  {
    report: 'vercel/ai#19165',
    comes: 'The stream ends after some words: no finish_reason, no `[DONE]`, a clean end of the connection.',
    becomes: 'A broken answer: one error event, nothing charged.',
    tries: [
      streamed(unended(opening, rest), { ...both, error: 'upstream_error' }, failed),
      byMessages(true, unended(opening, rest), { ...both, error: 'api_error', finish: null }, failed),
    ],
  },
  {
    report: 'CommandCodeAI/command-code#785',
    comes: 'The stream ends inside the arguments of a call, without a finish_reason.',
    becomes: 'A broken answer: no client runs half a call.',
    tries: [
      streamedCalls(
        unended(calling),
        { calls: [{ name: 'get_weather', arguments: '{"city":"Os' }], error: 'upstream_error' },
        failed,
      ),
    ],
  },
  {
    report: 'Alishahryar1/free-claude-code#300',
    comes: 'The connection breaks between two chunks.',
    becomes: 'A broken answer: one error event, nothing charged.',
    tries: [streamed(broken(opening, rest), { ...both, error: 'upstream_error' }, failed)],
  },
  {
    report: 'anomalyco/opencode#39968',
    comes: 'The connection breaks after finish_reason and usage, before `[DONE]`.',
    becomes: 'The answer is whole, and is charged as the upstream counted it.',
    tries: [
      streamed(broken(opening, rest, end, usageChunk), both, { name: 'reset' }),
      streamed(unended(opening, rest, end, usageChunk), both, { name: 'closed' }),
      byMessages(true, broken(opening, rest, end, usageChunk), both),
    ],
  },
  {
    report: 'tetsuo-ai/agenc-core#2492',
    comes:
      'A proxy writes `upstream error: read ECONNRESET` into the stream as plain text, and closes it cleanly.',
    becomes: 'A broken answer: one error event, nothing charged.',
    tries: [
      streamed(
        unended(opening, 'upstream error: read ECONNRESET\n'),
        { text: 'some ', error: 'upstream_error' },
        failed,
      ),
    ],
  },
  {
    report: 'perplexityai/api-discussion#209',
    comes: 'No `[DONE]` at the end; each chunk also repeats the whole message so far in `message`.',
    becomes: 'The deltas are the answer, and its finish_reason is its end.',
    tries: [
      streamed(
        unended(
          {
            ...opening,
            choices: [{ ...opening.choices[0], message: { role: 'assistant', content: 'some ' } }],
          },
          {
            ...rest,
            choices: [{ ...rest.choices[0], message: { role: 'assistant', content: 'some words' } }],
          },
          {
            ...chunk({ content: '' }, 'stop', { usage }),
            choices: [
              {
                index: 0,
                delta: { content: '' },
                message: { role: 'assistant', content: 'some words' },
                finish_reason: 'stop',
              },
            ],
          },
        ),
        both,
      ),
    ],
  },
  {
    report: 'Amm1rr/WebAI-to-API#55',
    comes: 'A stream of one chunk that has `message` in place of `delta` (Gemini).',
    becomes: 'The message is the delta.',
    tries: [
      streamed(
        stream({
          ...opening,
          choices: [
            { index: 0, message: { role: 'assistant', content: 'some words' }, finish_reason: 'stop' },
          ],
          usage,
        }),
        both,
      ),
    ],
  },
  {
    report: 'epam/ai-dial-core#1646',
    comes: 'A stream packed with gzip although it was asked for plain, cut anywhere.',
    becomes: 'Unpacked and read.',
    tries: [streamed(raw(packed, gzipped.subarray(0, 40), gzipped.subarray(40)), both)],
  },
  {
    report: 'OpenRouterTeam/typescript-sdk#101',
    comes: 'Blank lines before the JSON of a whole answer (OpenRouter keeps the connection alive by them).',
    becomes: 'Read past.',
    tries: [
      whole(
        raw(
          { type: 'application/json' },
          '\n         \n',
          '\n         \n',
          JSON.stringify(completion({ content: 'ok' })),
        ),
        { text: 'ok' },
      ),
    ],
  },
  {
    report: 'hackclub/ai#17',
    comes: 'A stream of JSON lines (`application/x-ndjson`), without `data:`.',
    becomes: 'Each line is a chunk.',
    tries: [
      streamed(
        raw(
          { type: 'application/x-ndjson' },
          [opening, rest, end, usageChunk].map((one) => `${JSON.stringify(one)}\n`).join(''),
        ),
        both,
      ),
    ],
  },
]
