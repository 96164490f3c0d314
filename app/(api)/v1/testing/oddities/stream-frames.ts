import { gzipSync } from 'node:zlib'
import { expect } from 'vitest'
import {
  ask,
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
  inPieces,
  json,
  raw,
  stream,
  unended,
  usage,
  usageChunk,
} from './upstream-bytes'

const opening = chunk({ role: 'assistant', content: 'one ' })
const rest = chunk({ content: 'two' })
const end = chunk({}, 'stop')
const bytes = [opening, rest, end, usageChunk].map(data).join('') + done
const both = { text: 'one two' }
const failed = { row: { error_code: 'upstream_error' } }
const smile = bytes.replace('two', 'Grüße 你好 🌍')
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

/** How events are written: lines, blanks, marks of the end, types of content, connections that break. */
export const streamFrames: readonly Oddity[] = [
  {
    report: 'omnigent-ai/omnigent#1474',
    comes: '`data:` with nothing behind it, to keep the connection alive.',
    becomes: 'Left out, as the standard says of events without data. The stream goes on.',
    tries: [
      streamed(stream(opening, 'data:\n\n', rest, end, usageChunk), both),
      byMessages(true, stream(opening, 'data:\n\n', rest, end, usageChunk), both),
      byResponses(true, stream(opening, 'data:\n\n', rest, end, usageChunk), both),
    ],
  },
  {
    report: 'netease-lcap/wave-agent#1326',
    comes: '`data: ` with a blank behind it, between chunks and before the end.',
    becomes: 'Left out.',
    tries: [
      streamed(stream('data: \n\n', opening, rest, 'data: \n\n', end, usageChunk, 'data:  \n\n'), both),
    ],
  },
  {
    report: 'NousResearch/hermes-agent#80822',
    comes: '`data: null` while the model thinks.',
    becomes: 'Left out.',
    tries: [
      streamed(stream(opening, 'data: null\n\n', rest, 'data: null\n\n', end, usageChunk), both),
      byMessages(true, stream('data: null\n\n', opening, rest, end, usageChunk), both),
    ],
  },
  {
    report: 'router-for-me/CLIProxyAPI#5028',
    comes: '`data:[DONE] ` with a blank behind the mark and none before it.',
    becomes: 'The mark of the end.',
    tries: [streamed(unended(opening, rest, chunk({}, 'stop', { usage }), 'data:[DONE] \n\n'), both)],
  },
  {
    report: 'dataelement/Clawith#106',
    comes: 'Every line as `data:{…}`, without the blank behind the colon.',
    becomes: 'Read: the blank is optional.',
    tries: [streamed(raw({}, bytes.replaceAll('data: ', 'data:')), both)],
  },
  {
    report: 'tashfeenahmed/freellmapi#1087',
    comes: '`data:{…}` and `data:[DONE]` without blanks (Ant Ling), read by a client of another format.',
    becomes: 'Read.',
    tries: [
      byMessages(true, raw({}, bytes.replaceAll('data: ', 'data:')), both),
      byResponses(true, raw({}, bytes.replaceAll('data: ', 'data:')), both),
    ],
  },
  {
    report: 'miruamel/xuan#194',
    comes: 'Lines that end with CR LF.',
    becomes: 'Read. What we send ends its lines with LF.',
    tries: [streamed(raw({}, bytes.replaceAll('\n', '\r\n')), both)],
  },
  {
    report: 'kubernetes-sigs/inference-perf#781',
    comes: 'Lines that end with CR alone, and CR LF in single bytes.',
    becomes: 'Read.',
    tries: [
      streamed(raw({}, bytes.replaceAll('\n', '\r')), both, { name: 'CR' }),
      streamed(raw({}, ...inPieces(bytes.replaceAll('\n', '\r\n'), 1)), both, {
        name: 'CR LF, byte by byte',
      }),
    ],
  },
  {
    report: 'songquanpeng/one-api#277',
    comes: 'Events with a single line feed between them, instead of a blank line.',
    becomes: 'Each line is an event of its own where its data is a whole one.',
    tries: [
      streamed(raw({}, bytes.replaceAll('\n\n', '\n')), both),
      byMessages(true, raw({}, bytes.replaceAll('\n\n', '\n')), both),
    ],
  },
  {
    report: 'openai/openai-node#2725',
    comes: 'No blank line behind the last event, which has the finish_reason and the usage.',
    becomes: 'The last event counts.',
    tries: [
      streamed(raw({}, [opening, rest, chunk({}, 'stop', { usage })].map(data).join('').trimEnd()), both, {
        name: 'no line feed',
      }),
      streamed(
        raw({}, `${[opening, rest, chunk({}, 'stop', { usage })].map(data).join('').trimEnd()}\n`),
        both,
        { name: 'one line feed' },
      ),
    ],
  },
  {
    report: 'anomalyco/opencode#40454',
    comes: 'The stream ends with `data: [DONE]` and neither line feed nor blank line.',
    becomes: 'The mark of the end.',
    tries: [streamed(raw({}, bytes.trimEnd()), both), byResponses(true, raw({}, bytes.trimEnd()), both)],
  },
  {
    report: 'xberg-io/liter-llm#152',
    comes: 'Characters of several bytes, cut between two HTTP chunks.',
    becomes: 'Put together again: no replacement character reaches the client.',
    tries: [streamed(raw({}, ...inPieces(smile, 7)), { text: 'one Grüße 你好 🌍' })],
  },
  {
    report: 'farion1231/cc-switch#1923',
    comes: 'The same on the way to a client of the Messages format.',
    becomes: 'Put together again.',
    tries: [
      byMessages(true, raw({}, ...inPieces(smile, 3)), { text: 'one Grüße 你好 🌍' }),
      byResponses(true, raw({}, ...inPieces(smile, 5)), { text: 'one Grüße 你好 🌍' }),
    ],
  },
  {
    report: 'unslothai/llama.cpp#202',
    comes: 'Bytes in a text that are not UTF-8: the model wrote half a character.',
    becomes: 'U+FFFD stands for them; what we send is valid UTF-8.',
    tries: [
      streamed(
        stream(
          opening,
          Buffer.concat([
            Buffer.from('data: {"choices":[{"index":0,"delta":{"content":"a'),
            Buffer.from([0xe4, 0xb8]),
            Buffer.from('b"},"finish_reason":null}]}\n\n'),
          ]),
          end,
          usageChunk,
        ),
        { text: 'one a\uFFFDb' },
      ),
      whole(
        raw(
          { type: 'application/json' },
          Buffer.concat([
            Buffer.from('{"choices":[{"index":0,"message":{"role":"assistant","content":"a'),
            Buffer.from([0xff]),
            Buffer.from(`b"},"finish_reason":"stop"}],"usage":${JSON.stringify(usage)}}`),
          ]),
        ),
        { text: 'a\uFFFDb' },
        { name: 'whole' },
      ),
    ],
  },
  {
    report: 'openai/openai-python#3819',
    comes: 'A byte order mark before the first event.',
    becomes: 'Read past.',
    tries: [
      streamed(raw({}, `\uFEFF: hello\n\nid: 7\nretry: 10\n${bytes}`), both),
      whole(
        raw({ type: 'application/json' }, `\uFEFF${JSON.stringify(completion({ content: 'ok' }))}`),
        { text: 'ok' },
        { name: 'whole' },
      ),
    ],
  },
  {
    report: 'ztjhz/BetterChatGPT#538',
    comes: 'Pings between the chunks: `event: ping` with data of its own, and comments (llama-cpp-python).',
    becomes: 'Left out.',
    tries: [
      streamed(
        stream(opening, 'event: ping\ndata: {"type": "ping"}\n\n', ':\n\n', rest, end, usageChunk),
        both,
      ),
    ],
  },
  {
    report: 'SamSaffron/term-llm#454',
    comes: 'One chunk over several `data:` lines, as pretty-printed JSON.',
    becomes: 'The lines of an event are one text, as the standard says.',
    tries: [
      streamed(
        stream(
          opening,
          `${JSON.stringify(rest, null, 1)
            .split('\n')
            .map((line) => `data: ${line}`)
            .join('\n')}\n\n`,
          end,
          usageChunk,
        ),
        both,
      ),
    ],
  },
  {
    report: 'SamSaffron/term-llm#487',
    comes: '`event:error` with the error in `data:{…}`, both without blanks, after some words.',
    becomes: 'One error event, no `[DONE]`, nothing charged.',
    tries: [
      streamed(
        unended(opening, 'event:error\ndata:{"message":"the engine died","type":"server_error"}\n\n'),
        { text: 'one ', error: 'upstream_error' },
        failed,
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
    report: 'earendil-works/pi#7441',
    comes: 'A first chunk with `choices: []` (Azure tells there what its filter found in the prompt).',
    becomes: 'Passed over. Words, usage and the end come as ever.',
    tries: [
      streamed(
        stream(
          { ...usageChunk, id: '', usage: null, prompt_filter_results: [] },
          opening,
          rest,
          end,
          usageChunk,
        ),
        both,
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
    report: 'perplexityai/api-discussion#209',
    comes: 'No `[DONE]` at the end; each chunk also repeats the whole message so far in `message`.',
    becomes: 'The deltas are the answer, and its finish_reason is its end.',
    tries: [
      streamed(
        unended(
          {
            ...opening,
            choices: [{ ...opening.choices[0], message: { role: 'assistant', content: 'one ' } }],
          },
          { ...rest, choices: [{ ...rest.choices[0], message: { role: 'assistant', content: 'one two' } }] },
          {
            ...chunk({ content: '' }, 'stop', { usage }),
            choices: [
              {
                index: 0,
                delta: { content: '' },
                message: { role: 'assistant', content: 'one two' },
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
    report: 'foundation-model-stack/fms-guardrails-orchestrator#482',
    comes: 'A finish_reason in the last two chunks.',
    becomes: 'One end, behind the last words.',
    tries: [
      streamed(stream(opening, chunk({ content: 'two' }, 'stop'), end, usageChunk), both),
      byMessages(true, stream(opening, chunk({ content: 'two' }, 'stop'), end, usageChunk), both),
    ],
  },
  {
    report: 'songquanpeng/one-api#1408',
    comes: '`finish_reason: "stop"` in every chunk, words going on behind the first.',
    becomes: 'All words, and one end behind the last of them.',
    tries: [
      streamed(
        stream(
          chunk({ role: 'assistant', content: 'one ' }, 'stop'),
          chunk({ content: 'two' }, 'stop'),
          usageChunk,
        ),
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
    report: 'mnfst/llm-gateway#2053',
    comes: '`: OPENROUTER PROCESSING` and a blank line, again and again, before the first word.',
    becomes: 'Comments are not data: none of them is sent on as an event.',
    tries: [
      streamed(
        stream(': OPENROUTER PROCESSING\n\n', ': OPENROUTER PROCESSING\n\n', opening, rest, end, usageChunk),
        both,
      ),
    ],
  },
  {
    report: 'coder/coder#28185',
    comes: 'A bare colon and a line feed as keep-alive (llama.cpp), without a blank line behind it.',
    becomes: 'A comment.',
    tries: [streamed(stream(':\n', opening, ':\n', rest, ':\n\n', end, usageChunk), both)],
  },
  {
    report: 'tmc/langchaingo#631',
    comes: '`: ping - 2024-02-23 06:52:12` between chunks (LLaMA-Factory).',
    becomes: 'A comment.',
    tries: [
      byMessages(
        true,
        stream(opening, ': ping - 2024-02-23 06:52:12.876102\r\n\r\n', rest, end, usageChunk),
        both,
      ),
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
        { text: 'one ', error: 'upstream_error' },
        failed,
      ),
    ],
  },
  {
    report: 'openai/openai-node#1292',
    comes: 'Words and `[DONE]`; `finish_reason` is null to the end, and no usage comes (Nebius).',
    becomes: '`stop`; the tokens are counted here.',
    tries: [streamed(stream(opening, rest), both, { row: counted })],
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
    report: 'ray-project/ray#62246',
    comes: '`data: [DONE]` twice.',
    becomes: 'One mark at the end.',
    tries: [
      streamed(stream(opening, rest, end, usageChunk, done), both),
      byResponses(true, stream(opening, rest, end, usageChunk, done), both),
    ],
  },
  {
    report: 'smg-project/smg#1878',
    comes: 'An answer whose text has `data: [DONE]` in it, with line feeds before and behind.',
    becomes: 'Text as any other: the mark is an event, not a word.',
    tries: [
      streamed(stream(opening, chunk({ content: 'a\n\ndata: [DONE]\n\nb' }), end, usageChunk), {
        text: 'one a\n\ndata: [DONE]\n\nb',
      }),
      streamed(
        raw(
          {},
          ...inPieces(
            data(opening) + data(chunk({ content: 'data: [DONE]' })) + data(end) + data(usageChunk) + done,
            11,
          ),
        ),
        { text: 'one data: [DONE]' },
        { name: 'in pieces' },
      ),
    ],
  },
  {
    report: 'anomalyco/opencode#42918',
    comes:
      'Chunks with `choices: []` and empty ids before and behind the others, the last `{"choices":[],"cost":"0"}`.',
    becomes: 'Passed over; one usage chunk for who asked for it.',
    tries: [
      streamed(
        stream(
          { ...usageChunk, usage: undefined },
          opening,
          { id: '', object: 'chat.completion.chunk', created: 0, model: '', choices: [] },
          rest,
          end,
          usageChunk,
          { choices: [], cost: '0' },
        ),
        { ...both, body: [{}, {}, {}, { choices: [], usage: { total_tokens: 18 } }] },
        { ask: ask.chat({ stream: true, stream_options: { include_usage: true } }) },
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
          choices: [{ index: 0, message: { role: 'assistant', content: 'one two' }, finish_reason: 'stop' }],
          usage,
        }),
        both,
      ),
    ],
  },
]
