import { expect } from 'vitest'
import { byMessages, byResponses, calledFor, type Oddity, streamedCalls, wholeCalls } from './oddity'
import { call, chunk, completion, json, stream, usageChunk } from './upstream-bytes'

const opening = chunk({ role: 'assistant', content: null })
const end = chunk({}, 'tool_calls')
const oslo = { calls: [calledFor('Oslo')] }
const deltas = (...pieces: unknown[]) => pieces.map((piece) => chunk({ tool_calls: [piece] }))
const calling = (...pieces: unknown[]) => stream(opening, ...deltas(...pieces), end, usageChunk)
const city = (name: string) => JSON.stringify({ city: name })
const piece = (args: unknown, more: object = {}) => ({ index: 0, function: { arguments: args }, ...more })
const named = (name: unknown, args: unknown, more: object = {}) => ({
  index: 0,
  function: { name, arguments: args },
  ...more,
})

/** Id and name of a call. */
export const callNames: readonly Oddity[] = [
  {
    report: 'JetBrains/koog#2052',
    comes: 'The same `id` in every delta of a call.',
    becomes: 'One call.',
    tries: [
      streamedCalls(
        calling(
          call('{"city":', { id: 'call_a' }),
          piece('"Os', { id: 'call_a' }),
          piece('lo"}', { id: 'call_a' }),
        ),
        oslo,
      ),
      byMessages(
        true,
        calling(
          call('{"city":', { id: 'call_a' }),
          piece('"Os', { id: 'call_a' }),
          piece('lo"}', { id: 'call_a' }),
        ),
        oslo,
      ),
    ],
  },
  {
    report: 'SillyTavern/SillyTavern#5948',
    comes: '`id`, `type` and the name of the function in every delta (Fireworks).',
    becomes: 'One call; id and name are sent once.',
    tries: [
      streamedCalls(
        calling(
          call('', { id: 'call_a', name: null }),
          call('{"city":', { id: 'call_a' }),
          call('"Oslo"}', { id: 'call_a' }),
        ),
        oslo,
      ),
      byResponses(
        true,
        calling(
          call('', { id: 'call_a' }),
          call('{"city":', { id: 'call_a' }),
          call('"Oslo"}', { id: 'call_a' }),
        ),
        oslo,
      ),
    ],
  },
  {
    report: 'anomalyco/opencode#40969',
    comes: '`id: ""` in the deltas behind the first (DashScope).',
    becomes: 'They go on with the call: empty counts as absent.',
    tries: [
      streamedCalls(
        calling(
          call('', { id: 'call_a' }),
          piece('{"city":', { id: '', type: 'function' }),
          piece('"Oslo"}', { id: '', type: 'function' }),
        ),
        oslo,
      ),
      byMessages(
        true,
        calling(
          call('', { id: 'call_a' }),
          piece('{"city":', { id: '', type: 'function' }),
          piece('"Oslo"}', { id: '', type: 'function' }),
        ),
        oslo,
      ),
    ],
  },
  {
    report: 'symfony/ai#2220',
    comes: '`id: ""` and `name: ""` behind the first delta (Qwen).',
    becomes: 'They go on with the call.',
    tries: [
      streamedCalls(calling(call('', { id: 'call_a' }), named('', '{"city":"Oslo"}', { id: '' })), oslo),
    ],
  },
  {
    report: 'AI-Shell-Team/aish#200',
    comes: '`name: ""` behind the first delta, and an `id` that is a number.',
    becomes: 'The name stays; the id is text.',
    tries: [
      streamedCalls(calling(call('', { id: 7 }), named('', '{"city":"Oslo"}')), {
        calls: [{ ...calledFor('Oslo'), id: expect.any(String) }],
      }),
    ],
  },
  {
    report: 'poolsideai/pool#9',
    comes: 'Another `id` in the deltas behind the first, without a name.',
    becomes: 'One call with its first id.',
    tries: [
      streamedCalls(
        calling(
          call('', { id: 'call_a' }),
          piece('{"city":', { id: 'call_z' }),
          piece('"Oslo"}', { id: 'call_z' }),
        ),
        { calls: [{ ...calledFor('Oslo'), id: 'call_a' }] },
      ),
    ],
  },
  {
    report: 'pipecat-ai/pipecat#5023',
    comes: 'The `id` in one delta and the name in the next.',
    becomes: 'The call begins with both.',
    tries: [
      streamedCalls(
        calling(
          { index: 0, id: 'call_a', type: 'function' },
          named('get_weather', ''),
          piece('{"city":"Oslo"}'),
        ),
        { calls: [{ ...calledFor('Oslo'), id: 'call_a' }] },
      ),
      byMessages(
        true,
        calling(
          { index: 0, id: 'call_a', type: 'function' },
          named('get_weather', ''),
          piece('{"city":"Oslo"}'),
        ),
        { calls: [{ ...calledFor('Oslo'), id: 'call_a' }] },
      ),
    ],
  },
  {
    report: 'vercel/ai#15879',
    comes: 'Arguments before the name of the function, and no `index` (SGLang).',
    becomes: 'The call is sent on once its name is known: id, name, then arguments.',
    tries: [
      streamedCalls(
        calling(
          { id: 'call_a', type: 'function', function: { arguments: '{"city":' } },
          { id: 'call_a', type: 'function', function: { name: 'get_weather', arguments: '"Oslo"}' } },
        ),
        oslo,
      ),
    ],
  },
  {
    report: 'XiaomiMiMo/MiMo-Code#2421',
    comes: 'Name and arguments first, the `id` in a later delta.',
    becomes: 'One call with one id: the upstream’s, or ours where it came too late.',
    tries: [
      streamedCalls(
        calling(
          { index: 0, type: 'function', function: { name: 'get_weather', arguments: '{"city":' } },
          piece('"Oslo"}', { id: 'call_late' }),
        ),
        oslo,
      ),
    ],
  },
  {
    report: 'anomalyco/opencode#25925',
    comes: 'Streamed calls without `id` (Kimi at NVIDIA).',
    becomes: 'An id of ours, the same in every delta.',
    tries: [
      streamedCalls(
        calling(
          { index: 0, type: 'function', function: { name: 'get_weather', arguments: '{"city":' } },
          piece('"Oslo"}'),
        ),
        { calls: [{ ...calledFor('Oslo'), id: expect.stringMatching(/./) }] },
      ),
      byMessages(
        true,
        calling(
          { index: 0, type: 'function', function: { name: 'get_weather', arguments: '{"city":' } },
          piece('"Oslo"}'),
        ),
        {
          calls: [{ ...calledFor('Oslo'), id: expect.stringMatching(/./) }],
        },
      ),
    ],
  },
  {
    report: 'iOfficeAI/aionrs#99',
    comes: 'Two streamed calls without `id` and with an index each (StepFun).',
    becomes: 'Two ids of ours.',
    tries: [
      streamedCalls(
        calling(
          { index: 0, type: 'function', function: { name: 'get_weather', arguments: city('Oslo') } },
          { index: 1, type: 'function', function: { name: 'get_weather', arguments: city('Rome') } },
        ),
        { calls: [calledFor('Oslo'), calledFor('Rome')] },
      ),
    ],
  },
  {
    report: 'vercel/ai#19091',
    comes: '`id: ""` in whole answers (Gemini 2.5).',
    becomes: 'An id of ours.',
    tries: [
      wholeCalls(
        json(
          200,
          completion(
            { content: null, tool_calls: [call(city('Oslo'), { id: '' }), call(city('Rome'), { id: null })] },
            'tool_calls',
          ),
        ),
        {
          calls: [
            { ...calledFor('Oslo'), id: expect.stringMatching(/./) },
            { ...calledFor('Rome'), id: expect.stringMatching(/./) },
          ],
        },
      ),
      byResponses(
        false,
        json(200, completion({ content: null, tool_calls: [call(city('Oslo'), { id: '' })] }, 'tool_calls')),
        {
          calls: [{ ...calledFor('Oslo'), id: expect.stringMatching(/./) }],
        },
      ),
    ],
  },
  {
    report: 'NousResearch/hermes-agent#8259',
    comes: 'The whole name in every delta (MiniMax by NVIDIA).',
    becomes: 'The name is sent once, so that no client joins it to `get_weatherget_weather`.',
    tries: [
      streamedCalls(
        calling(
          call('', { id: 'call_a' }),
          named('get_weather', '{"city":'),
          named('get_weather', '"Oslo"}'),
        ),
        {
          ...oslo,
          body: expect.not.arrayContaining([
            expect.objectContaining({
              choices: [
                expect.objectContaining({
                  delta: {
                    tool_calls: [
                      expect.objectContaining({ function: { name: 'get_weather', arguments: '"Oslo"}' } }),
                    ],
                  },
                }),
              ],
            }),
          ]),
        },
      ),
      byMessages(
        true,
        calling(
          call('', { id: 'call_a' }),
          named('get_weather', '{"city":'),
          named('get_weather', '"Oslo"}'),
        ),
        oslo,
      ),
    ],
  },
  {
    report: 'continuedev/continue#5849',
    comes: 'The name in pieces: `get_` and `weather` (Gemini).',
    becomes: 'One name.',
    tries: [
      byMessages(
        true,
        calling(
          { index: 0, id: 'call_a', type: 'function', function: { name: 'get_', arguments: '' } },
          named('weather', ''),
          piece('{"city":"Oslo"}'),
        ),
        oslo,
      ),
      byResponses(
        true,
        calling(
          { index: 0, id: 'call_a', type: 'function', function: { name: 'get_', arguments: '' } },
          named('weather', ''),
          piece('{"city":"Oslo"}'),
        ),
        oslo,
      ),
    ],
  },
  {
    report: 'NVIDIA-NeMo/Switchyard#785',
    comes: 'The name in pieces, to a client of chat.',
    becomes: 'The call begins with the whole name.',
    tries: [
      streamedCalls(
        calling(
          { index: 0, id: 'call_a', type: 'function', function: { name: 'get_', arguments: '' } },
          named('weather', ''),
          piece('{"city":"Oslo"}'),
        ),
        oslo,
      ),
    ],
  },
]
