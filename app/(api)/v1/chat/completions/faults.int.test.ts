import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { ChatReply } from '@/lib/gateway/chat/schema'
import { forgetHealth } from '@/lib/gateway/routing/testing'
import { answerWith } from '@/lib/upstream/testing/answer-with'
import { newCustomer } from '../../testing/new-customer'
import {
  early,
  type Fault,
  giveKey,
  late,
  listenToLogs,
  odd,
  openFaults,
  PROMPT,
  request,
  SECRET,
  streamWith,
  wrongUsages,
} from './faults-testing'
import { answer, event, path, wholeStream } from './testing'

const { door: node, first, second, close } = await openFaults()
afterAll(close)

let customer: Awaited<ReturnType<typeof newCustomer>>
beforeEach(async () => {
  forgetHealth()
  giveKey()
  customer = await newCustomer()
})

const untouched = { available: '1.000000', held: '0.000000' }
const post = (id: string, stream: boolean) => node('POST', path, request(customer.key, id, stream))

function play({ whole, streamed }: Pick<Fault, 'whole' | 'streamed'>, stream: boolean): void {
  first.answer((stream ? streamed : whole) ?? answerWith.reset())
}

const private_ = new RegExp([SECRET, PROMPT, '127\\.0\\.0\\.1', 'u\\.invalid'].join('|'))

describe.each([
  ['whole', false],
  ['streamed', true],
])('an upstream, asked for a %s answer, that', (_manner, stream) => {
  it.each(early)('$name: the client gets the reason, pays nothing, and sees no secret', async (fault) => {
    const logged = listenToLogs()
    play(fault, stream)
    const response = await post(`faulty/${fault.at ?? 'faulty'}`, stream)
    expect((stream && fault.streamStatuses) || [fault.status]).toContain(response.status)
    const isInStream = response.status === 200
    const text = await response.text()
    const reported = isInStream ? text.replace(/^(: keep-alive\n\n)+data: /, '') : text
    expect(JSON.parse(reported)).toEqual({
      error: expect.objectContaining({ code: fault.code, param: null }),
    })
    expect(text).not.toMatch(private_)
    expect(await customer.rows()).toMatchObject([
      {
        status: 'failed',
        error_code: fault.code,
        cost: '0.000000',
        usage_source: 'none',
        bill: { lines: [] },
        attempts: [{ provider: fault.at ?? 'faulty', code: fault.code, latency_ms: expect.any(Number) }],
      },
    ])
    expect(await customer.balance()).toMatchObject(untouched)
    const log = logged()
    expect(log).not.toMatch(new RegExp(`${SECRET}|${PROMPT}`))
    if (fault.status >= 500 && !isInStream) expect(log).toContain('UpstreamError')
  })

  it.each(early)('$name goes unnoticed if another route serves the model', async (fault) => {
    play(fault, stream)
    second.answer(stream ? answerWith.events(...wholeStream) : answerWith.json(200, answer))
    const response = await post(`mended/${fault.at ?? 'faulty'}`, stream)
    expect(response.status).toBe(200)
    expect(await response.text()).toContain(' there')
    expect(await customer.rows()).toMatchObject([
      {
        status: 'success',
        provider: 'healthy',
        cost: '0.000018',
        attempts: [
          { provider: fault.at ?? 'faulty', code: fault.code },
          { provider: 'healthy', code: null },
        ],
      },
    ])
  })

  it.each(odd)('answers $name: the client gets all of it, once', async (one) => {
    play(one, stream)
    const response = await post('faulty/faulty', stream)
    const text = await response.text()
    expect(text).toMatch(/Hi|Grüße 🌍/)
    if (stream) expect(text).not.toMatch(/"choices":\[\{(?!"index":0)/)
    else expect(ChatReply.safeParse(JSON.parse(text)).error).toBeUndefined()
    expect(text).not.toContain('�')
    expect(await customer.rows()).toMatchObject([{ status: 'success', cost: '0.000018', attempts: [] }])
  })

  it.each(wrongUsages)('counts its tokens wrongly (%s): we count them', async (_name, reported) => {
    first.answer(stream ? streamWith(reported) : answerWith.json(200, { ...answer, usage: reported }))
    expect(await (await post('faulty/faulty', stream)).text()).toContain(' there')
    const [row, ...more] = await customer.rows()
    expect(more).toEqual([])
    expect(row).toMatchObject({ status: 'success', usage_source: 'estimated', completion_tokens: 2 })
    expect(row?.prompt_tokens).toBeGreaterThan(0)
    expect(row?.prompt_tokens).toBeLessThan(50)
  })
})

describe('a stream that has begun, whose upstream', () => {
  it.each(late)(
    '%s: nothing is tried again; the client is told in the stream and pays nothing',
    async (_, play, code) => {
      const logged = listenToLogs()
      first.answer(play)
      const asked = second.requests.length
      const provider = code === 'upstream_timeout' ? 'restless' : 'faulty'
      const response = await post(`mended/${provider}`, true)
      expect(response.status).toBe(200)
      const text = await response.text()
      const last = text.trimEnd().split('\n\n').at(-1) ?? ''
      expect(JSON.parse(last.slice('data: '.length))).toEqual({
        error: expect.objectContaining({ code, request_id: expect.any(String) }),
      })
      expect(text).not.toContain('[DONE]')
      expect(text).not.toMatch(private_)
      expect(second.requests).toHaveLength(asked)
      expect(await customer.rows()).toMatchObject([
        {
          status: 'failed',
          error_code: code,
          finish_reason: 'error',
          cost: '0.000000',
          attempts: [{ provider, code, status: 200 }],
        },
      ])
      expect(await customer.balance()).toMatchObject(untouched)
      expect(logged()).not.toMatch(new RegExp(`${SECRET}|${PROMPT}`))
    },
  )

  it('sends everything at once after another route failed: every try is recorded', async () => {
    second.answer(answerWith.events(wholeStream.join('')))
    first.answer(answerWith.reset())
    await (await post('mended/faulty', true)).text()
    expect(await customer.rows()).toMatchObject([
      { status: 'success', attempts: [{ provider: 'faulty' }, { provider: 'healthy', code: null }] },
    ])
  })

  it('calls a tool without arguments: that is an answer', async () => {
    const call = { index: 0, id: 'call_1', type: 'function', function: { name: 'now', arguments: '' } }
    first.answer(
      answerWith.events(
        event({ role: 'assistant', tool_calls: [call] }),
        event({}, 'tool_calls'),
        ...wholeStream.slice(4),
      ),
    )
    await (await post('faulty/faulty', true)).text()
    expect(await customer.rows()).toMatchObject([{ status: 'success', cost: '0.000018' }])
  })
})
