import { expect } from 'vitest'
import { ask, byMessages, byResponses, type Oddity, streamed, type Try, weather, whole } from './oddity'
import { claude, completion, end, gemini, json, opening, rest, stream, text } from './upstream-bytes'

const ok = json(200, completion({ content: 'ok' }))
const claudeOk = json(200, claude([{ type: 'text', text: 'ok' }]))
const user = { role: 'user', content: 'Hello' }
const served = { text: 'ok' }

/** A chat request, and what of it must reach the upstream. */
const passes = (body: object, sent: object, more: Partial<Try> = {}): Try =>
  whole(ok, served, { ask: ask.chat(body), sent, ...more })
const toClaude = (body: object, sent: object, name?: string): Try =>
  whole(claudeOk, served, { wire: 'anthropic', ask: ask.chat(body), sent, ...(name && { name }) })

/** A 400 that names a field, and after it the answer to the same request without that field. */
const refused = (message: string) =>
  json(400, { error: { message, type: 'invalid_request_error', code: null } })

const kimiIds = ['functions.get_weather:0', 'functions.get_weather:1']
const calls = (ids: readonly string[]) =>
  ids.map((id) => ({ id, type: 'function', function: { name: 'get_weather', arguments: '{"city":"Oslo"}' } }))
const history = (ids: readonly string[]) => [
  user,
  { role: 'assistant', content: null, tool_calls: calls(ids) },
  ...ids.map((id) => ({ role: 'tool', tool_call_id: id, content: 'Rain' })),
]
const claudeId = expect.stringMatching(/^[a-zA-Z0-9_-]+$/)

/** What strict upstreams refuse, and how it is sent to them. */
export const strictUpstreams: readonly Oddity[] = [
  {
    report: 'can1357/oh-my-pi#843',
    comes: 'A message of the role `developer`, which most upstreams of OpenAI’s format do not know.',
    becomes: 'Sent as `system`.',
    tries: [
      passes(
        { messages: [{ role: 'developer', content: 'Be kind' }, user] },
        { messages: [{ role: 'system', content: 'Be kind' }, user] },
      ),
    ],
  },
  {
    report: 'vastsa/PI-Desktop#30',
    comes: 'The same in the middle of a conversation (GLM), and in the Responses format.',
    becomes: 'Sent as `system`.',
    tries: [
      passes(
        {
          messages: [
            user,
            { role: 'assistant', content: 'Hi' },
            { role: 'developer', content: 'Be brief' },
            user,
          ],
        },
        { messages: [{ role: 'user' }, { role: 'assistant' }, { role: 'system' }, { role: 'user' }] },
      ),
      byResponses(false, ok, served, {
        ask: ask.responses({ input: [{ role: 'developer', content: 'Be kind' }, user] }),
        sent: { messages: [{ role: 'system' }, { role: 'user' }] },
      }),
    ],
  },
  {
    report: 'voideditor/void#128',
    comes: '`max_completion_tokens`, where an upstream knows `max_tokens` alone.',
    becomes: 'The limit is sent as `max_tokens`, never dropped.',
    tries: [
      passes({ max_completion_tokens: 50 }, expect.objectContaining({ max_tokens: 50 })),
      passes({ max_completion_tokens: 50 }, expect.not.objectContaining({ max_completion_tokens: 50 }), {
        name: 'not twice',
      }),
    ],
  },
  {
    report: 'BerriAI/litellm#5803',
    comes: '`stream_options` in a request that is not streamed.',
    becomes: 'Left out.',
    tries: [
      passes(
        { stream_options: { include_usage: true } },
        expect.not.objectContaining({ stream_options: expect.anything() }),
      ),
      passes(
        { stream: false, stream_options: { include_usage: true } },
        expect.not.objectContaining({ stream_options: expect.anything() }),
        { name: 'stream: false' },
      ),
    ],
  },
  {
    report: 'higress-group/higress#2524',
    comes: "A 400 that names an optional field: “Unknown parameter: 'stream_options'.”",
    becomes: 'Asked once more without it; the tokens are counted here where none are told.',
    tries: [
      streamed(
        [refused("Unknown parameter: 'stream_options'."), stream(opening, rest, end)],
        { text },
        {
          attempts: 2,
          sent: expect.not.objectContaining({ stream_options: expect.anything() }),
          row: {
            usage_source: 'estimated',
            prompt_tokens: expect.any(Number),
            completion_tokens: 2,
            cost: expect.any(String),
          },
        },
      ),
    ],
  },
  {
    report: 'BiFangKNT/mtga#68',
    comes: 'To Claude: an empty system prompt, and an empty text beside others (Trae).',
    becomes: 'Both are left out.',
    tries: [
      toClaude(
        { messages: [{ role: 'system', content: '' }, user] },
        expect.not.objectContaining({ system: expect.anything() }),
      ),
      toClaude(
        {
          messages: [
            {
              role: 'user',
              content: [
                { type: 'text', text: '' },
                { type: 'text', text: 'Hi' },
              ],
            },
          ],
        },
        { messages: [{ role: 'user', content: [{ type: 'text', text: 'Hi' }] }] },
        'an empty text',
      ),
    ],
  },
  {
    report: 'NousResearch/hermes-agent#11929',
    comes: 'To Claude: `content: ""` beside a call in the history.',
    becomes: 'The call alone.',
    tries: [
      toClaude(
        {
          tools: weather.chat,
          messages: [
            user,
            { role: 'assistant', content: '', tool_calls: calls(['call_1']) },
            { role: 'tool', tool_call_id: 'call_1', content: '' },
          ],
        },
        {
          messages: [
            { role: 'user' },
            { role: 'assistant', content: [{ type: 'tool_use', id: 'call_1' }] },
            { role: 'user' },
          ],
        },
      ),
    ],
  },
  {
    report: 'anthropics/anthropic-sdk-python#461',
    comes: 'To Claude by Messages: an empty text block of an earlier answer.',
    becomes: 'Left out.',
    tries: [
      byMessages(false, claudeOk, served, {
        wire: 'anthropic',
        ask: ask.messages({
          tools: weather.messages,
          messages: [
            user,
            {
              role: 'assistant',
              content: [
                { type: 'text', text: '' },
                { type: 'tool_use', id: 'toolu_1', name: 'get_weather', input: {} },
              ],
            },
            { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content: 'Rain' }] },
          ],
        }),
        sent: {
          messages: [
            { role: 'user' },
            { role: 'assistant', content: [{ type: 'tool_use' }] },
            { role: 'user' },
          ],
        },
      }),
    ],
  },
  {
    report: 'vybestack/llxprt-code#964',
    comes: 'To Claude: ids of calls that Kimi made, `functions.get_weather:0`.',
    becomes: 'Ids of its alphabet, the same in call and result, distinct for distinct ones.',
    tries: [
      toClaude(
        { tools: weather.chat, messages: history(kimiIds) },
        {
          messages: [
            { role: 'user' },
            {
              role: 'assistant',
              content: [
                { type: 'tool_use', id: claudeId },
                { type: 'tool_use', id: claudeId },
              ],
            },
            {
              role: 'user',
              content: [
                { type: 'tool_result', tool_use_id: claudeId },
                { type: 'tool_result', tool_use_id: claudeId },
              ],
            },
          ],
        },
      ),
    ],
  },
  {
    report: 'openai/openai-agents-python#1704',
    comes: 'To Claude: `reasoning_effort`, and a history of calls without thoughts.',
    becomes: 'Thinking is off for this request.',
    tries: [
      toClaude(
        { tools: weather.chat, reasoning_effort: 'medium', max_tokens: 4000, messages: history(['call_1']) },
        expect.not.objectContaining({ thinking: expect.objectContaining({ type: 'enabled' }) }),
      ),
    ],
  },
  {
    report: 'langchain-ai/langchain#37347',
    comes: 'To Gemini: a call in the history whose signature the client dropped.',
    becomes: 'A stand-in that Gemini takes.',
    tries: [
      whole(json(200, gemini([{ text: 'ok' }])), served, {
        wire: 'google',
        ask: ask.chat({ tools: weather.chat, messages: history(['call_1']) }),
        sent: {
          contents: [
            { role: 'user' },
            {
              role: 'model',
              parts: [
                { functionCall: { name: 'get_weather' }, thoughtSignature: expect.stringMatching(/./) },
              ],
            },
            { role: 'user' },
          ],
        },
      }),
    ],
  },
  {
    report: 'LeenHawk/gproxy#239',
    comes:
      'By Messages: a `tool_reference` in a tool’s result (Claude Code with tool search), to another model.',
    becomes: 'Text that names the tool; never a 400.',
    tries: [
      byMessages(false, ok, served, {
        ask: ask.messages({
          tools: [
            ...weather.messages,
            { name: 'notes_add', input_schema: { type: 'object', properties: {} }, defer_loading: true },
          ],
          messages: [
            user,
            {
              role: 'assistant',
              content: [{ type: 'tool_use', id: 'toolu_1', name: 'get_weather', input: { city: 'Oslo' } }],
            },
            {
              role: 'user',
              content: [
                {
                  type: 'tool_result',
                  tool_use_id: 'toolu_1',
                  content: [{ type: 'tool_reference', tool_name: 'notes_add' }],
                },
              ],
            },
          ],
        }),
        sent: /notes_add/,
      }),
    ],
  },
]
