import { describe, expect, test } from 'vitest'
import { answerWith } from '@/lib/upstream/testing/answer-with'
import { openUpstream } from '@/lib/upstream/testing/open-upstream'
import { anthropicEvent as event, googleAnswer, googleEvent } from '../testing/chat-answers'
import { vendorChatAt } from '../testing/chat-at'

const upstream = await openUpstream()
const claude = vendorChatAt(upstream, 'anthropic')
const gemini = vendorChatAt(upstream, 'google')

const head = event('message_start', { message: { id: 'm', content: [], usage: { input_tokens: 11 } } })
const begin = (index: number, content_block: object) => event('content_block_start', { index, content_block })
const add = (index: number, delta: object) => event('content_block_delta', { index, delta })
const words = (index: number) =>
  begin(index, { type: 'text', text: '' }) + add(index, { type: 'text_delta', text: 'hello' })
const over =
  event('message_delta', { delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 7 } }) +
  event('message_stop')
const part = (text: string, finishReason?: string) =>
  googleEvent({
    ...googleAnswer([{ text }], { finishReason }),
    usageMetadata: { promptTokenCount: 11, candidatesTokenCount: 7 },
  })

describe('a stream in place of a whole answer', () => {
  test('of Claude is put together', async () => {
    const thought =
      begin(0, { type: 'thinking', thinking: '' }) +
      add(0, { type: 'thinking_delta', thinking: 'Hm.' }) +
      add(0, { type: 'signature_delta', signature: 'SEAL' })
    const call =
      begin(2, { type: 'tool_use', id: 't', name: 'f', input: {} }) +
      add(2, { type: 'input_json_delta', partial_json: '{"a":' }) +
      add(2, { type: 'input_json_delta', partial_json: '1}' })
    upstream.answer(answerWith.events(head, thought, words(1), call, over))
    const { choices, usage } = await claude.complete()
    expect(choices[0]).toMatchObject({
      finish_reason: 'tool_calls',
      message: {
        content: 'hello',
        reasoning_details: [{ text: 'Hm.', signature: 'SEAL' }],
        tool_calls: [{ id: 't', function: { name: 'f', arguments: '{"a":1}' } }],
      },
    })
    expect(usage).toMatchObject({ prompt_tokens: 11, completion_tokens: 7 })
  })

  test('of Gemini is put together', async () => {
    upstream.answer(answerWith.events(part('hel'), part('lo', 'STOP')))
    const { choices, usage } = await gemini.complete()
    expect(choices[0]).toMatchObject({ finish_reason: 'stop', message: { content: 'hello' } })
    expect(usage).toMatchObject({ prompt_tokens: 11, completion_tokens: 7 })
  })

  test('that ends early is a failure', async () => {
    upstream.answer(answerWith.events(head, words(0)))
    await expect(claude.complete()).rejects.toMatchObject({ fault: 'failed' })
    upstream.answer(answerWith.events(part('hel'), googleEvent({})))
    await expect(gemini.complete()).rejects.toMatchObject({ fault: 'failed' })
  })
})
