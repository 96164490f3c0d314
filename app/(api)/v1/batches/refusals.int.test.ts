import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { BatchObject } from '@/lib/gateway/batches/schema'
import { prisma } from '@/lib/platform/db'
import { env } from '@/lib/platform/env'
import { processorMillis } from '@/lib/platform/testing/processor-time'
import { newCustomer } from '../testing/new-customer'
import { post } from '../testing/post'
import {
  answer,
  handIn,
  jsonl,
  line,
  openBatches,
  readBatch,
  readLines,
  runToEnd,
  upload,
  withKey,
} from './testing'

const { door, first, reset, close } = await openBatches()
afterAll(close)

let customer: Awaited<ReturnType<typeof newCustomer>>
beforeEach(async () => {
  reset(answer)
  customer = await newCustomer()
})

const read = (id: string) => readBatch(door, customer.key, id)
const linesOf = (fileId: string | null) => readLines(door, customer.key, fileId)

const other = { url: '/v1/embeddings' }
const faulty: [string, string, object][] = [
  ['no JSON', '{"custom_id":', { line: 1, code: 'invalid_json', message: 'Line 1: It is not valid JSON.' }],
  ['no object', '[]', { line: 1, code: 'invalid_parameter' }],
  ['nothing', ' \n', { line: null, code: 'empty_file' }],
  [
    'no custom_id',
    jsonl([line('a'), { ...line('b'), custom_id: undefined }]),
    { line: 2, param: 'custom_id' },
  ],
  [
    'one custom_id twice',
    `${jsonl([line('a')])}\n${jsonl([line('b'), line('a')])}`,
    { line: 4, param: 'custom_id', message: 'Line 4: custom_id "a" is already used in line 1.' },
  ],
  ['another method', jsonl([line('a', {}, { method: 'GET' })]), { line: 1, param: 'method' }],
  ['another endpoint', jsonl([line('a', {}, other)]), { line: 1, param: 'url' }],
  ['an unknown field', jsonl([line('a', {}, { more: 1 })]), { line: 1, param: 'more' }],
  ['no body', jsonl([{ ...line('a'), body: 'words' }]), { line: 1, param: 'body' }],
]

describe('a file', () => {
  it.each(faulty)(
    'with %s fails the batch, naming the line, before anything is asked',
    async (_case, text, fault) => {
      const { id: input_file_id } = await upload(door, customer.key, text)
      const request = { input_file_id, endpoint: '/v1/chat/completions', completion_window: '24h' }
      const { id } = BatchObject.parse(
        await (await door('POST', '/v1/batches', post(customer.key, request))).json(),
      )
      await runToEnd(id)
      expect(await read(id)).toMatchObject({
        status: 'failed',
        failed_at: expect.any(Number),
        errors: { object: 'list', data: [fault] },
        request_counts: { completed: 0, failed: 0 },
      })
      expect(first.requests).toEqual([])
      expect(await prisma.batchLine.count({ where: { batchId: id } })).toBe(0)
    },
  )

  it('with more than 50,000 lines, or one that is too long, fails it too', async () => {
    const many = Array.from({ length: 50_001 }, (_, number) => ({ ...line(`n${number}`), body: {} }))
    const cases: [string, string, number][] = [
      [jsonl(many), 'Line 50001: The file has more than 50000 requests.', 50_001],
      [`${jsonl([line('a')])}${'x'.repeat(3000)}`, 'Line 2: It is larger than 2048 bytes.', 2],
    ]
    const { CHAT_BODY_MAX_BYTES } = env()
    env().CHAT_BODY_MAX_BYTES = 2048
    for (const [text, message, at] of cases) {
      const { id: input_file_id } = await upload(door, customer.key, text)
      const request = { input_file_id, endpoint: '/v1/chat/completions', completion_window: '24h' }
      const made = await door('POST', '/v1/batches', post(customer.key, request))
      const { id } = BatchObject.parse(await made.json())
      await runToEnd(id)
      expect((await read(id)).errors?.data).toMatchObject([{ message, line: at }])
    }
    env().CHAT_BODY_MAX_BYTES = CHAT_BODY_MAX_BYTES
  })

  it.each([
    ['line feeds', '\n'.repeat(5_000_000), 'Line 100002: The file has more than 100000 lines.'],
    ['blanks', ' '.repeat(5_000_000), 'The file has no requests.'],
  ])('of millions of %s costs next to nothing', async (_case, text, message) => {
    const { id: input_file_id } = await upload(door, customer.key, text)
    const request = { input_file_id, endpoint: '/v1/chat/completions', completion_window: '24h' }
    const made = await door('POST', '/v1/batches', post(customer.key, request))
    const { id } = BatchObject.parse(await made.json())
    expect(await processorMillis(() => runToEnd(id))).toBeLessThan(1500)
    expect((await read(id)).errors?.data).toMatchObject([{ message }])
  })

  it('with stream is refused line by line', async () => {
    const { id } = await handIn(door, customer.key, [line('a', { stream: true })])
    await runToEnd(id)
    expect(await linesOf((await read(id)).error_file_id)).toMatchObject([
      { response: { status_code: 400, body: { error: { param: 'stream' } } } },
    ])
  })
})

const invalid: [string, object, string, string][] = [
  ['no file', { input_file_id: undefined }, 'missing_parameter', 'input_file_id'],
  ['a file that is not there', { input_file_id: 'file_none' }, 'invalid_parameter', 'input_file_id'],
  ['another endpoint', { endpoint: '/v1/images/generations' }, 'invalid_parameter', 'endpoint'],
  ['another window', { completion_window: '1h' }, 'invalid_parameter', 'completion_window'],
  ['metadata that is no text', { metadata: { a: 1 } }, 'invalid_parameter', 'metadata.a'],
  ['an unknown field', { output_expires_after: {} }, 'invalid_parameter', 'output_expires_after'],
]

describe('refusals', () => {
  const request = (input_file_id: string, more: object = {}) =>
    ({ input_file_id, endpoint: '/v1/chat/completions', completion_window: '24h', ...more }) as const

  it.each(invalid)('%s is a 400 that names the field', async (_case, more, code, param) => {
    const { id } = await upload(door, customer.key, 'x')
    const answered = await door('POST', '/v1/batches', post(customer.key, request(id, more)))
    expect([answered.status, await answered.json()]).toMatchObject([400, { error: { code, param } }])
  })

  it('another customer’s file, a result file and one that expires too soon are refused', async () => {
    const foreign = await upload(door, (await newCustomer()).key, 'x')
    const { id } = await handIn(door, customer.key, [line('a')])
    await runToEnd(id)
    const { output_file_id } = await read(id)
    const short = await upload(door, customer.key, 'x')
    await prisma.storedFile.update({
      where: { id: short.id },
      data: { expiresAt: new Date(Date.now() + 3600_000) },
    })
    for (const file of [foreign.id, output_file_id ?? '', short.id]) {
      const answered = await door('POST', '/v1/batches', post(customer.key, request(file)))
      expect([answered.status, await answered.json()]).toMatchObject([
        400,
        { error: { param: 'input_file_id' } },
      ])
    }
  })

  it('401, 403, 404 and 429', async () => {
    const { key } = customer
    const { id: file } = await upload(door, key, 'x')
    const reader = await customer.keyWith({ scopes: ['account:read'] })
    const { id } = await handIn(door, (await newCustomer()).key, [line('a')])
    const cases: [string, string, RequestInit, number, string][] = [
      ['POST', '/v1/batches', post(undefined, request(file)), 401, 'invalid_api_key'],
      ['POST', '/v1/batches', post(reader, request(file)), 403, 'insufficient_scope'],
      ['GET', `/v1/batches/${id}`, withKey(key), 404, 'not_found'],
      ['GET', '/v1/batches/%00', withKey(key), 404, 'not_found'],
      ['POST', `/v1/batches/${id}/cancel`, withKey(key), 404, 'not_found'],
      ['GET', '/v1/batches?limit=101', withKey(key), 400, 'invalid_parameter'],
    ]
    for (const [method, path, init, status, code] of cases) {
      const answered = await door(method, path, init)
      expect([path, answered.status, await answered.json()]).toMatchObject([
        path,
        status,
        { error: { code } },
      ])
    }
    const last = await door('POST', '/v1/batches', post(key, request(file)))
    const { id: openId } = BatchObject.parse(await last.json())
    const {
      errors: _,
      metadata: __,
      marks: ___,
      ...row
    } = await prisma.batch.findUniqueOrThrow({ where: { id: openId } })
    await prisma.batch.createMany({
      data: Array.from({ length: 99 }, (_, number) => ({ ...row, id: `${openId}${number}` })),
    })
    const full = await door('POST', '/v1/batches', post(key, request(file)))
    expect([full.status, await full.json()]).toMatchObject([429, { error: { code: 'rate_limit_exceeded' } }])
    await prisma.batch.deleteMany({ where: { id: { in: [0, 1, 2].map((number) => `${openId}${number}`) } } })
    const asked = Array.from({ length: 8 }, () => door('POST', '/v1/batches', post(key, request(file))))
    const statuses = (await Promise.all(asked)).map(({ status }) => status)
    expect(statuses.sort()).toEqual([200, 200, 200, 429, 429, 429, 429, 429])
  })

  it('402 without credit', async () => {
    const broke = await newCustomer('0')
    const { id } = await upload(door, broke.key, 'x')
    const refused = await door('POST', '/v1/batches', post(broke.key, request(id)))
    expect([refused.status, await refused.json()]).toMatchObject([
      402,
      { error: { code: 'insufficient_quota' } },
    ])
  })

  it('an Idempotency-Key creates one batch', async () => {
    const { id } = await upload(door, customer.key, jsonl([line('a')]))
    const keyed = () =>
      door('POST', '/v1/batches', post(customer.key, request(id), { 'idempotency-key': 'abc' }))
    const made = await (await keyed()).json()
    expect(await (await keyed()).json()).toEqual(made)
    // Nor if the answer was lost with its process.
    await prisma.idempotencyRecord.deleteMany({ where: { customerId: customer.owner.customerId } })
    expect(await (await keyed()).json()).toEqual(made)
  })
})
