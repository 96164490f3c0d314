import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { forgetHealth } from '@/lib/gateway/routing/testing'
import type { Door } from '@/lib/http/testing'
import {
  anthropicBlock,
  anthropicEnd,
  anthropicMessage,
  anthropicStart,
  anthropicToolUse,
  googleAnswer,
  googleCall,
  googleEvent,
} from '@/lib/upstream/adapters/ai-sdk/testing/chat-answers'
import { answerWith } from '@/lib/upstream/testing/answer-with'
import { newCustomer } from '../../testing/new-customer'
import { openVendors } from './testing'

type Turn = {
  door: Door
  apiKey: string
  model: string
  isStreamed: boolean
  /** Whether the client requests the model's thoughts or their seals. */
  asksForThoughts: boolean
}

type Format = {
  modules: Parameters<typeof openVendors>[0]
  /**
   * Asks for the weather with the format's own client and, after `beforeResults`, continues with the answer and the
   * results of its calls. Returns the types of the answer's parts.
   */
  converse: (turn: Turn, beforeResults: () => void) => Promise<string[]>
  /** The types of a thought followed by a tool call. */
  typesOf: (asksForThoughts: boolean) => string[]
}

const claudeStream = [
  anthropicStart,
  anthropicBlock(0, { type: 'thinking', thinking: '', signature: '' }, [
    { type: 'thinking_delta', thinking: 'Two cities.' },
    { type: 'signature_delta', signature: 'EqQBCgIYAhIM' },
  ]),
  anthropicBlock(1, { type: 'redacted_thinking', data: 'EmwKAhgBEgy3va3pzix' }, []),
  anthropicBlock(2, { type: 'tool_use', id: 'toolu_01A', name: 'get_weather', input: {} }, [
    { type: 'input_json_delta', partial_json: '{"city":"Łódź"}' },
  ]),
  anthropicEnd('tool_use'),
]
const geminiAnswer = googleAnswer([{ text: 'Hm.', thought: true }, googleCall])
const either = [false, true]

/** Seals are sent back to their vendor when a format's own client continues after a tool call. */
export async function describeSeals({ modules, converse, typesOf }: Format): Promise<void> {
  const { door, first, close } = await openVendors(modules)
  afterAll(close)
  let customer: Awaited<ReturnType<typeof newCustomer>>
  beforeEach(async () => {
    forgetHealth()
    customer = await newCustomer()
  })
  const sent = () => JSON.parse(first.requests.at(-1)?.body ?? '')

  describe('a seal', () => {
    it.each(either)('Claude’s thoughts keep their signatures (streamed: %s)', async (isStreamed) => {
      first.answer(isStreamed ? answerWith.events(...claudeStream) : answerWith.json(200, anthropicToolUse))
      const turn = { door, apiKey: customer.key, model: 'acme/claude', isStreamed, asksForThoughts: true }
      await converse(turn, () => first.answer(answerWith.json(200, anthropicMessage)))
      expect(sent().messages[1].content.slice(0, 2)).toEqual([
        { type: 'thinking', thinking: 'Two cities.', signature: 'EqQBCgIYAhIM' },
        { type: 'redacted_thinking', data: 'EmwKAhgBEgy3va3pzix' },
      ])
    })

    const cases = either.flatMap((asksForThoughts) =>
      either.map((isStreamed) => ({ isStreamed, asksForThoughts })),
    )
    it.each(cases)('Gemini’s calls keep their signatures: %j', async (asked) => {
      first.answer(
        asked.isStreamed ? answerWith.events(googleEvent(geminiAnswer)) : answerWith.json(200, geminiAnswer),
      )
      const turn = { door, apiKey: customer.key, model: 'acme/gemini', ...asked }
      const last = googleAnswer([{ text: 'Cold.' }])
      const types = await converse(turn, () => first.answer(answerWith.json(200, last)))
      expect(types).toEqual(typesOf(asked.asksForThoughts))
      expect(sent().contents[1].parts).toMatchObject([
        { functionCall: { name: 'get_weather', args: { city: 'Łódź' } }, thoughtSignature: 'CtwFAVSoXO5WrT' },
      ])
      expect(sent().contents[2].parts).toMatchObject([{ functionResponse: { name: 'get_weather' } }])
    })
  })
}
