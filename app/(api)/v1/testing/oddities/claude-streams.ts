import { expect } from 'vitest'
import { ask, byMessages, calledFor, type Oddity, streamed, type Try, weather } from './oddity'
import { claude, claudeBlock, claudeEnd, claudeStart, claudeText, event, raw } from './upstream-bytes'

const wire = 'anthropic' as const
const hello = claudeText(0, 'hello')
const said = { text: 'hello' }
const counted = {
  usage_source: 'estimated',
  prompt_tokens: expect.any(Number),
  completion_tokens: expect.any(Number),
  cost: expect.any(String),
}
const delta = (index: number, fields: object) => event('content_block_delta', { index, delta: fields })
const begun = (index: number, content_block: object) => event('content_block_start', { index, content_block })
const closed = (index: number) => event('content_block_stop', { index })
const start = (usage?: object) =>
  event('message_start', { message: claude([], { stop_reason: null, usage }) })
const end = (usage?: object) =>
  event('message_delta', {
    delta: { stop_reason: 'end_turn', stop_sequence: null },
    ...(usage && { usage }),
  }) + event('message_stop')
const reads = (bytes: string, expected: Try['reads'] = said, more: Partial<Try> = {}) =>
  streamed(raw({}, bytes), expected, { wire, ...more })
const called = { calls: [calledFor('Oslo')] }
const tool = { type: 'tool_use', id: 'toolu_9', name: 'get_weather' }
const withTools = { ask: ask.chat({ stream: true, tools: weather.chat }) }

/** Streams of Anthropic's format, as servers beside Anthropic write them. */
export const claudeStreams: readonly Oddity[] = [
  {
    report: 'BerriAI/litellm#28069',
    comes: 'A text block that begins without `text`.',
    becomes: 'An empty text; what comes behind it is read.',
    tries: [
      reads(
        claudeStart +
          begun(0, { type: 'text' }) +
          delta(0, { type: 'text_delta', text: 'hello' }) +
          closed(0) +
          claudeEnd(),
      ),
    ],
  },
  {
    report: 'anthropics/anthropic-sdk-python#1806',
    comes: 'No usage, neither in `message_start` nor in `message_delta`.',
    becomes: 'A whole answer; the tokens are counted here.',
    tries: [reads(start() + hello + end(), said, { row: counted })],
  },
  {
    report: 'sgl-project/sglang#20830',
    comes: '`input_tokens: 0` in `message_delta`, behind the right number in `message_start`.',
    becomes: 'The prompt is what was told first.',
    tries: [reads(claudeStart + hello + end({ input_tokens: 0, output_tokens: 7 }))],
  },
  {
    report: 'NVIDIA/NemoClaw#6297',
    comes: '`message_start` twice.',
    becomes: 'The second is passed over.',
    tries: [
      reads(claudeStart + claudeStart + hello + claudeEnd()),
      byMessages(true, raw({}, claudeStart + claudeStart + hello + claudeEnd()), said, { wire }),
    ],
  },
  {
    report: 'xemantic/anthropic-sdk-kotlin#147',
    comes: 'Blocks that never end: no `content_block_stop` (Kimi).',
    becomes: 'Closed where the next one begins, or the answer ends.',
    tries: [
      byMessages(
        true,
        raw(
          {},
          claudeStart,
          begun(0, { type: 'text', text: '' }),
          delta(0, { type: 'text_delta', text: 'hello' }),
          begun(1, { ...tool, input: {} }),
          delta(1, { type: 'input_json_delta', partial_json: '{"city":"Oslo"}' }),
          claudeEnd('tool_use'),
        ),
        { ...said, ...called },
        { wire },
      ),
    ],
  },
  {
    report: 'anomalyco/opencode#38733',
    comes: 'The whole input of a call where its block begins, and no delta.',
    becomes: 'The input is the arguments.',
    tries: [
      reads(
        claudeStart + begun(0, { ...tool, input: { city: 'Oslo' } }) + closed(0) + claudeEnd('tool_use'),
        called,
        withTools,
      ),
    ],
  },
  {
    report: 'BerriAI/litellm#30115',
    comes: 'A delta of a block that did not begin.',
    becomes: 'Its words arrive.',
    tries: [
      reads(claudeStart + delta(0, { type: 'text_delta', text: 'hello' }) + closed(0) + claudeEnd()),
      byMessages(
        true,
        raw({}, claudeStart + delta(0, { type: 'text_delta', text: 'hello' }) + closed(0) + claudeEnd()),
        said,
        { wire },
      ),
    ],
  },
  {
    report: 'earendil-works/pi#4464',
    comes: 'A block of an unknown type, with deltas.',
    becomes: 'Left out whole.',
    tries: [
      reads(
        claudeStart +
          claudeBlock(0, { type: 'novelty', x: 1 }, { type: 'novelty_delta', x: 2 }) +
          claudeText(1, 'hello') +
          claudeEnd(),
      ),
    ],
  },
]
