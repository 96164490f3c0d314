import OpenAI, { ConflictError, NotFoundError, toFile } from 'openai'
import { afterAll, expect, it } from 'vitest'
import { batchModules, jsonl, runToEnd } from './batches/testing'
import * as moderations from './moderations/route'
import * as rerank from './rerank/route'
import { newCustomer } from './testing/new-customer'
import { failureOf, openClients } from './testing/open-clients'

const { fetch, close } = await openClients({
  ...batchModules,
  '/v1/moderations': moderations,
  '/v1/rerank': rerank,
})
afterAll(close)
const { key } = await newCustomer('10')

/** OpenAI's own client, unmodified. */
const client = new OpenAI({ baseURL: 'http://portico/v1', apiKey: key, fetch, maxRetries: 0 })

const body = (content: string) => ({ model: 'sandbox/chat', messages: [{ role: 'user', content }] })
const line = (custom_id: string) =>
  ({ custom_id, method: 'POST', url: '/v1/chat/completions', body: body(custom_id) }) as const

it('uploads a file, creates a batch, waits for it and reads its answers', async () => {
  const file = await client.files.create({
    file: await toFile(Buffer.from(jsonl([line('one'), line('two')])), 'in.jsonl'),
    purpose: 'batch',
    expires_after: { anchor: 'created_at', seconds: 2_592_000 },
  })
  expect(await client.files.waitForProcessing(file.id)).toMatchObject({ status: 'processed' })
  const made = await client.batches.create({
    input_file_id: file.id,
    endpoint: '/v1/chat/completions',
    completion_window: '24h',
    metadata: { run: '1' },
  })
  await runToEnd(made.id)
  const batch = await client.batches.retrieve(made.id)
  expect(batch).toMatchObject({
    status: 'completed',
    request_counts: { completed: 2 },
    metadata: { run: '1' },
  })
  const content = await (await client.files.content(batch.output_file_id ?? '')).text()
  expect(
    content
      .trim()
      .split('\n')
      .map((text) => JSON.parse(text).custom_id),
  ).toEqual(['one', 'two'])
  const ids: string[] = []
  for await (const one of client.files.list({ limit: 1, purpose: 'batch' })) ids.push(one.id)
  expect(ids).toEqual([file.id])
  for await (const one of client.batches.list({ limit: 1 })) expect(one.id).toBe(made.id)
  expect(await failureOf(client.batches.cancel(made.id), ConflictError)).toMatchObject({ status: 409 })
  expect(await client.files.delete(file.id)).toEqual({ id: file.id, object: 'file', deleted: true })
  expect(await failureOf(client.files.retrieve(file.id), NotFoundError)).toMatchObject({ code: 'not_found' })
})

it('cancels a batch', async () => {
  const file = await client.files.create({
    file: await toFile(Buffer.from('{}'), 'in.jsonl'),
    purpose: 'batch',
  })
  const { id } = await client.batches.create({
    input_file_id: file.id,
    endpoint: '/v1/embeddings',
    completion_window: '24h',
  })
  expect((await client.batches.cancel(id)).status).toBe('cancelling')
  await runToEnd(id)
  expect((await client.batches.retrieve(id)).status).toBe('cancelled')
})

it('moderates, and reranks by a plain post', async () => {
  const input = ['a lovely morning', 'I will kill you']
  const { results } = await client.moderations.create({ model: 'sandbox/moderation', input })
  expect(results.map(({ flagged }) => flagged)).toEqual([false, true])
  expect(results[1]?.categories.violence).toBe(true)
  const documents = ['bread', 'a portico with columns']
  const request = { model: 'sandbox/rerank', query: 'portico', documents }
  const order = await client.post<{ results: { index: number }[] }>('/rerank', { body: request })
  expect(order.results[0]?.index).toBe(1)
})
