import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { clock } from '@/lib/platform/clock'
import { prisma } from '@/lib/platform/db'
import { env } from '@/lib/platform/env'
import { breakStore } from '@/lib/platform/testing/break'
import { sweepFiles } from '@/lib/work/objects/files'
import { sweepObjects } from '@/lib/work/objects/keep-object'
import { FileList, FileObject } from '@/lib/work/objects/schema'
import { formOf, handIn, line, openBatches, upload, withKey } from '../batches/testing'
import { newCustomer } from '../testing/new-customer'

const { door, close } = await openBatches()
afterAll(close)

let customer: Awaited<ReturnType<typeof newCustomer>>
beforeEach(async () => {
  vi.restoreAllMocks()
  customer = await newCustomer()
})

const DAY = 24 * 3600
const objectsOf = () => prisma.objectRecord.findMany({ where: { customerId: customer.owner.customerId } })

describe('files', () => {
  it('are stored unchanged for thirty days, and returned whole or in ranges', async () => {
    const text = `{"a":"ü"}\r\n${'x'.repeat(300_000)}`
    const response = await door('POST', '/v1/files', withKey(customer.key, formOf(text)))
    expect(response.status).toBe(200)
    const file = FileObject.parse(await response.json())
    expect(file).toEqual({
      id: expect.stringMatching(/^file_/),
      object: 'file',
      bytes: Buffer.byteLength(text),
      created_at: expect.any(Number),
      expires_at: file.created_at + 30 * DAY,
      filename: 'in.jsonl',
      purpose: 'batch',
      status: 'processed',
    })
    const path = `/v1/files/${file.id}`
    expect(await (await door('GET', path, withKey(customer.key))).json()).toEqual(file)
    const content = await door('GET', `${path}/content`, withKey(customer.key))
    expect(content.headers.get('content-disposition')).toContain('in.jsonl')
    expect(await content.text()).toBe(text)
    const headers = { authorization: `Bearer ${customer.key}`, range: 'bytes=0-8' }
    expect(await (await door('GET', `${path}/content`, { headers })).text()).toBe('{"a":"ü"')
  })

  it('are listed newest first, in pages, for their owner only', async () => {
    const ids: string[] = []
    for (const text of ['1', '2', '3']) ids.unshift((await upload(door, customer.key, text)).id)
    await upload(door, (await newCustomer()).key, 'another’s')
    const list = async (query: string) =>
      FileList.parse(await (await door('GET', `/v1/files?${query}`, withKey(customer.key))).json())
    const first = await list('limit=2')
    expect(first).toMatchObject({ object: 'list', first_id: ids[0], last_id: ids[1], has_more: true })
    const last = await list(`limit=2&after=${first.last_id}`)
    expect([last.data.map(({ id }) => id), last.has_more]).toEqual([[ids[2]], false])
    expect((await list('order=asc')).data.map(({ id }) => id)).toEqual(ids.toReversed())
    expect((await list('purpose=batch_output')).data).toEqual([])
  })

  it('are deleted with their bytes', async () => {
    const { id } = await upload(door, customer.key, 'x')
    const deleted = await door('DELETE', `/v1/files/${id}`, withKey(customer.key))
    expect(await deleted.json()).toEqual({ id, object: 'file', deleted: true })
    expect((await door('GET', `/v1/files/${id}`, withKey(customer.key))).status).toBe(404)
    await sweepObjects()
    expect(await objectsOf()).toEqual([])
  })
})

const expiry = (seconds: string) => ({
  purpose: 'batch',
  'expires_after[anchor]': 'created_at',
  'expires_after[seconds]': seconds,
})

it('expire at the requested time, and are swept', async () => {
  const form = formOf('x', expiry('3600'))
  const file = FileObject.parse(await (await door('POST', '/v1/files', withKey(customer.key, form))).json())
  expect(file.expires_at).toBe(file.created_at + 3600)
  vi.spyOn(clock, 'now').mockReturnValue(new Date((file.expires_at + 1) * 1000))
  expect((await door('GET', `/v1/files/${file.id}`, withKey(customer.key))).status).toBe(404)
  await sweepFiles()
  await sweepObjects()
  expect(await prisma.storedFile.findUnique({ where: { id: file.id } })).toBeNull()
  expect(await objectsOf()).toEqual([])
})

function twoFiles(): FormData {
  const form = formOf('x')
  form.append('file', new Blob(['y']), 'other.jsonl')
  return form
}

function otherName(): FormData {
  const form = new FormData()
  form.append('document', new Blob(['y']), 'other.jsonl')
  return form
}

const invalid: [string, () => FormData, string, string][] = [
  ['no purpose', () => formOf('x', {}), 'missing_parameter', 'purpose'],
  [
    'a purpose that is none here',
    () => formOf('x', { purpose: 'fine-tune' }),
    'invalid_parameter',
    'purpose',
  ],
  ['an empty file', () => formOf(''), 'invalid_parameter', 'file'],
  ['two files', twoFiles, 'invalid_parameter', 'file'],
  ['a file under another name', otherName, 'invalid_parameter', 'document'],
  ['an unknown field', () => formOf('x', { purpose: 'batch', more: '1' }), 'invalid_parameter', 'more'],
  ['too short a time', () => formOf('x', expiry('60')), 'invalid_parameter', 'expires_after[seconds]'],
]

describe('refusals', () => {
  it.each(invalid)(
    '%s is a 400 that names the field, and nothing is kept',
    async (_case, form, code, param) => {
      const response = await door('POST', '/v1/files', withKey(customer.key, form()))
      expect([response.status, await response.json()]).toMatchObject([400, { error: { code, param } }])
      await sweepObjects()
      expect(await objectsOf()).toEqual([])
    },
  )

  it('a form without a file is a 400', async () => {
    const form = new FormData()
    form.append('purpose', 'batch')
    const response = await door('POST', '/v1/files', withKey(customer.key, form))
    expect(await response.json()).toMatchObject({ error: { code: 'missing_parameter', param: 'file' } })
  })

  it('404, 409, 413, 429 and 503', async () => {
    const { key } = customer
    const { id } = await upload(door, (await newCustomer()).key, 'x')
    const { input_file_id: used } = await handIn(door, key, [line('a')])
    const cases: [string, string, RequestInit, number, string][] = [
      ['GET', `/v1/files/${id}`, withKey(key), 404, 'not_found'],
      ['GET', `/v1/files/${id}/content`, withKey(key), 404, 'not_found'],
      ['DELETE', `/v1/files/${id}`, withKey(key), 404, 'not_found'],
      ['GET', '/v1/files/file_none', withKey(key), 404, 'not_found'],
      ['DELETE', `/v1/files/${used}`, withKey(key), 409, 'file_in_use'],
      ['GET', '/v1/files?after=%00', withKey(key), 400, 'invalid_parameter'],
    ]
    for (const [method, path, init, status, code] of cases) {
      const response = await door(method, path, init)
      expect([path, response.status, await response.json()]).toMatchObject([
        path,
        status,
        { error: { code } },
      ])
    }
    const { FILE_MAX_BYTES, WAITING_BYTES_QUOTA } = env()
    env().FILE_MAX_BYTES = 1024
    const large = await door('POST', '/v1/files', withKey(key, formOf('x'.repeat(200_000))))
    env().FILE_MAX_BYTES = FILE_MAX_BYTES
    expect([large.status, await large.json()]).toMatchObject([413, { error: { code: 'payload_too_large' } }])
    env().WAITING_BYTES_QUOTA = 1
    const full = await door('POST', '/v1/files', withKey(key, formOf('x')))
    env().WAITING_BYTES_QUOTA = WAITING_BYTES_QUOTA
    expect([full.status, await full.json()]).toMatchObject([429, { error: { code: 'rate_limit_exceeded' } }])
    breakStore(1, false)
    const away = await door('POST', '/v1/files', withKey(key, formOf('x')))
    expect([away.status, await away.json()]).toMatchObject([503, { error: { code: 'storage_unavailable' } }])
  })
})
