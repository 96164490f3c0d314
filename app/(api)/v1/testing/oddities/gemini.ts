import { expect } from 'vitest'
import {
  byMessages,
  calledFor,
  type Oddity,
  type Reads,
  streamed,
  streamedCalls,
  type Try,
  whole,
  wholeCalls,
} from './oddity'
import { data, gemini, json, raw } from './upstream-bytes'

const wire = 'google' as const
const part = (text: string) => gemini([{ text }], { finishReason: undefined })
const text = 'one two'
const last = gemini([{ text: 'two' }])
const promptOnly = { usageMetadata: { promptTokenCount: 11, totalTokenCount: 11 } }
const empty = { wire, row: { status: 'failed', cost: '0.000000' } }
const failure = { wire, row: { error_code: expect.any(String) } }

const streams = (answers: readonly unknown[], reads: Reads, more: Partial<Try> = {}): Try[] => [
  streamed(raw({}, ...answers.map(data)), reads, { wire, ...more }),
]
const call = { functionCall: { name: 'get_weather', args: { city: 'Oslo' } } }

/** Upstreams that speak Gemini's format. */
export const geminiUpstreams: readonly Oddity[] = [
  {
    report: 'agentjido/req_llm#638',
    comes: 'A last event with `finishReason` and usage and no `content`.',
    becomes: 'The end.',
    tries: streams(
      [
        part('one '),
        part('two'),
        { candidates: [{ finishReason: 'STOP' }], usageMetadata: last.usageMetadata },
      ],
      { text },
    ),
  },
  {
    report: 'Chevey339/kelivo#1002',
    comes: 'A first event with empty `parts` and `STOP`; the words come behind it.',
    becomes: 'All words, and one end behind them.',
    tries: streams([gemini([]), part('one '), last], { text }),
  },
  {
    report: 'AstrBotDevs/AstrBot#6735',
    comes: '`STOP` and no parts at all.',
    becomes: 'An empty answer with its end; it costs nothing.',
    tries: [
      whole(json(200, { candidates: [{ content: {}, finishReason: 'STOP' }], ...promptOnly }), {}, empty),
      streamed(
        raw({}, data({ candidates: [{ content: { role: 'model' }, finishReason: 'STOP' }], ...promptOnly })),
        {},
        { ...empty, name: 'streamed' },
      ),
    ],
  },
  {
    report: 'NousResearch/hermes-agent#83886',
    comes: '`MALFORMED_FUNCTION_CALL` without content.',
    becomes: '502 after fallbacks, not an empty `stop`.',
    tries: [
      wholeCalls(
        json(200, { candidates: [{ content: {}, finishReason: 'MALFORMED_FUNCTION_CALL' }], ...promptOnly }),
        { status: 502, error: 'upstream_error' },
        failure,
      ),
    ],
  },
  {
    report: 'ankit373/hydra#874',
    comes: '`{"error":{…}}` under status 200 after some words.',
    becomes: 'One error event, nothing charged.',
    tries: streams(
      [part('one '), { error: { code: 503, message: 'The model is overloaded.', status: 'UNAVAILABLE' } }],
      { text: 'one ', error: expect.any(String) },
      failure,
    ),
  },
  {
    report: 'liuw1535/antigravity2api-nodejs#73',
    comes: '`data: [DONE]` at the end, which the format does not have.',
    becomes: 'Passed over.',
    tries: [streamed(raw({}, data(part('one ')), data(last), 'data: [DONE]\n\n'), { text }, { wire })],
  },
  {
    report: 'langchain-ai/langchainjs#8694',
    comes: 'A usage in every event that grows.',
    becomes: 'The last one counts.',
    tries: streams(
      [
        {
          ...part('one '),
          usageMetadata: { promptTokenCount: 11, candidatesTokenCount: 1, totalTokenCount: 12 },
        },
        {
          ...part('tw'),
          usageMetadata: { promptTokenCount: 11, candidatesTokenCount: 4, totalTokenCount: 15 },
        },
        gemini([{ text: 'o' }]),
      ],
      { text },
    ),
  },
  {
    report: 'brekkylab/ailoy#334',
    comes: '`STOP` beside a function call.',
    becomes: '`tool_calls`; `tool_use` in Messages.',
    tries: [
      wholeCalls(json(200, gemini([call])), { calls: [calledFor('Oslo')] }, { wire }),
      streamedCalls(
        raw({}, data(gemini([call]))),
        { calls: [calledFor('Oslo')] },
        { wire, name: 'streamed' },
      ),
      byMessages(false, json(200, gemini([call])), { calls: [calledFor('Oslo')] }, { wire }),
    ],
  },
  {
    report: 'google-gemini/gemini-cli#29059',
    comes: 'No blank line behind the last event.',
    becomes: 'The last event counts.',
    tries: [streamed(raw({}, data(part('one ')), data(last).trimEnd()), { text }, { wire })],
  },
  {
    report: 'agentjido/req_llm#462',
    comes: 'The blank line of the last event in an HTTP chunk of its own, or one line feed instead.',
    becomes: 'The last event counts.',
    tries: [
      streamed(raw({}, data(part('one ')), data(last).trimEnd(), '\n', '\n'), { text }, { wire }),
      streamed(
        raw({}, data(part('one ')), `${data(last).trimEnd()}\n`),
        { text },
        { wire, name: 'one line feed' },
      ),
    ],
  },
  {
    report: 'smallnest/pigo#65',
    comes: 'Thoughts, words and a call in one stream that ends with `STOP`.',
    becomes: 'Reasoning, content and a call with an id of ours.',
    tries: [
      streamedCalls(
        raw(
          {},
          data(gemini([{ text: 'Well. ', thought: true }], { finishReason: undefined })),
          data(part('one two')),
          data(gemini([call])),
        ),
        { text, thoughts: 'Well. ', calls: [{ ...calledFor('Oslo'), id: expect.any(String) }] },
        { wire },
      ),
    ],
  },
  {
    report: 'vercel/ai#4097',
    comes: '`SAFETY` and `content: {}`.',
    becomes: '`content_filter`; an empty answer costs nothing.',
    tries: [
      whole(
        json(200, { candidates: [{ content: {}, finishReason: 'SAFETY' }], ...promptOnly }),
        { finish: 'content_filter' },
        empty,
      ),
    ],
  },
  {
    report: 'vercel/ai#3215',
    comes: 'Words and a usage without `candidatesTokenCount`.',
    becomes: 'The tokens are counted here.',
    tries: [
      whole(
        json(200, gemini([{ text }], {}, promptOnly)),
        { text },
        {
          wire,
          row: {
            usage_source: 'estimated',
            completion_tokens: expect.any(Number),
            prompt_tokens: expect.any(Number),
            cost: expect.any(String),
          },
        },
      ),
    ],
  },
  {
    report: 'vercel/ai#6590',
    comes: 'A thought without text, only with its signature.',
    becomes: 'Passed over.',
    tries: [
      streamed(
        raw(
          {},
          data(gemini([{ thought: true, thoughtSignature: 's' }], { finishReason: undefined })),
          data(part('one ')),
          data(last),
        ),
        { text },
        { wire },
      ),
    ],
  },
  {
    report: 'fruitbars/simple-one-api#32',
    comes: '`STOP` in every event.',
    becomes: 'One end, behind the last words.',
    tries: streams([gemini([{ text: 'one ' }]), last], { text }),
  },
  {
    report: 'theopenco/llmgateway#3616',
    comes: 'Words, then a bare JSON error without `data:`.',
    becomes: 'One error event, nothing charged.',
    tries: [
      streamed(
        raw(
          {},
          data(part('one ')),
          JSON.stringify({ error: { code: 503, message: 'overloaded', status: 'UNAVAILABLE' } }),
        ),
        { text: 'one ', error: expect.any(String) },
        failure,
      ),
    ],
  },
  {
    report: 'diegosouzapw/OmniRoute#4177',
    comes: 'An error 503 as the first event.',
    becomes: '5xx, or the next route.',
    tries: [
      streamed(
        raw({}, data({ error: { code: 503, message: 'overloaded', status: 'UNAVAILABLE' } })),
        { text },
        { wire, fallback: raw({}, data(part('one ')), data(last)) },
      ),
    ],
  },
  {
    report: 'snailyp/gemini-balance#347',
    comes: '`{"error":{"code":429,…}}` as the body of a stream, under status 200.',
    becomes: '429.',
    tries: [
      streamed(
        json(200, { error: { code: 429, message: 'quota', status: 'RESOURCE_EXHAUSTED' } }),
        { status: 429, error: 'rate_limit_exceeded' },
        failure,
      ),
    ],
  },
]
