import OpenAI from 'openai'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { forgetHealth } from '@/lib/routing/testing/forget-health'
import { anthropicMessage, anthropicToolUse } from '@/lib/upstream/adapters/ai-sdk/testing/anthropic-answers'
import { googleAnswer, googleCall, googleEvent } from '@/lib/upstream/adapters/ai-sdk/testing/google-answers'
import { answerWith } from '@/lib/upstream/testing/answer-with'
import { newCustomer } from '../chat/completions/testing'
import { openVendors } from '../chat/completions/vendors-testing'
import * as responses from './route'

/** A tool call is continued by OpenAI's own client: what the vendor sealed comes back to it. */
const { doors, first, close } = await openVendors({ '/v1/responses': responses })
afterAll(close)

let customer: Awaited<ReturnType<typeof newCustomer>>
beforeEach(async () => {
  forgetHealth()
  customer = await newCustomer()
})

const tools: OpenAI.Responses.FunctionTool[] = [
  { type: 'function', name: 'get_weather', parameters: { type: 'object' }, strict: false },
]
const user = { role: 'user' as const, content: 'Weather?' }
const sent = () => JSON.parse(first.requests.at(-1)?.body ?? '')
const geminiAnswer = googleAnswer([{ text: 'Hm.', thought: true }, googleCall])

describe.each(doors)('by OpenAI’s client, through the %s door', (_name, door) => {
  const client = () =>
    new OpenAI({
      apiKey: customer.key,
      maxRetries: 0,
      baseURL: 'http://localhost:3000/v1',
      fetch: (url, init) => door('POST', new URL(String(url)).pathname, init),
    })

  /** The first turn, whole or streamed, and then its results. */
  async function converse(model: string, asked: { isStreamed: boolean; seals: boolean }, last: object) {
    const include: OpenAI.Responses.ResponseIncludable[] = asked.seals ? ['reasoning.encrypted_content'] : []
    const params = { model, tools, include, reasoning: { effort: 'high' as const }, store: false }
    const { output } = asked.isStreamed
      ? await client()
          .responses.stream({ ...params, input: [user] })
          .finalResponse()
      : await client().responses.create({ ...params, input: [user] })
    first.answer(answerWith.json(200, last))
    const said = output.flatMap((item): OpenAI.Responses.ResponseInputItem[] =>
      item.type === 'function_call'
        ? [item, { type: 'function_call_output', call_id: item.call_id, output: '7 °C' }]
        : item.type === 'reasoning' || item.type === 'message'
          ? [item]
          : [],
    )
    await client().responses.create({ ...params, input: [user, ...said] })
    return output
  }

  it('Claude’s thoughts keep their signatures', async () => {
    first.answer(answerWith.json(200, anthropicToolUse))
    await converse('acme/claude', { isStreamed: false, seals: true }, anthropicMessage)
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
    'Gemini’s calls keep their signatures (streamed: %s, reasoning included: %s)',
    async (isStreamed, seals) => {
      first.answer(
        isStreamed ? answerWith.events(googleEvent(geminiAnswer)) : answerWith.json(200, geminiAnswer),
      )
      const last = googleAnswer([{ text: 'Cold.' }])
      const output = await converse('acme/gemini', { isStreamed, seals }, last)
      expect(output.map(({ type }) => type)).toEqual(['reasoning', 'function_call'])
      expect(sent().contents[1].parts).toMatchObject([
        { functionCall: { name: 'get_weather', args: { city: 'Łódź' } }, thoughtSignature: 'CtwFAVSoXO5WrT' },
      ])
    },
  )
})
