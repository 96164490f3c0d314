import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { answerWith } from '@/lib/upstream/testing/answer-with'
import { newCustomer } from '../../testing/new-customer'
import { post } from '../../testing/post'
import { answer, ask, event, openChat, path } from './testing'

const { doors, first, reset, close } = await openChat()
afterAll(close)

let customer: Awaited<ReturnType<typeof newCustomer>>
beforeEach(async () => {
  reset(answer)
  customer = await newCustomer()
})

describe('a client that hangs up', () => {
  const [, node] = doors[1] ?? []

  it('stops the upstream at once and pays for what it got', async () => {
    first.answer(
      answerWith.eventsThenSilence(
        event({ role: 'assistant', content: '' }),
        event({ content: 'one two three' }),
      ),
    )
    const seen = first.nextRequest()
    const hangUp = new AbortController()
    const response = await node?.('POST', path, post(customer.key, ask({ stream: true }), {}, hangUp.signal))
    const reader = response?.body?.getReader()
    let got = ''
    while (!got.includes('three')) got += Buffer.from((await reader?.read())?.value ?? []).toString()
    hangUp.abort()
    await (await seen).closed
    await expect
      .poll(customer.rows)
      .toMatchObject([
        { status: 'success', finish_reason: 'aborted', usage_source: 'estimated', completion_tokens: 3 },
      ])
    const [row] = await customer.rows()
    expect(Number((await customer.balance()).balance)).toBeCloseTo(1 - Number(row?.cost), 9)
    expect(await customer.balance()).toMatchObject({ held: '0.000000' })
  })

  it('before the first byte pays nothing', async () => {
    first.answer(answerWith.silence())
    const seen = first.nextRequest()
    const hangUp = new AbortController()
    const pending = node?.('POST', path, post(customer.key, ask(), {}, hangUp.signal))?.catch(() => undefined)
    const request = await seen
    hangUp.abort()
    await Promise.all([pending, request.closed])
    await expect
      .poll(customer.rows)
      .toMatchObject([{ finish_reason: 'aborted', cost: '0.000000', usage_source: 'none' }])
    expect(await customer.balance()).toMatchObject({ available: '1.000000' })
  })

  const beginnings = [
    ['a comment', ': processing\n\n'],
    ['an event without a choice', 'data: {"id":"up-1","choices":[],"prompt_filter_results":[]}\n\n'],
  ]
  it.each(beginnings)('after %s and before the first choice pays nothing', async (_name, beginning) => {
    first.answer(answerWith.eventsThenSilence(beginning))
    const seen = first.nextRequest()
    const hangUp = new AbortController()
    const init = post(customer.key, ask({ stream: true }), {}, hangUp.signal)
    const pending = node?.('POST', path, init)?.catch(() => undefined)
    const request = await seen
    // A whole exchange later the beginning was read.
    first.answer(answerWith.json(200, answer))
    await node?.('POST', path, post(customer.key, ask()))
    hangUp.abort()
    await Promise.all([pending, request.closed])
    await expect
      .poll(async () => (await customer.rows()).find(({ finish_reason }) => finish_reason === 'aborted'))
      .toMatchObject({ status: 'success', cost: '0.000000', usage_source: 'none' })
    expect(await customer.balance()).toMatchObject({ available: '0.999982', held: '0.000000' })
  })
})
