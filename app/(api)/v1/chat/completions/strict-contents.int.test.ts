import { afterAll, beforeEach, expect, it } from 'vitest'
import { answerWith } from '@/lib/upstream/testing/answer-with'
import { newCustomer } from '../../testing/new-customer'
import { post } from '../../testing/post'
import { answer, ask, model, openChat, path } from './testing'

/** Contents and orders of messages that some servers refuse. The route is asked once more, and remembers what it was told. */

type Sent = { messages: Record<string, unknown>[] }

/** How servers refuse content that is null or a list. */
const texts = new Map([
  // moeru-ai/airi#1222
  [
    'deepseek',
    'Failed to deserialize: messages[1]: invalid type: sequence, expected a string at line 1 column 97',
  ],
  // SAIL-Research-Lab/cheetahclaws#72
  ['ollama', 'invalid message content type: <nil>'],
  // lmstudio-ai/lmstudio-bug-tracker#261
  ['lmstudio', "Invalid 'content': 'content' field must be a string or an array of objects."],
  // vercel/ai#1754
  [
    'friendli',
    'invalid JSON payload: (messages[0]) content: Proto field is not repeating, cannot start list.',
  ],
  ['pydantic', 'messages.1.content: Input should be a valid string'],
])

const { door, first, reset, close } = await openChat({
  providersAt: ({ baseUrl }) => [
    {
      id: 'strict',
      base_url: baseUrl,
      models: ['order', ...texts.keys()].map((id) => ({ ...model, id: `strict/${id}`, upstream_id: id })),
    },
  ],
})
afterAll(close)

let customer: Awaited<ReturnType<typeof newCustomer>>
beforeEach(async () => {
  reset(answer)
  customer = await newCustomer()
})

const bodies = (): Sent[] => first.requests.map(({ body }) => JSON.parse(body))
const send = (body: object) => door('POST', path, post(customer.key, ask(body)))

function refuseUnless(isRight: (sent: Sent) => boolean, status: number, refusal: object): void {
  first.answer((res, req) => {
    const sent = bodies().at(-1)
    return answerWith.json(
      ...(sent && isRight(sent) ? ([200, answer] as const) : ([status, refusal] as const)),
    )(res, req)
  })
}

// looplj/axonhub#1664, ollama/ollama#17774, BerriAI/litellm#39282, nashsu/llm_wiki#45: what Claude Code, Codex and LangChain send.
it('system messages are joined at the beginning for templates that accept none elsewhere', async () => {
  const user = { role: 'user', content: 'Hi' }
  const messages = [
    { role: 'system', content: 'Be brief.' },
    user,
    { role: 'system', content: 'Use tools.' },
    { ...user, at: 7 },
    { role: 'developer', content: [{ type: 'text', text: 'Now.' }] },
  ]
  refuseUnless((sent) => sent.messages.every(({ role }, at) => at === 0 || role !== 'system'), 400, {
    error: { message: 'System message must be at the beginning.', type: 'BadRequestError', code: 400 },
  })
  for (const calls of [2, 3]) {
    expect((await send({ model: 'strict/order', messages })).status).toBe(200)
    expect(first.requests).toHaveLength(calls)
  }
  const content = ['Be brief.', 'Use tools.', 'Now.'].map((text) => ({ type: 'text', text }))
  expect(bodies().at(-1)?.messages).toEqual([{ role: 'system', content }, user, { ...user, at: 7 }])
  expect((await send({ model: 'strict/order', messages: messages.slice(0, 4) })).status).toBe(200)
  const joined = { role: 'system', content: 'Be brief.\n\nUse tools.' }
  expect(bodies().at(-1)?.messages).toEqual([joined, user, { ...user, at: 7 }])
  expect((await send({ model: 'strict/order', messages: messages.slice(0, 2) })).status).toBe(200)
  expect(bodies().at(-1)?.messages).toEqual(messages.slice(0, 2))
})

it.each([...texts])('content is one text for a server that accepts no other: %s', async (id, message) => {
  const text = (words: string) => ({ type: 'text', text: words })
  const call = { id: 'c1', type: 'function', function: { name: 'f', arguments: '{}' } }
  const picture = { type: 'image_url', image_url: { url: 'data:image/png;base64,iVBO' } }
  const messages = [
    { role: 'user', content: [text('Hi'), text('you')] },
    { role: 'assistant', content: null, tool_calls: [call] },
    { role: 'tool', tool_call_id: 'c1', content: [text('x')] },
    { role: 'user', content: [text('Look'), picture] },
  ]
  const isText = (content: unknown) =>
    typeof content === 'string' || (Array.isArray(content) && content.length > 1 && 'image_url' in content[1])
  refuseUnless((sent) => sent.messages.every(({ content }) => isText(content)), 400, { error: { message } })
  const tools = [{ type: 'function', function: { name: 'f' } }]
  for (const calls of [2, 3]) {
    expect((await send({ model: `strict/${id}`, tools, messages })).status).toBe(200)
    expect(first.requests).toHaveLength(calls)
  }
  expect(bodies().at(-1)?.messages).toEqual([
    { role: 'user', content: 'Hi\nyou' },
    { role: 'assistant', content: '', tool_calls: [call] },
    { role: 'tool', tool_call_id: 'c1', content: 'x' },
    messages[3],
  ])
})
