import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { answerWith } from '@/lib/upstream/testing/answer-with'
import type { Answer } from '@/lib/upstream/testing/fault-upstream'
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

  it('before the upstream has accepted pays nothing', async () => {
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

  /** Accepts the request, says `beginning` and falls silent; answers the row of the client that then hangs up. */
  async function hangUpAfter(play: Answer, body: object) {
    first.answer(play)
    const seen = first.nextRequest()
    const hangUp = new AbortController()
    const pending = node?.('POST', path, post(customer.key, ask(body), {}, hangUp.signal))?.catch(
      () => undefined,
    )
    const request = await seen
    // A whole exchange later the beginning was read.
    first.answer(answerWith.json(200, answer))
    await node?.('POST', path, post(customer.key, ask()))
    hangUp.abort()
    await Promise.all([pending, request.closed])
    const aborted = async () =>
      (await customer.rows()).find(({ finish_reason }) => finish_reason === 'aborted')
    await expect.poll(aborted).toBeDefined()
    return aborted()
  }

  it.each([
    ['a head', ''],
    ['a comment', ': processing\n\n'],
    ['an event without a choice', 'data: {"id":"up-1","choices":[],"prompt_filter_results":[]}\n\n'],
  ])('after %s and before the first choice pays for the prompt as counted', async (_name, beginning) => {
    const row = await hangUpAfter(answerWith.eventsThenSilence(beginning), { stream: true })
    expect(row).toMatchObject({ status: 'success', usage_source: 'estimated', completion_tokens: 0 })
    expect(row?.prompt_tokens).toBeGreaterThan(0)
    const spent = 0.000018 + Number(row?.cost)
    expect(Number((await customer.balance()).balance)).toBeCloseTo(1 - spent, 9)
    expect(await customer.balance()).toMatchObject({ held: '0.000000' })
  })

  it('pays for the prompt as the upstream told it before the first choice', async () => {
    const told = { prompt_tokens: 40, completion_tokens: 0, total_tokens: 40 }
    const beginning = `data: ${JSON.stringify({ id: 'up-1', choices: [], usage: told })}\n\n`
    const row = await hangUpAfter(answerWith.eventsThenSilence(beginning), { stream: true })
    expect(row).toMatchObject({ usage_source: 'upstream', prompt_tokens: 40, completion_tokens: 0 })
  })

  it('within a whole answer pays for the prompt as counted', async () => {
    const begun: Answer = (res) => {
      res.writeHead(200, { 'content-type': 'application/json' })
      res.write('{"id":"up-1","choices":')
    }
    const row = await hangUpAfter(begun, {})
    expect(row).toMatchObject({ status: 'success', usage_source: 'estimated', completion_tokens: 0 })
    expect(row?.prompt_tokens).toBeGreaterThan(0)
  })
})
