import { afterAll, beforeEach, expect, it, vi } from 'vitest'
import * as embeddings from '../../embeddings/route'
import { provider } from '../../embeddings/testing'
import { newCustomer } from '../../testing/new-customer'
import { post } from '../../testing/post'
import * as chat from './route'
import { answer, openChat, path } from './testing'

const { doors, reset, close } = await openChat({
  modules: { [path]: chat, '/v1/embeddings': embeddings },
  providersAt: (upstream) => [provider('third', upstream, ['acme/embed'])],
})
afterAll(close)
const [, node] = doors[1] ?? []

let customer: Awaited<ReturnType<typeof newCustomer>>
beforeEach(async () => {
  reset(answer)
  customer = await newCustomer()
})

async function expectNothingPaid(response: Response | undefined) {
  expect([response?.status, await response?.json()]).toMatchObject([
    500,
    { error: { code: 'internal_error' } },
  ])
  expect(await customer.rows()).toEqual([])
  await expect.poll(customer.balance).toMatchObject({ balance: '1.000000', held: '0.000000' })
}

it('vectors that cannot be written down cost nothing, and nothing stays held', async () => {
  reset({
    object: 'list',
    data: [{ object: 'embedding', index: 0, embedding: [1] }],
    usage: { prompt_tokens: 6 },
  })
  vi.spyOn(Buffer.prototype, 'writeFloatLE').mockImplementationOnce(() => {
    throw new Error('unforeseen')
  })
  const body = { model: 'acme/embed', input: 'Hello', encoding_format: 'base64' }
  await expectNothingPaid(await node?.('POST', '/v1/embeddings', post(customer.key, body)))
})
