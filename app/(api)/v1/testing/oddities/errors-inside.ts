import { expect } from 'vitest'
import { byMessages, byResponses, type Oddity, type Reads, streamed, type Try, whole } from './oddity'
import { completion, done, json, opening, raw, stream, unended, usageChunk } from './upstream-bytes'

const upstream = { status: 502, error: 'upstream_error' }
const limited = { status: 429, error: 'rate_limit_exceeded' }
const html = '<html><body><h1>Bad gateway</h1>nginx at 10.0.0.7</body></html>'
const good = json(200, completion({ content: 'ok' }))

/** An error under status 200, whole and as the first event of a stream, and where another route serves the model. */
const inside = (error: object, reads: Reads): Try[] => [
  whole(json(200, error), reads),
  streamed(stream(error), reads, { name: 'streamed' }),
]
const mended = (error: object): Try[] => [
  whole(json(200, error), { text: 'ok' }, { name: 'with a fallback', fallback: good }),
]

/** Errors under status 200, and bodies that are no answers. */
export const errorsInside: readonly Oddity[] = [
  {
    report: 'apache/rocketmq-dashboard#2178',
    comes: '`{"error":{"message":"quota exceeded"}}` as the first event, then `[DONE]`.',
    becomes: '502 after fallbacks; nothing is charged.',
    tries: [
      ...inside({ error: { message: 'quota exceeded' } }, upstream),
      ...mended({ error: { message: 'quota exceeded' } }),
    ],
  },
  {
    report: 'vercel/ai#13506',
    comes: '`{"error":{"code":"CONTEXT_LENGTH_EXCEEDED",…}}` as the first event.',
    becomes: '400 `context_length_exceeded` with the message.',
    tries: inside(
      { error: { message: 'Context length exceeded', code: 'CONTEXT_LENGTH_EXCEEDED' } },
      { status: 400, error: 'context_length_exceeded' },
    ),
  },
  {
    report: 'fox1245/NeoGraph#124',
    comes: '`{"error":"STREAM_EXPLODED"}`: the error is text.',
    becomes: '502.',
    tries: inside({ error: 'STREAM_EXPLODED' }, upstream),
  },
  {
    report: 'diegosouzapw/OmniRoute#8210',
    comes: 'A chunk with `choices: []` and `error.code: 502` beside them (OpenRouter).',
    becomes: '502, or the next route; not an empty success.',
    tries: [
      streamed(
        stream({
          ...usageChunk,
          usage: undefined,
          error: {
            code: 502,
            message: 'Worker local total request limit reached (33/32)',
            metadata: { error_type: 'provider_unavailable' },
          },
        }),
        upstream,
      ),
      byResponses(
        true,
        stream({ ...usageChunk, usage: undefined, error: { code: 502, message: 'provider_unavailable' } }),
        { status: 502, error: expect.any(String) },
        { name: 'responses' },
      ),
    ],
  },
  {
    report: 'NousResearch/hermes-agent#65643',
    comes: 'A chunk with `choices: null`, `error_type: "BadRequestError"` and `error_message`.',
    becomes: 'An error of ours, not an empty answer.',
    tries: [
      streamed(
        stream({
          ...usageChunk,
          usage: undefined,
          choices: null,
          error_type: 'BadRequestError',
          error_message: "This model's maximum context length is 4096 tokens",
        }),
        {
          status: expect.any(Number),
          error: expect.stringMatching(/^(context_length_exceeded|upstream_error)$/),
        },
      ),
    ],
  },
  {
    report: 'langchain-ai/langchainjs#11579',
    comes: 'An error with the code `server_error` after some words (OpenRouter).',
    becomes: 'One error event, no `[DONE]`, nothing charged.',
    tries: [
      streamed(
        unended(opening, {
          ...usageChunk,
          usage: undefined,
          error: { code: 'server_error', message: 'Provider disconnected' },
          choices: [{ index: 0, delta: { content: '' }, finish_reason: 'error' }],
        }),
        { text: 'some ', error: 'upstream_error' },
      ),
      byMessages(
        true,
        unended(opening, { error: { code: 'server_error', message: 'Provider disconnected' } }),
        { text: 'some ', error: 'api_error', finish: null },
      ),
    ],
  },
  {
    report: 'mmeyerlein/meclaw#75',
    comes: 'Status 200 whose body says `error.code: 429` and nothing else.',
    becomes: '429, or the next route.',
    tries: [
      ...inside({ error: { message: 'Rate limit reached, retry shortly', code: 429 } }, limited),
      ...mended({ error: { code: 429, message: 'x' } }),
    ],
  },
  {
    report: 'damianvtran/local-operator#223',
    comes: 'A comment, then an error with the code 429 as the first event (OpenRouter).',
    becomes: '429: nothing was sent yet.',
    tries: [
      streamed(
        stream(': OPENROUTER PROCESSING\n\n', { error: { message: 'Rate limit exceeded', code: 429 } }),
        limited,
      ),
    ],
  },
  {
    report: 'brightwave-inc/tidebreak#1122',
    comes: '`{"object":"error","message":…,"code":400}` as an event (vLLM).',
    becomes: '400 with the message.',
    tries: [
      streamed(
        stream({
          object: 'error',
          message: "This model's maximum context length is 4096 tokens",
          type: 'BadRequestError',
          param: null,
          code: 400,
        }),
        { status: 400, error: 'context_length_exceeded' },
      ),
    ],
  },
  {
    report: 'kortix-ai/suna#5986',
    comes: 'An error with the number 400 as its code, as the first event.',
    becomes: '400 with the message, not a bare 502.',
    tries: [
      streamed(stream({ error: { message: 'context length exceeded from messages', code: 400 } }), {
        status: 400,
        error: expect.any(String),
        body: { error: { message: expect.stringContaining('context length exceeded') } },
      }),
    ],
  },
  {
    report: 'RooCodeInc/Roo-Code#9105',
    comes:
      '`choices: null` and `base_resp: {"status_code":1002,…}`: MiniMax’s way to say that a limit is reached.',
    becomes: 'An error: 429 for a limit, 502 for the rest. `status_code: 0` is none.',
    tries: [
      whole(json(200, { choices: null, base_resp: { status_code: 1002, status_msg: 'rate limit' } }), {
        status: expect.any(Number),
        error: expect.stringMatching(/^(rate_limit_exceeded|upstream_error)$/),
      }),
      streamed(
        stream({
          id: 'x',
          choices: null,
          base_resp: { status_code: 1008, status_msg: 'insufficient balance' },
        }),
        upstream,
        { name: 'streamed' },
      ),
      whole(
        json(200, completion({ content: 'ok' }, 'stop', { base_resp: { status_code: 0, status_msg: '' } })),
        { text: 'ok' },
        { name: 'no error' },
      ),
    ],
  },
  {
    report: 'BerriAI/litellm#31413',
    comes: 'Status 200, blanks and a full stop (OpenRouter).',
    becomes: '502, or the next route.',
    tries: [
      whole(raw({ type: 'application/json' }, '\n         \n\n.'), upstream),
      streamed(raw({}, '   .'), upstream, { name: 'streamed' }),
    ],
  },
  {
    report: 'theopenco/llmgateway#3904',
    comes: 'Status 200 and the body `null`.',
    becomes: '502.',
    tries: [whole(json(200, null), upstream), streamed(json(200, null), upstream, { name: 'streamed' })],
  },
  {
    report: 'open-webui/open-webui#28938',
    comes: 'The body `null`, on the way to clients of other formats.',
    becomes: '502 in their shape.',
    tries: [
      byMessages(false, json(200, null), { status: 502, error: 'api_error' }),
      byResponses(false, json(200, null), { status: 502, error: expect.any(String) }),
    ],
  },
  {
    report: 'decolua/9router#145',
    comes: 'Status 200 and an empty body.',
    becomes: '502, or the next route.',
    tries: [
      whole(raw({ type: 'application/json' }), upstream),
      streamed(raw({}), upstream, { name: 'streamed' }),
      streamed(raw({}, done), upstream, { name: '[DONE] alone' }),
      whole(raw({ type: 'application/json' }), { text: 'ok' }, { name: 'with a fallback', fallback: good }),
    ],
  },
  {
    report: 'pydantic/pydantic-ai#7909',
    comes: 'A whole answer with `choices: []`.',
    becomes: '502, nothing charged.',
    tries: [whole(json(200, { ...completion({}), choices: [] }), upstream)],
  },
  {
    report: 'lynote-ai/humanize-text#55',
    comes: 'A page of HTML under status 200.',
    becomes: '502 without a word of the page.',
    tries: [
      whole(raw({ type: 'text/html' }, html), {
        ...upstream,
        body: { error: { message: expect.not.stringMatching(/nginx|html|10\.0/) } },
      }),
      streamed(raw({ type: 'text/html' }, html), upstream, { name: 'streamed' }),
    ],
  },
  {
    report: 'lbjlaq/Antigravity-Manager#777',
    comes: '429 whose wait is in `retry-after-ms`, or in the text alone.',
    becomes: '429 with `Retry-After` in whole seconds.',
    tries: [
      whole(
        json(
          429,
          { error: { message: 'Please try again in 2.5s.', code: 'rate_limit_exceeded' } },
          { 'retry-after-ms': '2500' },
        ),
        {
          ...limited,
          headers: { 'retry-after': '3' },
          body: { error: { metadata: { limit_source: 'upstream' } } },
        },
      ),
      whole(
        json(429, { error: { message: 'Rate limit reached. Please try again in 7.66s.', code: 'x' } }),
        { ...limited, headers: { 'retry-after': '8' } },
        { name: 'in the text' },
      ),
    ],
  },
  {
    report: 'alibaba/spring-ai-alibaba#2691',
    comes:
      '`{"code":"InvalidParameter","message":…,"request_id":…}` as an event of a stream (DashScope): no `error`, no `choices`.',
    becomes: 'An error, not an empty answer.',
    tries: inside(
      { code: 'InvalidParameter', message: 'The parameter is out of range.', request_id: 'r-1' },
      { status: expect.any(Number), error: expect.stringMatching(/./) },
    ),
  },
  {
    report: 'musistudio/claude-code-router#1630',
    comes:
      '`{"success":false,"errors":[{"code":7003,"message":…}],"result":null}` (Cloudflare), under 400 and under 200.',
    becomes: 'An error of its status.',
    tries: [
      whole(
        json(400, {
          success: false,
          errors: [{ code: 7003, message: 'Could not route' }],
          messages: [],
          result: null,
        }),
        {
          status: 400,
          error: expect.stringMatching(/./),
        },
      ),
      whole(
        json(200, {
          success: false,
          errors: [{ code: 7003, message: 'Could not route' }],
          messages: [],
          result: null,
        }),
        upstream,
        {
          name: 'under 200',
        },
      ),
    ],
  },
  {
    report: 'theopenco/llmgateway#1785',
    comes: '403 whose words are `Content violates usage guidelines` (xAI).',
    becomes: '400 `content_policy_violation`; other routes are not asked, and the route stays healthy.',
    tries: [
      whole(
        json(403, { code: 'permission-denied', error: 'Content violates usage guidelines. ' }),
        { status: 400, error: 'content_policy_violation' },
        { fallback: good },
      ),
    ],
  },
  {
    report: 'kortix-ai/suna#6368',
    comes: 'A prompt that is too long, in words alone: no code says so.',
    becomes: '400 `context_length_exceeded`, by which agents shorten a conversation.',
    tries: [
      'Your request exceeded model token limit: 262144',
      'The decoder prompt (length 50000) is longer than the maximum model length of 32768.',
      'input length and `max_tokens` exceed context limit: 188240 + 21333 > 200000',
    ].map((message) =>
      whole(
        json(400, { error: { message, code: 400 } }),
        { status: 400, error: 'context_length_exceeded' },
        { name: message },
      ),
    ),
  },
]
