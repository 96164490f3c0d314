import { expect } from 'vitest'
import { ask, type Oddity, weather, whole } from './oddity'
import { claude, gemini, json } from './upstream-bytes'

const user = { role: 'user', content: 'Hello' }
const called = (ids: readonly string[], content: string | null = null) => ({
  role: 'assistant',
  content,
  tool_calls: ids.map((id) => ({
    id,
    type: 'function',
    function: { name: 'get_weather', arguments: '{"city":"Oslo"}' },
  })),
})
const result = (id: string, content = 'Rain') => ({ role: 'tool', tool_call_id: id, content })
const tools = weather.chat
const toClaude = (body: object, sent: object) =>
  whole(
    json(200, claude([{ type: 'text', text: 'ok' }])),
    { text: 'ok' },
    { wire: 'anthropic', ask: ask.chat(body), sent },
  )
const toGemini = (body: object, sent: object) =>
  whole(json(200, gemini([{ text: 'ok' }])), { text: 'ok' }, { wire: 'google', ask: ask.chat(body), sent })
const jpeg =
  '/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAP//////////////////////////////////////////////////////////////////////////////////////wgALCAABAAEBAREA/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/aAAgBAQABPxA='
const picture = (url: string) => ({
  messages: [{ role: 'user', content: [{ type: 'image_url', image_url: { url } }] }],
})
const asJpeg = {
  messages: [
    { role: 'user', content: [{ type: 'image', source: { type: 'base64', media_type: 'image/jpeg' } }] },
  ],
}

/** Histories that Claude and Gemini refuse, and how they are sent. */
export const vendorRequests: readonly Oddity[] = [
  {
    report: 'anthropics/anthropic-sdk-typescript#653',
    comes: 'To Claude: a call in the history without a result.',
    becomes: 'A result that says so, right behind the call.',
    tries: [
      toClaude(
        { tools, messages: [user, called(['call_1']), user] },
        {
          messages: [
            { role: 'user' },
            { role: 'assistant', content: [{ type: 'tool_use', id: 'call_1' }] },
            {
              role: 'user',
              content: [
                { type: 'tool_result', tool_use_id: 'call_1' },
                { type: 'text', text: 'Hello' },
              ],
            },
          ],
        },
      ),
    ],
  },
  {
    report: 'tghamm/Anthropic.SDK#184',
    comes: 'To Claude: a result whose call is gone.',
    becomes: 'Told in the user’s turn, with its content.',
    tries: [toClaude({ tools, messages: [user, result('call_gone', 'It rains'), user] }, /It rains/)],
  },
  {
    report: 'anthropics/claude-code#20901',
    comes: 'To Claude: the same id of a call in two turns.',
    becomes: 'The second gets an id of its own, in call and result.',
    tries: [
      toClaude(
        {
          tools,
          messages: [user, called(['call_1']), result('call_1'), called(['call_1']), result('call_1')],
        },
        {
          messages: [
            { role: 'user' },
            { role: 'assistant', content: [{ id: 'call_1' }] },
            { role: 'user', content: [{ tool_use_id: 'call_1' }] },
            { role: 'assistant', content: [{ id: expect.not.stringMatching(/^call_1$/) }] },
            { role: 'user', content: [{ tool_use_id: expect.not.stringMatching(/^call_1$/) }] },
          ],
        },
      ),
    ],
  },
  {
    report: 'anthropics/claude-code#11975',
    comes: 'To Claude: a JPEG that is called a PNG.',
    becomes: 'The type is that of the bytes.',
    tries: [toClaude(picture(`data:image/png;base64,${jpeg}`), asJpeg)],
  },
  {
    report: 'anthropics/claude-code#400',
    comes: 'To Claude: `image/jpg`.',
    becomes: '`image/jpeg`.',
    tries: [toClaude(picture(`data:image/jpg;base64,${jpeg}`), asJpeg)],
  },
  {
    report: 'BerriAI/litellm#3286',
    comes: 'To Claude: stop sequences of nothing but white space.',
    becomes: 'Left out; the others stay.',
    tries: [toClaude({ stop: ['\n\n', 'END'] }, { stop_sequences: ['END'] })],
  },
  {
    report: 'vercel/ai#5576',
    comes: 'To Claude: empty text beside a call, and an empty result.',
    becomes: 'The call alone, and a result that says that there is none.',
    tries: [
      toClaude(
        { tools, messages: [user, called(['call_1'], ''), result('call_1', '')] },
        {
          messages: [
            { role: 'user' },
            { role: 'assistant', content: [{ type: 'tool_use' }] },
            { role: 'user', content: [{ type: 'tool_result' }] },
          ],
        },
      ),
    ],
  },
  {
    report: 'google-gemini/gemini-cli#11814',
    comes: 'To Gemini: a history that begins with a call.',
    becomes: 'A turn of the user before it.',
    tries: [
      toGemini(
        { tools, messages: [called(['call_1']), result('call_1')] },
        { contents: [{ role: 'user' }, { role: 'model' }, { role: 'user' }] },
      ),
    ],
  },
  {
    report: 'lobehub/lobehub#10049',
    comes: 'To Gemini: an answer, and behind it another one with a call.',
    becomes: 'One turn with both.',
    tries: [
      toGemini(
        {
          tools,
          messages: [
            user,
            { role: 'assistant', content: 'Let me look.' },
            called(['call_1']),
            result('call_1'),
          ],
        },
        {
          contents: [
            { role: 'user' },
            { role: 'model', parts: [{ text: 'Let me look.' }, { functionCall: { name: 'get_weather' } }] },
            { role: 'user' },
          ],
        },
      ),
    ],
  },
]
