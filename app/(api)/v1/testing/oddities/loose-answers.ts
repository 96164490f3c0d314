import { expect } from 'vitest'
import { ask, byMessages, byResponses, type Oddity, streamed, whole } from './oddity'
import {
  chunk,
  completion,
  data,
  end,
  json,
  opening,
  raw,
  rest,
  stream,
  text,
  usage,
  usageChunk,
} from './upstream-bytes'

const bare = { id: 'x', object: 'chat.completion.chunk', created: 1, model: 'up' }

/** Members that are missing, null or of another type. */
export const looseAnswers: readonly Oddity[] = [
  {
    report: 'sgl-project/sglang#3912',
    comes: '`role: null` and `tool_calls: null` in every delta.',
    becomes: 'The first delta says `role: "assistant"`; null is absent.',
    tries: [
      streamed(
        stream(
          chunk({ role: null, content: 'some ', tool_calls: null }),
          chunk({ role: null, content: 'words', tool_calls: null }),
          chunk({ role: null, content: null, tool_calls: null }, 'stop'),
          usageChunk,
        ),
        { text },
      ),
      streamed(
        stream(chunk({ role: '', content: 'some ' }), chunk({ role: '', content: 'words' }), end, usageChunk),
        { text },
        { name: 'role ""' },
      ),
      streamed(stream(chunk({ content: 'some ' }), rest, end, usageChunk), { text }, { name: 'no role' }),
    ],
  },
  {
    report: 'microsoft/agent-framework#5734',
    comes: '`delta: null` beside the finish_reason (Azure).',
    becomes: 'An empty delta.',
    tries: [
      streamed(stream(opening, rest, chunk(null, 'stop'), usageChunk), { text }),
      byMessages(true, stream(opening, rest, chunk(null, 'stop'), usageChunk), { text }),
    ],
  },
  {
    report: 'QwenLM/qwen-code#1448',
    comes: 'Choices without `delta`.',
    becomes: 'An empty delta.',
    tries: [
      streamed(
        stream(opening, { ...bare, choices: [{ index: 0, finish_reason: null }] }, rest, end, usageChunk),
        { text },
      ),
    ],
  },
  {
    report: 'smallmain/vscode-unify-chat-provider#29',
    comes: 'No `delta` in the chunk with the finish_reason.',
    becomes: 'An empty delta, and the end.',
    tries: [
      streamed(
        stream(opening, rest, { ...bare, choices: [{ index: 0, finish_reason: 'stop' }] }, usageChunk),
        { text },
      ),
      byResponses(
        true,
        stream(opening, rest, { ...bare, choices: [{ index: 0, finish_reason: 'stop' }] }, usageChunk),
        { text },
      ),
    ],
  },
  {
    report: 'run-llama/LlamaIndexTS#2118',
    comes: 'Azure’s choices with `content_filter_offsets` and no `delta`, in chunks with an empty id.',
    becomes: 'An empty delta under our id.',
    tries: [
      streamed(
        stream(
          opening,
          {
            id: '',
            object: '',
            created: 0,
            model: '',
            choices: [
              {
                index: 0,
                finish_reason: null,
                content_filter_results: {},
                content_filter_offsets: { check_offset: 407 },
              },
            ],
          },
          rest,
          end,
          usageChunk,
        ),
        { text },
      ),
    ],
  },
  {
    report: 'bagofwords1/bagofwords#742',
    comes: '`delta: null` in the middle of a stream (Azure’s annotations).',
    becomes: 'Passed over.',
    tries: [
      byMessages(true, stream(opening, chunk(null), rest, end, usageChunk), { text }),
      streamed(stream(opening, chunk(null), rest, end, usageChunk), { text }),
    ],
  },
  {
    report: 'grafana/grafana-llm-app#790',
    comes: 'A first chunk of empty members: `{"choices":[],"created":0,"id":"","model":"","object":""}`.',
    becomes: 'Passed over; id, created and model are ours in each chunk.',
    tries: [
      streamed(
        stream({ choices: [], created: 0, id: '', model: '', object: '' }, opening, rest, end, usageChunk),
        { text },
      ),
    ],
  },
  {
    report: 'cline/cline#8527',
    comes: '`choices: null` in the usage chunk.',
    becomes: 'Read as `[]`.',
    tries: [
      streamed(stream(opening, rest, end, { ...bare, choices: null, usage }), { text }),
      byMessages(true, stream(opening, rest, end, { ...bare, choices: null, usage }), { text }),
    ],
  },
  {
    report: 'Pythagora-io/gpt-pilot#773',
    comes: 'Chunks without `choices` between the others.',
    becomes: 'Passed over.',
    tries: [streamed(stream({ ...bare }, opening, { ...bare }, rest, end, usageChunk), { text })],
  },
  {
    report: 'Osmantic/ODS#1809',
    comes: '`choices: [null]`.',
    becomes: 'Passed over.',
    tries: [streamed(stream(opening, { ...bare, choices: [null] }, rest, end, usageChunk), { text })],
  },
  {
    report: '64bit/async-openai#408',
    comes: 'Chunks without `id` (OpenVINO).',
    becomes: 'Our id in each.',
    tries: [
      streamed(stream(...[opening, rest, end, usageChunk].map(({ id: _, ...one }) => one)), {
        text,
        body: [{ id: expect.stringMatching(/^chatcmpl/) }, {}, {}],
      }),
    ],
  },
  {
    report: 'BerriAI/litellm#15962',
    comes: '`n: 2`, the choices in turn, with logprobs; one of them calls a tool.',
    becomes: 'Index, logprobs and both ends as they came; one `[DONE]`.',
    tries: [
      streamed(
        stream(
          {
            ...bare,
            choices: [
              {
                index: 0,
                delta: { role: 'assistant', content: 'Hi' },
                logprobs: { content: [{ token: 'Hi', logprob: -0.1 }] },
                finish_reason: null,
              },
            ],
          },
          {
            ...bare,
            choices: [{ index: 1, delta: { role: 'assistant', content: 'Hey' }, finish_reason: null }],
          },
          {
            ...bare,
            choices: [
              {
                index: 1,
                delta: {
                  tool_calls: [
                    { index: 0, id: 'c1', type: 'function', function: { name: 'f', arguments: '{}' } },
                  ],
                },
                finish_reason: null,
              },
            ],
          },
          { ...bare, choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] },
          { ...bare, choices: [{ index: 1, delta: {}, finish_reason: 'tool_calls' }] },
          usageChunk,
        ),
        {
          text: 'Hi',
          body: [
            { choices: [{ index: 0, logprobs: { content: [{ token: 'Hi' }] } }] },
            { choices: [{ index: 1 }] },
            { choices: [{ index: 1 }] },
            { choices: [{ index: 0, finish_reason: 'stop' }] },
            { choices: [{ index: 1, finish_reason: 'tool_calls' }] },
          ],
        },
        { ask: ask.chat({ stream: true, n: 2, logprobs: true }) },
      ),
    ],
  },
  {
    report: 'sashabaranov/go-openai#1003',
    comes: '`created` as text, or null.',
    becomes: 'A number of ours.',
    tries: [
      whole(json(200, { ...completion({ content: text }), created: '1700000000' }), {
        text,
        body: { created: expect.any(Number) },
      }),
      streamed(
        stream(...[opening, rest, end, usageChunk].map((one) => ({ ...one, created: null, id: 7 }))),
        { text },
        { name: 'streamed' },
      ),
    ],
  },
  {
    report: 'langgenius/dify#14101',
    comes: '`object` of another name, or empty.',
    becomes: '`chat.completion`, `chat.completion.chunk`.',
    tries: [
      whole(json(200, { ...completion({ content: text }), object: 'chat.completion.wise' }), {
        text,
        body: { object: 'chat.completion' },
      }),
      streamed(
        stream(...[opening, rest, end, usageChunk].map((one) => ({ ...one, object: '' }))),
        { text },
        { name: 'streamed' },
      ),
    ],
  },
  {
    report: 'SillyTavern/SillyTavern#3072',
    comes: '`-Infinity` and `NaN` as log probabilities (KoboldCpp), which no JSON has.',
    becomes: '`-9999`, as OpenAI has it, and null.',
    tries: [
      whole(
        raw(
          { type: 'application/json' },
          JSON.stringify(completion({ content: text }, 'stop', { scores: ['-', '+'] }))
            .replace('"-"', '-Infinity')
            .replace('"+"', 'NaN'),
        ),
        { text, body: { scores: [-9999, null] } },
      ),
    ],
  },
  {
    report: 'abundantbeing/hermes-browser-extension#11',
    comes: 'A last chunk with the whole `message` behind the deltas.',
    becomes: 'The deltas are the answer: nothing is said twice.',
    tries: [
      streamed(
        stream(opening, rest, {
          ...end,
          choices: [{ index: 0, message: { role: 'assistant', content: text }, finish_reason: 'stop' }],
          usage,
        }),
        { text },
      ),
    ],
  },
  {
    report: 'QuantumNous/new-api#5367',
    comes: '`data: data: {…}`: the prefix twice.',
    becomes: 'Read as once.',
    tries: [
      streamed(
        raw(
          {},
          ...[opening, rest, end, usageChunk].map((one) => `data: ${data(one)}`),
          'data: data: [DONE]\n\n',
        ),
        { text },
      ),
    ],
  },
]
