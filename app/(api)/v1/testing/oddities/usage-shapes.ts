import { expect } from 'vitest'
import { ask, byMessages, type Oddity, type Reads, streamed, type Try, whole } from './oddity'
import { completion, end, json, opening, rest, stream, text, usage, usageChunk } from './upstream-bytes'

const shown = { prompt_tokens: 11, completion_tokens: 7, total_tokens: 18 }
const counted = {
  usage_source: 'estimated',
  prompt_tokens: expect.any(Number),
  completion_tokens: expect.any(Number),
  cost: expect.any(String),
}
const withUsage = { ask: ask.chat({ stream: true, stream_options: { include_usage: true } }) }

/** The same usage in a whole answer and at the end of a stream. */
const told = (usage: unknown, row: object = {}, body: Reads['body'] = { usage: shown }): Try[] => [
  whole(json(200, completion({ content: text }, 'stop', { usage })), { text, body }, { row }),
  streamed(stream(opening, rest, end, { ...usageChunk, usage }), { text }, { name: 'streamed', row }),
]

/** `usage`: where it stands and how its numbers are written. */
export const usageShapes: readonly Oddity[] = [
  {
    report: 'ai-dynamo/dynamo#1054',
    comes: '`total_tokens: 0` beside right numbers.',
    becomes: 'The sum is ours.',
    tries: told({ ...usage, total_tokens: 0 }),
  },
  {
    report: 'SWE-agent/mini-swe-agent#935',
    comes: '`total_tokens: null`, or none.',
    becomes: 'The numbers that are there count; the sum is ours.',
    tries: [
      ...told({ ...usage, total_tokens: null }),
      ...told({ prompt_tokens: 11, completion_tokens: 7 }).map((one) => ({
        ...one,
        name: `none, ${one.name ?? 'whole'}`,
      })),
    ],
  },
  {
    report: 'promptfoo/promptfoo#7014',
    comes: 'Tokens as text: `"prompt_tokens": "11"`.',
    becomes: 'Read as numbers.',
    tries: told({ prompt_tokens: '11', completion_tokens: '7', total_tokens: '18' }),
  },
  {
    report: 'router-for-me/CLIProxyAPI#3221',
    comes: '`usage: null` in every chunk but the last (MiniMax).',
    becomes: 'The last one counts; a client that did not ask for usage sees none.',
    tries: [
      streamed(
        stream({ ...opening, usage: null }, { ...rest, usage: null }, { ...end, usage: null }, usageChunk),
        { text },
      ),
      streamed(
        stream({ ...opening, usage: null }, { ...rest, usage: null }, { ...end, usage }),
        {
          text,
          body: expect.arrayContaining([
            expect.objectContaining({ choices: [], usage: expect.objectContaining(shown) }),
          ]),
        },
        { name: 'asked for', ...withUsage },
      ),
    ],
  },
  {
    report: 'livekit/agents#6596',
    comes: '`completion_tokens: null` in the usage of a stream.',
    becomes: 'No usage: the tokens are counted here, and the answer is whole.',
    tries: told({ prompt_tokens: 11, completion_tokens: null, total_tokens: null }, counted, {}),
  },
  {
    report: 'openai/openai-agents-python#1179',
    comes: 'A usage whose numbers are all null.',
    becomes: 'No usage: counted here.',
    tries: told({ prompt_tokens: null, completion_tokens: null, total_tokens: null }, counted, {}),
  },
  {
    report: 'theopenco/llmgateway#2861',
    comes: 'A chunk in the middle whose usage has `prompt_tokens_details` alone (SGLang at Vertex).',
    becomes: 'Passed over; the last usage counts.',
    tries: [
      streamed(
        stream(opening, { ...rest, usage: { prompt_tokens_details: { cached_tokens: 0 } } }, end, usageChunk),
        { text },
        withUsage,
      ),
    ],
  },
  {
    report: 'ding113/claude-code-hub#705',
    comes: 'A usage in every chunk that grows.',
    becomes: 'The last one counts, not the sum; one usage chunk for who asked, none for others.',
    tries: [
      streamed(
        stream(
          { ...opening, usage: { ...usage, completion_tokens: 1 } },
          { ...rest, usage: { ...usage, completion_tokens: 4 } },
          { ...end, usage },
        ),
        { text },
      ),
      byMessages(
        true,
        stream(
          { ...opening, usage: { ...usage, completion_tokens: 1 } },
          { ...rest, usage: { ...usage, completion_tokens: 4 } },
          { ...end, usage },
        ),
        { text },
      ),
    ],
  },
  {
    report: 'open-webui/open-webui#29064',
    comes: 'The same from vLLM, for a client that asks for usage.',
    becomes: 'One usage chunk, at the end.',
    tries: [
      streamed(
        stream(
          { ...opening, usage: { prompt_tokens: 11, completion_tokens: 1, total_tokens: 12 } },
          { ...rest, usage: { prompt_tokens: 11, completion_tokens: 5, total_tokens: 16 } },
          { ...end, usage },
          usageChunk,
        ),
        { text, body: [{}, {}, {}, { choices: [], usage: shown }] },
        withUsage,
      ),
    ],
  },
  {
    report: 'vercel/ai#1651',
    comes: 'The usage in `x_groq.usage` of the last choice chunk alone.',
    becomes: 'Read there.',
    tries: [
      streamed(
        stream(opening, rest, { ...end, x_groq: { id: 'req_1', usage: { queue_time: 0.07, ...usage } } }),
        { text },
      ),
    ],
  },
  {
    report: 'Portkey-AI/gateway#1338',
    comes: 'The usage in `x_groq.usage` and once more in a chunk of its own.',
    becomes: 'Counted once; one usage chunk.',
    tries: [
      streamed(
        stream(opening, rest, { ...end, x_groq: { id: 'req_1', usage } }, usageChunk),
        { text, body: [{}, {}, {}, { choices: [], usage: shown }] },
        withUsage,
      ),
    ],
  },
  {
    report: 'maximhq/bifrost#191',
    comes: 'The usage inside the choice that ends, and once more behind it.',
    becomes: 'Counted once.',
    tries: [
      streamed(
        stream(
          opening,
          rest,
          { ...end, choices: [{ index: 0, delta: {}, finish_reason: 'stop', usage }] },
          usageChunk,
        ),
        { text },
      ),
    ],
  },
  {
    report: 'AstrBotDevs/AstrBot#6617',
    comes: 'The usage inside the choice that ends, and nowhere else (Moonshot).',
    becomes: 'Read there.',
    tries: [
      streamed(
        stream(opening, rest, { ...end, choices: [{ index: 0, delta: {}, finish_reason: 'stop', usage }] }),
        { text },
      ),
    ],
  },
  {
    report: 'openai/openai-agents-python#2126',
    comes: 'The usage in the chunk before the last; the last has none (xAI).',
    becomes: 'What was told counts.',
    tries: [streamed(stream(opening, rest, { ...end, usage }, { ...usageChunk, usage: null }), { text })],
  },
  {
    report: 'ROCm/ATOM#1711',
    comes: 'A usage chunk without `choices`.',
    becomes: 'Read; what we send has `choices: []`.',
    tries: [
      streamed(
        stream(opening, rest, end, {
          id: 'x',
          object: 'chat.completion.chunk',
          created: 1,
          model: 'up',
          usage,
        }),
        { text, body: [{}, {}, {}, { choices: [], usage: shown }] },
        withUsage,
      ),
    ],
  },
  {
    report: 'NousResearch/hermes-agent#61871',
    comes: 'Cached tokens in `prompt_cache_hit_tokens` beside the numbers (DeepSeek).',
    becomes: '`prompt_tokens_details.cached_tokens`, and billed as cached.',
    tries: [
      whole(
        json(
          200,
          completion({ content: text }, 'stop', {
            usage: {
              prompt_tokens: 100,
              completion_tokens: 7,
              total_tokens: 107,
              prompt_cache_hit_tokens: 80,
              prompt_cache_miss_tokens: 20,
            },
          }),
        ),
        { text, body: { usage: { prompt_tokens: 100, prompt_tokens_details: { cached_tokens: 80 } } } },
        {
          model: { pricing: { prompt: '0.000001', completion: '0.000002', cached_prompt: '0.0000001' } },
          row: { status: 'success', prompt_tokens: 100, completion_tokens: 7, cost: '0.000042' },
        },
      ),
    ],
  },
  {
    report: 'librefang/librefang#3449',
    comes: 'The same in a stream, for a client of the Messages format.',
    becomes: '`cache_read_input_tokens`; `input_tokens` is what was not cached.',
    tries: [
      byMessages(
        true,
        stream(opening, rest, end, {
          ...usageChunk,
          usage: {
            prompt_tokens: 100,
            completion_tokens: 7,
            total_tokens: 107,
            prompt_cache_hit_tokens: 80,
            prompt_cache_miss_tokens: 20,
          },
        }),
        {
          text,
          body: expect.arrayContaining([
            expect.objectContaining({
              type: 'message_delta',
              usage: expect.objectContaining({
                input_tokens: 20,
                cache_read_input_tokens: 80,
                output_tokens: 7,
              }),
            }),
          ]),
        },
        {
          model: { pricing: { prompt: '0.000001', completion: '0.000002', cached_prompt: '0.0000001' } },
          row: { status: 'success', prompt_tokens: 100, completion_tokens: 7, cost: '0.000042' },
        },
      ),
    ],
  },
  {
    report: 'MiXaiLL76/auto_ai_router#142',
    comes: '`prompt_tokens: 0` beside the tokens of an answer.',
    becomes: 'No prompt is empty: its tokens are counted here. The same of an answer whose tokens are 0.',
    tries: [
      ...told(
        { prompt_tokens: 0, completion_tokens: 7, total_tokens: 7 },
        { usage_source: 'estimated', prompt_tokens: 8, completion_tokens: 7, cost: '0.000022' },
        {},
      ),
      ...told(
        { prompt_tokens: 11, completion_tokens: 0, total_tokens: 11 },
        { usage_source: 'estimated', prompt_tokens: 11, completion_tokens: 2, cost: '0.000015' },
        {},
      ).map((one) => ({ ...one, name: `no answer, ${one.name ?? 'whole'}` })),
    ],
  },
  {
    report: 'router-for-me/CLIProxyAPI#5733',
    comes: '`completion_tokens: 0` beside `reasoning_tokens: 60` (Gemini).',
    becomes: 'Reasoning is part of the completion, for the client and for the bill.',
    tries: told(
      {
        prompt_tokens: 21,
        completion_tokens: 0,
        total_tokens: 81,
        completion_tokens_details: { reasoning_tokens: 60 },
      },
      { prompt_tokens: 21, completion_tokens: 60, cost: '0.000141' },
      { usage: { prompt_tokens: 21, completion_tokens: 60, total_tokens: 81 } },
    ),
  },
]
