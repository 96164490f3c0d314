import { describe, expect, test } from 'vitest'
import { answerWith } from '@/lib/upstream/testing/answer-with'
import { googleAnswer, googleBlocked, googleCall, googleEvent } from '../testing/chat-answers'
import { mergeDeltas, openChat } from '../testing/chat-at'

const { upstream, chat } = await openChat('google', googleAnswer([{ text: 'Hello.' }]))

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

  test('to a prompt that is blocked never begins', async () => {
    upstream.answer(answerWith.events(googleEvent(googleBlocked)))
    await expect(chat.open()).rejects.toMatchObject({ fault: 'rejected', code: 'content_policy_violation' })
  })

  test('that ends without a reason is broken', async () => {
    upstream.answer(answerWith.events(googleEvent(googleAnswer([{ text: 'Hi' }], { finishReason: null }))))
    expect((await chat.stream()).error).toMatchObject({ fault: 'failed' })
  })
})
