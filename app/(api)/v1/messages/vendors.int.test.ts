import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { MessageReply } from '@/lib/gateway/chat/formats/messages/schema'
import { readEvents } from '@/lib/gateway/chat/testing/chat-stream'
import {
  anthropicEnd,
  anthropicMessage,
  anthropicStart,
  anthropicText,
} from '@/lib/upstream/adapters/ai-sdk/testing/chat-answers'
import { answerWith } from '@/lib/upstream/testing/answer-with'
import { openVendors } from '../chat/completions/testing'
import { newCustomer } from '../testing/new-customer'
import { post } from '../testing/post'
import * as messages from './route'

/** From Anthropic's format to Anthropic's own API and back. */
const path = '/v1/messages'
const { door, first, reset, close } = await openVendors({ [path]: messages })
afterAll(close)

let customer: Awaited<ReturnType<typeof newCustomer>>
beforeEach(async () => {
  reset(anthropicMessage)
  customer = await newCustomer()
})

const ask = (overrides: object = {}) => ({
  model: 'acme/claude',
  max_tokens: 100,
  messages: [{ role: 'user', content: 'Hello' }],
  ...overrides,
})
const cache_control = { type: 'ephemeral' }
const shell = { type: 'bash_20250124', name: 'bash', cache_control }
const screen = { type: 'computer_20251124', name: 'computer', display_width_px: 1024, display_height_px: 768 }
const called = {
  ...anthropicMessage,
  content: [{ type: 'tool_use', id: 'toolu_01A', name: 'bash', input: { command: 'ls' } }],
  stop_reason: 'tool_use',
}

describe('Claude', () => {
  it('is given the tools that it knows as they are, and its calls come back', async () => {
    first.answer(answerWith.json(200, called))
    const tools = [{ type: 'web_search_20250305', name: 'web_search' }, shell, screen]
    const response = await door('POST', path, post(customer.key, ask({ tools })))
    const reply = MessageReply.parse(await response.json())
    expect(reply).toMatchObject({ content: called.content, stop_reason: 'tool_use' })
    const request = first.requests.at(-1)
    const sent = JSON.parse(request?.body ?? '')
    expect(sent.tools).toMatchObject([shell, screen, { name: 'web_search' }])
    expect(sent.tools.slice(0, 2)).toEqual([shell, screen])
    expect(request?.headers['anthropic-beta']).toContain('computer-use-2025-11-24')

    first.answer(answerWith.json(200, anthropicMessage))
    const result = { type: 'tool_result', tool_use_id: 'toolu_01A', content: 'a.txt' }
    const conversation = [
      ...ask().messages,
      { role: 'assistant', content: reply.content },
      { role: 'user', content: [result] },
    ]
    const next = await door('POST', path, post(customer.key, ask({ tools: [shell], messages: conversation })))
    expect(next.status).toBe(200)
    expect(JSON.parse(first.requests.at(-1)?.body ?? '').messages.slice(1)).toMatchObject([
      { role: 'assistant', content: called.content },
      { role: 'user', content: [result] },
    ])
  })

  it('is not what steps in where a model does not know such tools', async () => {
    const asked = ask({ model: 'acme/gemini', models: ['acme/claude'], tools: [shell] })
    const response = await door('POST', path, post(customer.key, asked))
    expect([response.status, await response.json()]).toMatchObject([
      400,
      {
        error: {
          message: expect.stringMatching(/^tools\[0\]\.type: The model "acme\/gemini" does not support/),
        },
      },
    ])
    expect(first.requests).toEqual([])
  })

  it('tells the prompt’s tokens first, and so do we', async () => {
    first.answer(answerWith.events(anthropicStart, anthropicText(0, 'Hi.'), anthropicEnd('end_turn')))
    const response = await door('POST', path, post(customer.key, ask({ stream: true })))
    const events = readEvents(await response.text())
    const prompt = { input_tokens: 12, cache_creation_input_tokens: 4, cache_read_input_tokens: 100 }
    expect(events[0]).toMatchObject({ type: 'message_start', message: { usage: prompt } })
    expect(events.at(-2)).toMatchObject({ type: 'message_delta', usage: prompt })
    expect(events[1]).toEqual({
      type: 'content_block_start',
      index: 0,
      content_block: { type: 'text', text: '' },
    })
  })
})
