import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { answerWith } from '@/lib/upstream/testing/answer-with'
import { newCustomer } from '../../testing/new-customer'
import { post } from '../../testing/post'
import { answer, ask, model, openChat, path, wholeStream } from './testing'

type Sent = Record<string, unknown> & { messages: Record<string, unknown>[] }

/** Refusals of vendors, the request, the dropped parameters, and the adjusted request. */
const unknownFields: [string, number, object, object, string | null, object][] = [
  [
    'OpenAI, Azure',
    400,
    { error: { message: 'Unrecognized request argument supplied: user', param: null, code: null } },
    { user: 'u1' },
    'user',
    { user: undefined },
  ],
  [
    'OpenAI of one model',
    400,
    {
      error: {
        message: "Unsupported parameter: 'reasoning_effort' is not supported with this model.",
        param: 'reasoning_effort',
        code: 'unsupported_parameter',
      },
    },
    { reasoning_effort: 'low', seed: 7 },
    'reasoning_effort',
    { reasoning_effort: undefined, seed: 7 },
  ],
  [
    'pydantic',
    422,
    { detail: [{ type: 'extra_forbidden', loc: ['body', 'store'], msg: 'Extra inputs are not permitted' }] },
    { store: false },
    'store',
    { store: undefined },
  ],
  [
    'Mistral',
    422,
    {
      object: 'error',
      message: {
        detail: [
          { type: 'extra_forbidden', loc: ['body', 'n'], msg: 'Extra inputs are not permitted', input: 1 },
        ],
      },
      type: 'invalid_request_error',
      code: null,
    },
    { n: 1 },
    'n',
    { n: undefined },
  ],
  [
    'Mistral, by its proxy',
    422,
    {
      object: 'error',
      message:
        '{"detail":[{"type":"extra_forbidden","loc":["body","frequency_penalty"],"msg":"Extra inputs are not permitted"}]}',
      type: 'internal_error_proxy',
    },
    { frequency_penalty: 0 },
    'frequency_penalty',
    { frequency_penalty: undefined },
  ],
  [
    'Groq',
    400,
    { error: { message: "property 'metadata' is unsupported, did you mean 'user'?" } },
    { metadata: { a: 'b' }, user: 'u1' },
    'metadata',
    { metadata: undefined, user: 'u1' },
  ],
  [
    'Groq, of a message',
    400,
    {
      error: {
        message:
          "'messages.1' : for 'role:assistant' the following must be satisfied[('messages.1' : property 'reasoning_content' is unsupported)]",
      },
    },
    {
      messages: [
        { role: 'user', content: 'Hi' },
        { role: 'assistant', content: 'Yes', reasoning_content: 'Hm' },
        { role: 'user', content: 'Go' },
      ],
    },
    'reasoning_content',
    {
      messages: [
        { role: 'user', content: 'Hi' },
        { role: 'assistant', content: 'Yes' },
        { role: 'user', content: 'Go' },
      ],
    },
  ],
  [
    'Google',
    400,
    [
      {
        error: {
          code: 400,
          message: 'Invalid JSON payload received. Unknown name "seed": Cannot find field.',
        },
      },
    ],
    { seed: 7 },
    'seed',
    { seed: undefined },
  ],
  [
    'serde',
    422,
    { error: { message: 'unknown field `prompt_cache_key`, expected one of `model`, `messages`, `user`' } },
    { user: 'u1', prompt_cache_key: 'k' },
    'prompt_cache_key',
    { user: 'u1', prompt_cache_key: undefined },
  ],
  [
    'a bare sentence',
    400,
    { detail: 'Unsupported parameter: safety_identifier' },
    { safety_identifier: 's' },
    'safety_identifier',
    { safety_identifier: undefined },
  ],
  [
    'Cohere, streamed',
    400,
    { message: "unknown field: parameter 'stream_options' is not a valid field" },
    { stream: true },
    null,
    { stream_options: undefined },
  ],
  [
    'max_tokens',
    400,
    {
      error: {
        message:
          "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
        param: 'max_tokens',
      },
    },
    { max_tokens: 50 },
    null,
    { max_tokens: undefined, max_completion_tokens: 50 },
  ],
  [
    'long seeds',
    400,
    { error: { message: 'seed: Input should be less than or equal to 2147483647' } },
    { seed: 2 ** 40 + 5 },
    null,
    { seed: 5 },
  ],
  [
    'thoughts that are not sent back',
    400,
    { error: { message: 'The `reasoning_content` in the thinking mode must be passed back to the API.' } },
    {
      messages: [
        { role: 'user', content: 'Hi' },
        { role: 'assistant', content: 'Yes' },
      ],
    },
    null,
    {
      messages: [
        { role: 'user', content: 'Hi' },
        { role: 'assistant', content: 'Yes', reasoning_content: '...' },
      ],
    },
  ],
]

const strict = { ...model, supported_parameters: ['max_tokens'] }
const { door, first, reset, close } = await openChat({
  providersAt: (upstream) => [
    {
      id: 'strict',
      base_url: upstream.baseUrl,
      models: [
        ...unknownFields.map((_row, at) => ({ ...strict, id: `strict/${at}`, upstream_id: `${at}` })),
        ...['never', 'twice', 'roles', 'ids'].map((id) => ({
          ...strict,
          id: `strict/${id}`,
          upstream_id: id,
        })),
        {
          ...model,
          id: 'strict/newest',
          upstream_id: 'newest',
          supported_parameters: ['max_completion_tokens'],
        },
      ],
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

/** Refuses a request that has not changed, and answers others. */
function refuseUnless(isRight: (sent: Sent) => boolean, status: number, refusal: object): void {
  first.answer((res, req) => {
    const sent = bodies().at(-1)
    const good = sent?.stream ? answerWith.events(...wholeStream) : answerWith.json(200, answer)
    return (sent && isRight(sent) ? good : answerWith.json(status, refusal))(res, req)
  })
}

describe('parameters that an upstream does not know', () => {
  it.each(unknownFields.map((row, at) => [row[0], at, row] as const))(
    '%s: is changed once it was refused, told, paid once and remembered',
    async (_vendor, at, [, status, refusal, asked, dropped, right]) => {
      const isRight = (sent: Sent) =>
        Object.entries(right).every(([name, value]) => JSON.stringify(sent[name]) === JSON.stringify(value))
      refuseUnless(isRight, status, refusal)
      for (const calls of [2, 3]) {
        const response = await send({ model: `strict/${at}`, ...asked })
        expect([response.status, response.headers.get('x-portico-dropped-parameters')]).toEqual([
          200,
          dropped,
        ])
        await response.text()
        expect(first.requests).toHaveLength(calls)
      }
      const [again, once] = await customer.rows()
      expect([again?.status, again?.cost, once?.status, once?.cost]).toEqual([
        'success',
        '0.000018',
        'success',
        '0.000018',
      ])
    },
  )

  it('a refusal of several fields is handled one field at a time', async () => {
    const nameOf = (sent: Sent) => ['user', 'metadata', 'store'].find((name) => name in sent)
    first.answer((res, req) => {
      const name = nameOf(bodies().at(-1) ?? { messages: [] })
      const refusal = { error: { message: `Unknown parameter: '${name}'.`, param: name } }
      return (name ? answerWith.json(400, refusal) : answerWith.json(200, answer))(res, req)
    })
    const response = await send({ model: 'strict/twice', user: 'u', metadata: {}, store: false })
    expect(response.status).toBe(200)
    expect(response.headers.get('x-portico-dropped-parameters')).toBe('user, store, metadata')
    const other = await send({ model: 'strict/twice' })
    expect(other.headers.get('x-portico-dropped-parameters')).toBeNull()
  })

  it.each([
    ['what the answer depends on', { n: 2 }, "Unknown parameter: 'n'."],
    ['what is not there', {}, "Unknown parameter: 'user'."],
    [
      'a value',
      { reasoning_effort: 'none' },
      "Unsupported value: 'reasoning_effort' does not support 'none' with this model.",
    ],
    ['a refusal of something else', { user: 'u' }, 'The user must speak first.'],
    ['what stays refused', { user: 'u' }, 'Unrecognized request argument supplied: user'],
  ])('%s is a 400 with the upstream’s words', async (_case, asked, message) => {
    refuseUnless(() => false, 400, { error: { message } })
    const response = await send({ model: 'strict/never', ...asked })
    expect([response.status, await response.json()]).toMatchObject([400, { error: { message } }])
    expect(first.requests.length).toBeLessThanOrEqual(2)
    first.requests.length = 0
    first.answer(answerWith.json(200, answer))
    await (await send({ model: 'strict/never', user: 'u' })).text()
    expect(bodies()).toMatchObject([{ user: 'u' }])
  })

  it('IDs are replaced by Mistral’s nine characters, in call and result', async () => {
    const long = 'toolu_01AbCdEf'
    const messages = [
      { role: 'user', content: 'go' },
      {
        role: 'assistant',
        content: null,
        tool_calls: [long, 'abcDEF123'].map((id) => ({
          id,
          type: 'function',
          function: { name: 'f', arguments: '{"n":9007199254740993}' },
        })),
      },
      { role: 'tool', tool_call_id: long, content: 'x' },
      { role: 'tool', tool_call_id: 'abcDEF123', content: 'y' },
    ]
    const idsOf = (sent: Sent) =>
      JSON.stringify(sent.messages).match(/(?<="(?:id|tool_call_id)":")[^"]+/g) ?? []
    refuseUnless((sent) => idsOf(sent).every((id) => /^\w{9}$/.test(id)), 400, {
      object: 'error',
      message: `Tool call id was ${long} but must be a-z, A-Z, 0-9, with a length of 9.`,
      code: '3280',
    })
    const tools = [{ type: 'function', function: { name: 'f' } }]
    expect((await send({ model: 'strict/ids', tools, messages })).status).toBe(200)
    const [one, other, result, last] = idsOf(bodies()[1] ?? { messages: [] })
    expect([one, other]).toEqual([result, last])
    expect(other).toBe('abcDEF123')
  })
})

describe('parameters that a route declares', () => {
  it('limits have the declared name, and the developer role becomes system except for OpenAI', async () => {
    const messages = [
      { role: 'developer', content: 'Be kind' },
      { role: 'user', content: 'Hi' },
    ]
    await send({ model: 'strict/roles', messages, max_completion_tokens: 50 })
    await send({ model: 'strict/newest', messages, max_tokens: 50 })
    const [older, newer] = bodies()
    expect(older).toMatchObject({ max_tokens: 50, messages: [{ role: 'system' }, { role: 'user' }] })
    expect(older).not.toHaveProperty('max_completion_tokens')
    expect(newer).toMatchObject({ max_completion_tokens: 50, messages: [{ role: 'developer' }, {}] })
    expect(newer).not.toHaveProperty('max_tokens')
  })
})
