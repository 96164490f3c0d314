import { describe, expect, test } from 'vitest'
import { answerWith } from '@/lib/upstream/testing/answer-with'
import {
  anthropicBlock,
  anthropicEnd,
  anthropicMessage,
  anthropicStart,
  anthropicText,
  anthropicToolUse,
} from '../testing/anthropic-answers'
import { mergeDeltas } from '../testing/chat-at'
import { openChat } from '../testing/open-chat'

const { upstream, chat } = await openChat('anthropic', anthropicMessage)

describe('a whole answer', () => {
  test('is a completion, cached and reasoning tokens counted in', async () => {
    expect(await chat.complete()).toEqual({
      id: anthropicMessage.id,
      object: 'chat.completion',
      created: expect.any(Number),
      model: 'claude-sonnet-4-6',
      choices: [
        {
          index: 0,
          message: { role: 'assistant', content: 'Hi! My name is Claude.', refusal: null },
          logprobs: null,
          finish_reason: 'stop',
        },
      ],
      usage: {
        prompt_tokens: 116,
        completion_tokens: 30,
        total_tokens: 146,
        prompt_tokens_details: { cached_tokens: 100, cache_write_tokens: 4 },
        completion_tokens_details: { reasoning_tokens: 21 },
      },
    })
  })

  test('has tool calls and thoughts', async () => {
    upstream.answer(answerWith.json(200, anthropicToolUse))
    const { choices } = await chat.complete()
    expect(choices[0]).toMatchObject({
      finish_reason: 'tool_calls',
      message: {
        content: 'Let me look.',
        reasoning_content: 'Two cities.',
        reasoning_details: [
          { type: 'reasoning.text', text: 'Two cities.', signature: 'EqQBCgIYAhIM' },
          { type: 'reasoning.encrypted', data: 'EmwKAhgBEgy3va3pzix' },
        ],
        tool_calls: [
          {
            id: 'toolu_01A',
            type: 'function',
            function: { name: 'get_weather', arguments: '{"city":"Łódź"}' },
          },
          { id: 'toolu_01B', function: { arguments: '{}' } },
        ],
      },
    })
  })

  test.each([
    ['max_tokens', 'length'],
    ['model_context_window_exceeded', 'length'],
    ['stop_sequence', 'stop'],
    ['refusal', 'content_filter'],
    ['pause_turn', 'stop'],
  ])('that ends by %s ends by %s', async (stop_reason, finish_reason) => {
    upstream.answer(answerWith.json(200, { ...anthropicMessage, stop_reason }))
    expect((await chat.complete()).choices[0]).toMatchObject({ finish_reason })
  })

  test('that a sequence of the caller’s stopped says which, whole and streamed; no other says so', async () => {
    upstream.answer(
      answerWith.json(200, {
        ...anthropicMessage,
        stop_reason: 'stop_sequence',
        stop_sequence: '\n\nHuman:',
      }),
    )
    expect((await chat.complete()).choices[0]).toMatchObject({
      finish_reason: 'stop',
      stop_reason: '\n\nHuman:',
    })
    const streamed = async (end: string) => {
      upstream.answer(answerWith.events(anthropicStart, anthropicText(0, 'Hi'), end))
      return (await chat.stream()).events.at(-3).choices[0]
    }
    expect(await streamed(anthropicEnd('stop_sequence', 'END'))).toMatchObject({ stop_reason: 'END' })
    expect(await streamed(anthropicEnd('end_turn'))).not.toHaveProperty('stop_reason')
  })

  test('that should be JSON and is none is a failure; a fence around it is taken off', async () => {
    const asked = { response_format: { type: 'json_object' } }
    await expect(chat.complete(asked)).rejects.toMatchObject({ fault: 'failed' })
    const fenced = [{ type: 'text', text: '```json\n{"a":1}\n```', citations: null }]
    upstream.answer(answerWith.json(200, { ...anthropicMessage, content: fenced }))
    expect((await chat.complete(asked)).choices[0].message.content).toBe('{"a":1}')
  })
})

describe('a stream', () => {
  test('has one id, what the prompt counts, the role first, the reason last, then the usage', async () => {
    upstream.answer(
      answerWith.events(anthropicStart, anthropicText(0, 'Hi ', 'Łódź'), anthropicEnd('end_turn')),
    )
    const { events, error } = await chat.stream()
    expect(error).toBeNull()
    expect(chat.sent().stream).toBe(true)
    expect(new Set(events.slice(0, -1).map(({ id, created }) => `${id} ${created}`)).size).toBe(1)
    const prompt = {
      prompt_tokens: 116,
      prompt_tokens_details: { cached_tokens: 100, cache_write_tokens: 4 },
    }
    const counts = (completion_tokens: number, reasoning_tokens: number) => ({
      ...prompt,
      completion_tokens,
      total_tokens: 116 + completion_tokens,
      completion_tokens_details: { reasoning_tokens },
    })
    expect(events.map((event) => event.choices?.[0]?.delta ?? event.usage ?? event)).toEqual([
      counts(0, 0),
      { role: 'assistant', content: 'Hi ' },
      { content: 'Łódź' },
      {},
      counts(30, 21),
      '[DONE]',
    ])
    expect(events.at(-3).choices[0].finish_reason).toBe('stop')
  })

  test('has thoughts and their seal, tool calls and their arguments as they come', async () => {
    const input = (text: string) => ({ type: 'input_json_delta', partial_json: text })
    upstream.answer(
      answerWith.events(
        anthropicStart,
        anthropicBlock(0, { type: 'thinking', thinking: '', signature: '' }, [
          { type: 'thinking_delta', thinking: 'Two ' },
          { type: 'thinking_delta', thinking: 'cities.' },
          { type: 'signature_delta', signature: 'EqQB' },
        ]),
        anthropicBlock(1, { type: 'tool_use', id: 'toolu_1', name: 'get_weather', input: {} }, [
          input('{"city":'),
          input('"Łódź"}'),
        ]),
        anthropicBlock(2, { type: 'tool_use', id: 'toolu_2', name: 'now', input: {} }, [input('')]),
        anthropicEnd('tool_use'),
      ),
    )
    const { events } = await chat.stream()
    expect(mergeDeltas(events)).toEqual({
      content: '',
      reasoning: 'Two cities.',
      calls: [
        { name: 'get_weather', arguments: '{"city":"Łódź"}' },
        { name: 'now', arguments: '{}' },
      ],
    })
    const deltas = events.map((event) => event.choices?.[0]?.delta)
    expect(deltas.find((delta) => delta?.reasoning_details)).toEqual({
      reasoning_details: [
        { type: 'reasoning.text', text: 'Two cities.', signature: 'EqQB', format: 'anthropic-claude-v1' },
      ],
    })
    expect(events.at(-3).choices[0].finish_reason).toBe('tool_calls')
  })

  test('that should be JSON breaks where it is none', async () => {
    upstream.answer(answerWith.events(anthropicStart, anthropicText(0, 'Sure!'), anthropicEnd('end_turn')))
    const { error } = await chat.stream({ response_format: { type: 'json_object' } })
    expect(error).toMatchObject({ fault: 'failed' })
  })
})
