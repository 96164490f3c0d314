import { ask, byMessages, byResponses, type Oddity, streamed, whole } from './oddity'
import {
  chunk,
  completion,
  data,
  done,
  end,
  inPieces,
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
const smile = bytes.replace('words', 'Grüße 你好 🌍')

/** How events are written: lines, blanks, comments, characters, marks of the end. */
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
        { name: 'some line feed' },
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
    tries: [streamed(raw({}, ...inPieces(smile, 7)), { text: 'some Grüße 你好 🌍' })],
  },
  {
    report: 'farion1231/cc-switch#1923',
    comes: 'The same on the way to a client of the Messages format.',
    becomes: 'Put together again.',
    tries: [
      byMessages(true, raw({}, ...inPieces(smile, 3)), { text: 'some Grüße 你好 🌍' }),
      byResponses(true, raw({}, ...inPieces(smile, 5)), { text: 'some Grüße 你好 🌍' }),
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
        { text: 'some a\uFFFDb' },
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
        { text: 'some ', error: 'upstream_error' },
        failed,
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
    report: 'foundation-model-stack/fms-guardrails-orchestrator#482',
    comes: 'A finish_reason in the last two chunks.',
    becomes: 'One end, behind the last words.',
    tries: [
      streamed(stream(opening, chunk({ content: 'words' }, 'stop'), end, usageChunk), both),
      byMessages(true, stream(opening, chunk({ content: 'words' }, 'stop'), end, usageChunk), both),
    ],
  },
  {
    report: 'songquanpeng/one-api#1408',
    comes: '`finish_reason: "stop"` in every chunk, words going on behind the first.',
    becomes: 'All words, and one end behind the last of them.',
    tries: [
      streamed(
        stream(
          chunk({ role: 'assistant', content: 'some ' }, 'stop'),
          chunk({ content: 'words' }, 'stop'),
          usageChunk,
        ),
        both,
      ),
    ],
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
        text: 'some a\n\ndata: [DONE]\n\nb',
      }),
      streamed(
        raw(
          {},
          ...inPieces(
            data(opening) + data(chunk({ content: 'data: [DONE]' })) + data(end) + data(usageChunk) + done,
            11,
          ),
        ),
        { text: 'some data: [DONE]' },
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
]
