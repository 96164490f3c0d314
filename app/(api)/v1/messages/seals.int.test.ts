import Anthropic from '@anthropic-ai/sdk'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { forgetHealth } from '@/lib/routing/testing/forget-health'
import {
  anthropicBlock,
  anthropicEnd,
  anthropicMessage,
  anthropicStart,
  anthropicToolUse,
} from '@/lib/upstream/adapters/ai-sdk/testing/anthropic-answers'
import { googleAnswer, googleCall, googleEvent } from '@/lib/upstream/adapters/ai-sdk/testing/google-answers'
import { answerWith } from '@/lib/upstream/testing/answer-with'
import { newCustomer } from '../chat/completions/testing'
import { openVendors } from '../chat/completions/vendors-testing'
import * as messages from './route'

/** A tool call is continued by Anthropic's own client: what the vendor sealed comes back to it. */
const { doors, first, close } = await openVendors({ '/v1/messages': messages })
afterAll(close)

let customer: Awaited<ReturnType<typeof newCustomer>>
beforeEach(async () => {
  forgetHealth()
  customer = await newCustomer()
})

const tools = [{ name: 'get_weather', input_schema: { type: 'object' as const } }]
const user = { role: 'user' as const, content: 'Weather?' }
const thinking = { type: 'enabled' as const, budget_tokens: 1024 }
const resultsOf = ({ content }: Anthropic.Message): Anthropic.ToolResultBlockParam[] =>
  content.flatMap((block) =>
    block.type === 'tool_use'
      ? [{ type: 'tool_result' as const, tool_use_id: block.id, content: '7 °C' }]
      : [],
  )
const sent = () => JSON.parse(first.requests.at(-1)?.body ?? '')

const thought = anthropicBlock(0, { type: 'thinking', thinking: '', signature: '' }, [
  { type: 'thinking_delta', thinking: 'Two cities.' },
  { type: 'signature_delta', signature: 'EqQBCgIYAhIM' },
])
const dark = anthropicBlock(1, { type: 'redacted_thinking', data: 'EmwKAhgBEgy3va3pzix' }, [])
const used = anthropicBlock(2, { type: 'tool_use', id: 'toolu_01A', name: 'get_weather', input: {} }, [
  { type: 'input_json_delta', partial_json: '{"city":"Łódź"}' },
])
const claudeStream = [anthropicStart, thought, dark, used, anthropicEnd('tool_use')]
const geminiAnswer = googleAnswer([{ text: 'Hm.', thought: true }, googleCall])

describe.each(doors)('by Anthropic’s client, through the %s door', (_name, door) => {
  const client = () =>
    new Anthropic({
      apiKey: customer.key,
      maxRetries: 0,
      baseURL: 'http://localhost:3000',
      fetch: (url, init) => door('POST', new URL(String(url)).pathname, init),
    })

  /** The first turn, whole or streamed, and then its results. */
  async function converse(model: string, asked: { isStreamed: boolean; thinks: boolean }, last: object) {
    const params = { model, max_tokens: 4000, tools, ...(asked.thinks && { thinking }) }
    const turn = { ...params, messages: [user] }
    const message = asked.isStreamed
      ? await client().messages.stream(turn).finalMessage()
      : await client().messages.create(turn)
    first.answer(answerWith.json(200, last))
    await client().messages.create({
      ...params,
      messages: [
        user,
        { role: 'assistant', content: message.content },
        { role: 'user', content: resultsOf(message) },
      ],
    })
    return message
  }

  it.each([false, true])('Claude’s thoughts keep their signatures (streamed: %s)', async (isStreamed) => {
    first.answer(isStreamed ? answerWith.events(...claudeStream) : answerWith.json(200, anthropicToolUse))
    const message = await converse('acme/claude', { isStreamed, thinks: true }, anthropicMessage)
    expect(message.content).toMatchObject([
      { type: 'thinking', thinking: 'Two cities.', signature: 'EqQBCgIYAhIM' },
      { type: 'redacted_thinking', data: 'EmwKAhgBEgy3va3pzix' },
      ...(isStreamed ? [] : [{ type: 'text' }]),
      { type: 'tool_use', id: 'toolu_01A' },
      ...(isStreamed ? [] : [{ type: 'tool_use', id: 'toolu_01B' }]),
    ])
    expect(sent().messages[1].content.slice(0, 2)).toEqual([
      { type: 'thinking', thinking: 'Two cities.', signature: 'EqQBCgIYAhIM' },
      { type: 'redacted_thinking', data: 'EmwKAhgBEgy3va3pzix' },
    ])
  })

  it.each([
    [false, true],
    [true, true],
    [false, false],
    [true, false],
  ])(
    'Gemini’s calls keep their signatures (streamed: %s, thoughts asked for: %s)',
    async (isStreamed, thinks) => {
      first.answer(
        isStreamed ? answerWith.events(googleEvent(geminiAnswer)) : answerWith.json(200, geminiAnswer),
      )
      const last = googleAnswer([{ text: 'Cold.' }])
      const { content } = await converse('acme/gemini', { isStreamed, thinks }, last)
      expect(content.map(({ type }) => type)).toEqual(thinks ? ['thinking', 'tool_use'] : ['tool_use'])
      expect(sent().contents[1].parts).toMatchObject([
        { functionCall: { name: 'get_weather', args: { city: 'Łódź' } }, thoughtSignature: 'CtwFAVSoXO5WrT' },
      ])
      expect(sent().contents[2].parts).toMatchObject([{ functionResponse: { name: 'get_weather' } }])
    },
  )
})
