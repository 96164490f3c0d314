import { describe, expect, test, vi } from 'vitest'
import { API_KEY } from '@/lib/upstream/testing/fault-upstream'
import { googleAnswer } from '../testing/chat-answers'
import { chatAt, openChat } from '../testing/chat-at'

const fetched = vi.hoisted(() => vi.fn())
vi.mock('@/lib/platform/safe-fetch/safe-fetch', () => ({ safeFetch: fetched }))

const { upstream, chat } = await openChat('google', googleAnswer([{ text: 'Hello.' }]))

const PNG = 'iVBORw0KGgo='

describe('a request', () => {
  test('goes to generateContent with the key, every system text first', async () => {
    await chat.complete({
      messages: [
        { role: 'user', content: 'Hello' },
        { role: 'system', content: 'Be brief.' },
      ],
      max_completion_tokens: 100,
      temperature: 1.5,
      top_p: 0.9,
      stop: ['END'],
      seed: 7,
      reasoning_effort: 'low',
    })
    const { path, headers } = upstream.requests.at(-1) ?? {}
    expect(path).toBe('/v1/models/gemini-3.8-flash:generateContent')
    expect(headers).toMatchObject({ 'x-goog-api-key': API_KEY, 'user-agent': 'portico' })
    expect(chat.sent()).toEqual({
      systemInstruction: { parts: [{ text: 'Be brief.' }] },
      contents: [{ role: 'user', parts: [{ text: 'Hello' }] }],
      generationConfig: {
        maxOutputTokens: 100,
        temperature: 1.5,
        topP: 0.9,
        stopSequences: ['END'],
        seed: 7,
        thinkingConfig: { thinkingLevel: 'low', includeThoughts: true },
      },
    })
  })

  test('carries tools, their results, and the seal that came with a call', async () => {
    const call = {
      id: 'call_1',
      type: 'function',
      function: { name: 'get_weather', arguments: '{"city":"Łódź"}' },
      extra_content: { google: { thought_signature: 'sealed' } },
    }
    await chat.complete({
      messages: [
        { role: 'user', content: 'Weather?' },
        { role: 'assistant', content: 'Looking.', tool_calls: [call] },
        { role: 'tool', tool_call_id: 'call_1', content: '7 °C' },
      ],
      tools: [{ type: 'function', function: { name: 'get_weather', parameters: { type: 'object' } } }],
      tool_choice: 'required',
    })
    const sent = chat.sent()
    expect(sent.contents.slice(1)).toEqual([
      {
        role: 'model',
        parts: [
          { text: 'Looking.' },
          {
            functionCall: { id: 'call_1', name: 'get_weather', args: { city: 'Łódź' } },
            thoughtSignature: 'sealed',
          },
        ],
      },
      {
        role: 'user',
        parts: [
          {
            functionResponse: {
              id: 'call_1',
              name: 'get_weather',
              response: { name: 'get_weather', content: '7 °C' },
            },
          },
        ],
      },
    ])
    expect(sent.tools[0].functionDeclarations).toMatchObject([{ name: 'get_weather' }])
    expect(sent.toolConfig).toEqual({ functionCallingConfig: { mode: 'ANY' } })
  })

  test('carries pictures, sound and documents as bytes; links are fetched first', async () => {
    fetched.mockResolvedValueOnce({ status: 200, bytes: async () => Buffer.from(PNG, 'base64') })
    const content = [
      { type: 'image_url', image_url: { url: `data:image/webp;base64,${PNG}` } },
      { type: 'image_url', image_url: { url: 'https://pictures.example/cat' } },
      { type: 'input_audio', input_audio: { data: 'UklGRg==', format: 'wav' } },
      { type: 'file', file: { file_data: 'data:application/pdf;base64,JVBERi0=' } },
    ]
    await chat.complete({ messages: [{ role: 'user', content }] })
    expect(fetched).toHaveBeenCalledWith('https://pictures.example/cat', expect.anything())
    expect(chat.sent().contents[0].parts).toEqual([
      { inlineData: { mimeType: 'image/webp', data: PNG } },
      { inlineData: { mimeType: 'image/png', data: PNG } },
      { inlineData: { mimeType: 'audio/wav', data: 'UklGRg==' } },
      { inlineData: { mimeType: 'application/pdf', data: 'JVBERi0=' } },
    ])
  })

  test('whose link cannot be read is refused, and nothing is sent', async () => {
    fetched.mockResolvedValueOnce({ status: 404, discard: () => undefined })
    const seen = upstream.requests.length
    const content = [{ type: 'image_url', image_url: { url: 'https://pictures.example/gone' } }]
    await expect(chat.complete({ messages: [{ role: 'user', content }] })).rejects.toMatchObject({
      fault: 'rejected',
      param: 'messages',
    })
    expect(upstream.requests).toHaveLength(seen)
  })

  test('asks for JSON, with and without a schema', async () => {
    const { generationConfig } = await (async () => {
      await chat.complete({ response_format: { type: 'json_object' } })
      return chat.sent()
    })()
    expect(generationConfig).toEqual({ responseMimeType: 'application/json' })
    const schema = { type: 'object', properties: { a: { type: 'string' } } }
    await chat.complete({ response_format: { type: 'json_schema', json_schema: { name: 'x', schema } } })
    expect(chat.sent().generationConfig).toMatchObject({ responseJsonSchema: schema })
  })

  test('searches the web where the operator lets it', async () => {
    await chatAt(upstream, 'google', 'gemini-3.8-flash', { webSearch: true }).complete({ web_search: true })
    expect(chat.sent().tools).toEqual([{ googleSearch: {} }])
  })
})
