import { expect } from 'vitest'
import { byMessages, byResponses, calledFor, type Oddity, streamedCalls, wholeCalls } from './oddity'
import { call, chunk, completion, json, stream, usageChunk } from './upstream-bytes'

const opening = chunk({ role: 'assistant', content: null })
const end = chunk({}, 'tool_calls')
const oslo = { calls: [calledFor('Oslo')] }
const osloAndRome = {
  calls: [
    { ...calledFor('Oslo'), id: 'call_a' },
    { ...calledFor('Rome'), id: 'call_b' },
  ],
}

/** Deltas of calls, one chunk each. */
const deltas = (...pieces: unknown[]) => pieces.map((piece) => chunk({ tool_calls: [piece] }))
const calling = (...pieces: unknown[]) => stream(opening, ...deltas(...pieces), end, usageChunk)
const city = (name: string) => JSON.stringify({ city: name })
const { index: _, ...unindexed } = call(city('Oslo'), { id: 'call_a' })
const { index: __, ...unindexedRome } = call(city('Rome'), { id: 'call_b' })
const piece = (args: unknown, more: object = {}) => ({ index: 0, function: { arguments: args }, ...more })
const named = (name: unknown, args: unknown, more: object = {}) => ({
  index: 0,
  function: { name, arguments: args },
  ...more,
})

const inTurn = stream(
  chunk({
    role: 'assistant',
    content: null,
    tool_calls: [call('', { id: 'call_a' }), call('', { id: 'call_b', index: 1 })],
  }),
  ...deltas(
    piece('{"city":'),
    piece('{"city":', { index: 1 }),
    piece('"Oslo"}'),
    piece('"Rome"}', { index: 1 }),
  ),
  end,
  usageChunk,
)
const allZero = calling(call(city('Oslo'), { id: 'call_a' }), call(city('Rome'), { id: 'call_b' }))
const withoutIndex = calling(unindexed, unindexedRome)

/** What calls a tool without arguments, or says them otherwise than as text. */
const told = (args: unknown, value = '{}') => {
  const given = {
    id: 'call_a',
    type: 'function',
    function: { name: 'get_weather', ...(args !== undefined && { arguments: args }) },
  }
  const calls = [{ id: 'call_a', name: 'get_weather', arguments: value }]
  const whole = json(200, completion({ content: null, tool_calls: [given] }, 'tool_calls'))
  const streamed = calling({ index: 0, ...given })
  return [
    streamedCalls(streamed, { calls }),
    wholeCalls(whole, { calls }, { name: 'whole' }),
    byMessages(true, streamed, { calls }),
    byMessages(false, whole, { calls }),
    byResponses(true, streamed, { calls }),
    byResponses(false, whole, { calls }),
  ]
}

/** Index, id, name and arguments of calls. */
export const toolCalls: readonly Oddity[] = [
  {
    report: 'ollama/ollama#7881',
    comes: 'Two streamed calls without `index`.',
    becomes: 'They get one each: 0 and 1.',
    tries: [streamedCalls(withoutIndex, osloAndRome), byMessages(true, withoutIndex, osloAndRome)],
  },
  {
    report: 'SamSaffron/term-llm#314',
    comes: 'Calls without `index`, both in one chunk.',
    becomes: 'Two calls.',
    tries: [
      streamedCalls(
        stream(opening, chunk({ tool_calls: [unindexed, unindexedRome] }), end, usageChunk),
        osloAndRome,
      ),
    ],
  },
  {
    report: 'openai/openai-python#2806',
    comes:
      'One call without `index` (Gemini’s OpenAI-compatible API), its arguments in a second delta without one.',
    becomes: 'One call with index 0.',
    tries: [
      streamedCalls(
        calling(
          { ...unindexed, function: { name: 'get_weather', arguments: '{"city":' } },
          { function: { arguments: '"Oslo"}' } },
        ),
        oslo,
      ),
      byMessages(
        true,
        calling(
          { ...unindexed, function: { name: 'get_weather', arguments: '{"city":' } },
          { function: { arguments: '"Oslo"}' } },
        ),
        oslo,
      ),
    ],
  },
  {
    report: 'AstrBotDevs/AstrBot#6692',
    comes: 'A call with `index: null`, to a client of the Responses format.',
    becomes: 'One call.',
    tries: [
      byResponses(true, calling({ ...unindexed, index: null }), oslo),
      streamedCalls(calling({ ...unindexed, index: null }), oslo),
    ],
  },
  {
    report: 'chenyme/grok2api#239',
    comes: 'A call without `index` beside words, in the chunk with the finish_reason.',
    becomes: 'The call has an index, and the end stands behind it.',
    tries: [
      streamedCalls(
        stream(
          chunk({ role: 'assistant', content: 'Hm' }),
          chunk({ tool_calls: [unindexed] }, 'tool_calls'),
          usageChunk,
        ),
        { text: 'Hm', ...oslo },
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
    report: 'ollama/ollama#15457',
    comes: 'Two whole calls with ids of their own, both with `index: 0`.',
    becomes: 'Two calls, 0 and 1.',
    tries: [
      streamedCalls(allZero, osloAndRome),
      byMessages(true, allZero, osloAndRome),
      byResponses(true, allZero, osloAndRome),
    ],
  },
  {
    report: 'BerriAI/litellm#33678',
    comes: 'Three calls with `index: 0`, each in two pieces.',
    becomes: 'Three calls; a piece belongs to the call before it.',
    tries: [
      streamedCalls(
        calling(
          ...['Oslo', 'Rome', 'Lima'].flatMap((name, at) => [
            call('{"city":', { id: `call_${at}` }),
            piece(`"${name}"}`),
          ]),
        ),
        { calls: ['Oslo', 'Rome', 'Lima'].map(calledFor) },
      ),
    ],
  },
  {
    report: 'InternLM/lmdeploy#3412',
    comes: 'Two calls with `index: 0` in one chunk.',
    becomes: 'Two calls.',
    tries: [
      streamedCalls(
        stream(
          opening,
          chunk({ tool_calls: [call(city('Oslo'), { id: 'call_a' }), call(city('Rome'), { id: 'call_b' })] }),
          end,
          usageChunk,
        ),
        osloAndRome,
      ),
    ],
  },
  {
    report: 'BerriAI/litellm#32759',
    comes: 'A call whose `index` begins at 1 (Bedrock).',
    becomes: 'Its index is 0.',
    tries: [
      streamedCalls(
        calling(call('{"city":', { id: 'call_a', index: 1 }), piece('"Oslo"}', { index: 1 })),
        oslo,
      ),
    ],
  },
  {
    report: 'praxis-proxy/ai#266',
    comes: 'Pieces of two calls in turn, to a client of the Messages format.',
    becomes: 'Two blocks one after another, each whole.',
    tries: [byMessages(true, inTurn, osloAndRome)],
  },
  {
    report: 'Wei-Shaw/sub2api#4302',
    comes: 'Pieces of two calls in turn, to a client of the Responses format.',
    becomes: 'Two items, each whole.',
    tries: [byResponses(true, inTurn, osloAndRome)],
  },
  {
    report: 'ls1intum/edutelligence#923',
    comes: 'Pieces of two calls in turn, to a client of chat.',
    becomes: 'As they came, each piece with its index.',
    tries: [streamedCalls(inTurn, osloAndRome)],
  },
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
  {
    report: 'mistralai/mistral-vibe#552',
    comes: '`type: null` in calls (vLLM, Ollama).',
    becomes: '`type: "function"`.',
    tries: [
      streamedCalls(calling(call(city('Oslo'), { type: null })), oslo),
      wholeCalls(
        json(
          200,
          completion({ content: null, tool_calls: [call(city('Oslo'), { type: null })] }, 'tool_calls'),
        ),
        oslo,
        { name: 'whole' },
      ),
    ],
  },
  {
    report: 'langchain-ai/langchain-azure#35',
    comes: 'Calls without `type`.',
    becomes: '`type: "function"`.',
    tries: [
      streamedCalls(
        calling({ index: 0, id: 'call_a', function: { name: 'get_weather', arguments: city('Oslo') } }),
        oslo,
      ),
      wholeCalls(
        json(
          200,
          completion(
            {
              content: null,
              tool_calls: [{ id: 'call_a', function: { name: 'get_weather', arguments: city('Oslo') } }],
            },
            'tool_calls',
          ),
        ),
        oslo,
        { name: 'whole' },
      ),
    ],
  },
  {
    report: 'Effect-TS/effect#7269',
    comes: '`tool_calls: null` beside words (Inception Mercury).',
    becomes: 'Absent: the words arrive.',
    tries: [
      streamedCalls(
        stream(
          chunk({ role: 'assistant', content: 'some ', tool_calls: null }),
          chunk({ content: 'words', tool_calls: null }),
          chunk({ tool_calls: null }, 'stop'),
          usageChunk,
        ),
        { text: 'some words' },
      ),
    ],
  },
  {
    report: 'vercel/ai#1866',
    comes: '`tool_calls: null` in whole answers (Together).',
    becomes: 'Absent.',
    tries: [
      wholeCalls(json(200, completion({ content: 'words', tool_calls: null })), { text: 'words' }),
      byResponses(false, json(200, completion({ content: 'words', tool_calls: null })), { text: 'words' }),
    ],
  },
  {
    report: 'ggml-org/llama.cpp#20198',
    comes: '`arguments` as an object in whole answers.',
    becomes: 'JSON text; in Messages the input.',
    tries: told({ city: 'Oslo' }, '{"city":"Oslo"}').filter(({ name }) => name?.endsWith('whole')),
  },
  {
    report: 'sipeed/picoclaw#1287',
    comes: '`arguments` as an object in streams.',
    becomes: 'JSON text.',
    tries: told({ city: 'Oslo' }, '{"city":"Oslo"}').filter(({ name }) => !name?.endsWith('whole')),
  },
  {
    report: 'vercel/ai#6687',
    comes: '`arguments: ""` of a tool without parameters, streamed and whole.',
    becomes: '`{}`, in every format.',
    tries: told(''),
  },
  {
    report: 'sigoden/aichat#1217',
    comes: '`arguments` that are no JSON because there are none: null, or no member at all.',
    becomes: '`{}`.',
    tries: [
      ...told(null),
      ...told(undefined).map((one) => ({ ...one, name: `missing, ${one.name ?? 'streamed'}` })),
    ],
  },
  {
    report: 'aws-samples/bedrock-access-gateway#247',
    comes: '`index: -1` in the deltas of a call.',
    becomes: 'Its index is 0.',
    tries: [
      streamedCalls(
        calling(call('{"city":', { id: 'call_a', index: -1 }), piece('"Oslo"}', { index: -1 })),
        oslo,
      ),
      byMessages(
        true,
        calling(call('{"city":', { id: 'call_a', index: -1 }), piece('"Oslo"}', { index: -1 })),
        oslo,
      ),
    ],
  },
  {
    report: 'pipecat-ai/pipecat#5342',
    comes: 'Calls whose indices begin at 1 behind words, two of them.',
    becomes: 'Their indices are 0 and 1.',
    tries: [
      streamedCalls(
        stream(
          chunk({ role: 'assistant', content: 'Hm' }),
          ...deltas(
            call(city('Oslo'), { id: 'call_a', index: 1 }),
            call(city('Rome'), { id: 'call_b', index: 2 }),
          ),
          end,
          usageChunk,
        ),
        { text: 'Hm', ...osloAndRome },
      ),
    ],
  },
  {
    report: 'can1357/oh-my-pi#1692',
    comes: '`function_call` in deltas, and the finish_reason of that name: OpenAI’s format of before tools.',
    becomes: 'A call of the tool that was offered; `tool_calls`.',
    tries: [
      streamedCalls(
        stream(
          opening,
          chunk({ function_call: { name: 'get_weather', arguments: '' } }),
          chunk({ function_call: { arguments: '{"city":' } }),
          chunk({ function_call: { arguments: '"Oslo"}' } }),
          chunk({}, 'function_call'),
          usageChunk,
        ),
        oslo,
      ),
      byMessages(
        true,
        stream(
          opening,
          chunk({ function_call: { name: 'get_weather', arguments: '{"city":"Oslo"}' } }),
          chunk({}, 'function_call'),
          usageChunk,
        ),
        oslo,
      ),
    ],
  },
  {
    report: 'QwenLM/qwen-code#6240',
    comes: '`function_call` in a whole message.',
    becomes: 'A call of the tool that was offered; `tool_calls`.',
    tries: [
      wholeCalls(
        json(
          200,
          completion(
            { content: null, function_call: { name: 'get_weather', arguments: city('Oslo') } },
            'function_call',
          ),
        ),
        oslo,
      ),
      byResponses(
        false,
        json(
          200,
          completion(
            { content: null, function_call: { name: 'get_weather', arguments: city('Oslo') } },
            'function_call',
          ),
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
    report: 'sandbaseai/sandbase-harness#219',
    comes: '`type: ""` in most deltas of a call.',
    becomes: '`type: "function"` in the first; absent or right in the others.',
    tries: [
      streamedCalls(
        calling(
          call('{"city":', { id: 'call_a', type: '' }),
          piece('"Os', { type: '' }),
          piece('lo"}', { type: '' }),
        ),
        oslo,
      ),
    ],
  },
  {
    report: 'quarkiverse/quarkus-langchain4j#2642',
    comes: 'Arguments that are encoded twice: a JSON string with the object’s text in it.',
    becomes: 'The object’s text.',
    tries: told(JSON.stringify(city('Oslo')), city('Oslo')).filter(({ name }) => name?.endsWith('whole')),
  },
]
