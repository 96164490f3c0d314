import { describe, expect, test, vi } from 'vitest'
import { answerWith } from '@/lib/upstream/testing/answer-with'
import { API_KEY } from '@/lib/upstream/testing/fault-upstream'
import { googleAnswer, googleBlocked, googleCall, googleEvent } from '../testing/chat-answers'
import { chatAt, mergeDeltas, openChat } from '../testing/chat-at'

const fetched = vi.hoisted(() => vi.fn())
vi.mock('@/lib/platform/safe-fetch/safe-fetch', async (original) => ({
  ...(await original<object>()),
  safeFetch: fetched,
}))

const { upstream, chat } = await openChat('google', googleAnswer([{ text: 'Hello.' }]))

const PNG = 'iVBORw0KGgo='

describe('a request', () => {
  test('is sent to generateContent with the key, every system text first', async () => {
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

const USAGE = {
  prompt_tokens: 55,
  completion_tokens: 27,
  total_tokens: 82,
  prompt_tokens_details: { cached_tokens: 40 },
  completion_tokens_details: { reasoning_tokens: 7 },
}

describe('a whole answer', () => {
  test('is a completion, cached and reasoning tokens counted in', async () => {
    const { choices, usage } = await chat.complete()
    expect(choices).toEqual([
      {
        index: 0,
        message: { role: 'assistant', content: 'Hello.', refusal: null },
        logprobs: null,
        finish_reason: 'stop',
      },
    ])
    expect(usage).toEqual(USAGE)
  })

  test('has thoughts, and tool calls with an id and their seal', async () => {
    upstream.answer(answerWith.json(200, googleAnswer([{ text: 'Hm.', thought: true }, googleCall])))
    const { choices } = await chat.complete()
    expect(choices[0]).toMatchObject({
      finish_reason: 'tool_calls',
      message: {
        content: null,
        reasoning_content: 'Hm.',
        tool_calls: [
          {
            id: expect.stringMatching(/.{8,}/),
            function: { name: 'get_weather', arguments: '{"city":"Łódź"}' },
            extra_content: { google: { thought_signature: 'CtwFAVSoXO5WrT' } },
          },
        ],
      },
    })
  })

  test('cites the pages that were found', async () => {
    const web = { uri: 'https://pages.example/a', title: 'A' }
    upstream.answer(
      answerWith.json(
        200,
        googleAnswer([{ text: 'Yes.' }], { groundingMetadata: { groundingChunks: [{ web }] } }),
      ),
    )
    expect((await chat.complete()).choices[0].message.annotations).toMatchObject([
      { type: 'url_citation', url_citation: { url: 'https://pages.example/a', title: 'A' } },
    ])
  })

  test.each([
    ['MAX_TOKENS', 'length'],
    ['SAFETY', 'content_filter'],
    ['IMAGE_RECITATION', 'content_filter'],
    ['OTHER', 'stop'],
  ])('that ends by %s ends by %s', async (finishReason, finish_reason) => {
    upstream.answer(answerWith.json(200, googleAnswer([{ text: 'He' }], { finishReason })))
    expect((await chat.complete()).choices[0]).toMatchObject({ finish_reason })
  })

  test.each(['MALFORMED_FUNCTION_CALL', 'UNEXPECTED_TOOL_CALL', 'TOO_MANY_TOOL_CALLS'])(
    'that ends by %s is a failure',
    async (finishReason) => {
      upstream.answer(answerWith.json(200, googleAnswer([], { finishReason })))
      await expect(chat.complete()).rejects.toMatchObject({ fault: 'failed' })
    },
  )

  test('has the tokens of pictures and sound in its usage', async () => {
    const usageMetadata = {
      promptTokenCount: 11,
      candidatesTokenCount: 7,
      cachedContentTokenCount: 4,
      promptTokensDetails: [
        { modality: 'TEXT', tokenCount: 3 },
        { modality: 'AUDIO', tokenCount: 8 },
      ],
      cacheTokensDetails: [{ modality: 'AUDIO', tokenCount: 4 }],
      candidatesTokensDetails: [{ modality: 'IMAGE', tokenCount: 5 }, { modality: 7 }],
    }
    upstream.answer(answerWith.json(200, { ...googleAnswer([{ text: 'Hi' }]), usageMetadata }))
    expect((await chat.complete()).usage).toMatchObject({
      prompt_tokens: 11,
      prompt_tokens_details: { cached_tokens: 4, audio_tokens: 8, cached_audio_tokens: 4 },
      completion_tokens_details: { image_tokens: 5 },
    })
  })

  test('to a prompt that is blocked is a refusal by policy', async () => {
    upstream.answer(answerWith.json(200, googleBlocked))
    await expect(chat.complete()).rejects.toMatchObject({
      fault: 'rejected',
      code: 'content_policy_violation',
    })
  })
})

describe('a stream', () => {
  test('has the role first, the reason last, then the usage of the last record', async () => {
    const part = (text: string) =>
      googleEvent({
        ...googleAnswer([{ text }], { finishReason: null }),
        usageMetadata: { promptTokenCount: 50 },
      })
    upstream.answer(answerWith.events(part('Hi '), part('Łódź'), googleEvent(googleAnswer([]))))
    const { events, error } = await chat.stream()
    expect(error).toBeNull()
    expect(upstream.requests.at(-1)?.path).toBe('/v1/models/gemini-3.8-flash:streamGenerateContent?alt=sse')
    expect(events.map((event) => event.choices?.[0]?.delta ?? event.usage ?? event)).toEqual([
      { role: 'assistant', content: 'Hi ' },
      { content: 'Łódź' },
      {},
      USAGE,
      '[DONE]',
    ])
  })

  test('has whole tool calls with their seal', async () => {
    upstream.answer(
      answerWith.events(googleEvent(googleAnswer([googleCall, { functionCall: { name: 'now' } }]))),
    )
    const { events } = await chat.stream()
    expect(mergeDeltas(events).calls).toEqual([
      { name: 'get_weather', arguments: '{"city":"Łódź"}' },
      { name: 'now', arguments: '{}' },
    ])
    expect(events[0].choices[0].delta.tool_calls[0].extra_content).toEqual({
      google: { thought_signature: 'CtwFAVSoXO5WrT' },
    })
    expect(events.at(-3).choices[0].finish_reason).toBe('tool_calls')
  })

  test('to a blocked prompt never starts', async () => {
    upstream.answer(answerWith.events(googleEvent(googleBlocked)))
    await expect(chat.open()).rejects.toMatchObject({ fault: 'rejected', code: 'content_policy_violation' })
  })

  test('that ends without a reason is broken', async () => {
    upstream.answer(answerWith.events(googleEvent(googleAnswer([{ text: 'Hi' }], { finishReason: null }))))
    expect((await chat.stream()).error).toMatchObject({ fault: 'failed' })
  })
})
