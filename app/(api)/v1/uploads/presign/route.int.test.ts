import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import * as storedFile from '@/app/(api)/api/storage/[...key]/route'
import { createKey } from '@/lib/account/api-keys/keys'
import { newAccountOwner } from '@/lib/account/identity/testing/new-account-owner'
import { openDoors } from '@/lib/http/testing'
import { prisma } from '@/lib/platform/db'
import { env } from '@/lib/platform/env'
import { StorageError } from '@/lib/platform/storage/object-storage'
import { storage } from '@/lib/platform/storage/storage'
import { PresignReply } from '@/lib/work/uploads/schema'
import { announce } from '@/lib/work/uploads/testing'
import * as presign from './route'

const path = '/v1/uploads/presign'
const modules = { [path]: presign, '/api/storage/[...key]': storedFile }
const { call, door, close } = await openDoors(modules)
afterAll(close)

const bytes = Buffer.from('not a picture, but nobody has looked yet')
const body = announce(bytes)

const { WAITING_BYTES_QUOTA } = env()
afterEach(() => void Object.assign(env(), { WAITING_BYTES_QUOTA }))

let key: string
let customerId: string
let keyWith: (settings: object) => Promise<string>
beforeEach(async () => {
  const owner = await newAccountOwner()
  customerId = owner.customerId
  keyWith = async (settings) => (await createKey(owner, { name: 'test', ...settings })).key
  key = await keyWith({})
})

describe('presigning', () => {
  it('refuses while the object storage cannot be written: 503, and announces nothing', async () => {
    vi.spyOn(storage(), 'check').mockRejectedValue(new StorageError('away'))
    expect(await call('POST', path, { key, json: body })).toMatchObject({
      status: 503,
      body: { error: { code: 'storage_unavailable' } },
    })
    expect(await prisma.upload.count({ where: { customerId } })).toBe(0)
  })

  it('answers where and how to PUT the file: 200', async () => {
    const before = Date.now()
    const { status, body: reply } = await call('POST', path, { key, json: body })
    expect(status).toBe(200)
    expect(reply).toEqual({
      upload_url: expect.stringMatching(/^http:\/\/localhost:3000\/api\/storage\/uploads\//),
      method: 'PUT',
      required_headers: { 'Content-Type': 'image/png', 'Content-MD5': body.content_md5 },
      upload_id: expect.stringMatching(/^upl_[0-9a-z]{26}$/),
      expires_in: 300,
      claim_expires_at: expect.stringMatching(/Z$/),
      max_content_length: 26_214_400,
    })
    const { claim_expires_at: claimEnd } = PresignReply.parse(reply)
    expect(Date.parse(claimEnd) - before).toBeGreaterThanOrEqual(7_200_000)
    expect(Date.parse(claimEnd) - Date.now()).toBeLessThanOrEqual(7_200_000)
  })

  it('announces one file for one Idempotency-Key', async () => {
    const ask = () => call('POST', path, { key, json: body, headers: { 'idempotency-key': 'once' } })
    const [first, second] = [await ask(), await ask()]
    expect([second.headers.get('idempotent-replayed'), second.body]).toEqual(['true', first.body])
    expect(await prisma.upload.count({ where: { customerId } })).toBe(1)
  })

  it('gives a link that takes the file with exactly the required headers', async () => {
    const reply = PresignReply.parse((await call('POST', path, { key, json: body })).body)
    const at = reply.upload_url.replace('http://localhost:3000', '')
    const put = await door(reply.method, at, { headers: reply.required_headers, body: bytes })
    expect(put.status).toBe(200)
    const row = await prisma.upload.findUniqueOrThrow({ where: { id: reply.upload_id } })
    expect(row).toMatchObject({ customerId, status: 'pending', purpose: 'image_edit_source' })
    expect(await storage().head(row.storageKey)).toMatchObject({
      sizeBytes: bytes.length,
      contentType: 'image/png',
    })
  })

  it.each(['image_edit_source', 'image_edit_mask', 'image_variation_source'])('takes %s', async (purpose) => {
    expect(
      (await call('POST', path, { key, json: { ...body, purpose, content_type: 'image/webp' } })).status,
    ).toBe(200)
  })

  it.each<[string, string, object]>([
    ['purpose', 'missing_parameter', { purpose: undefined }],
    ['purpose', 'invalid_parameter', { purpose: 'avatar' }],
    ['content_type', 'missing_parameter', { content_type: undefined }],
    ['content_type', 'invalid_parameter', { content_type: 'image/gif' }],
    ['content_type', 'invalid_parameter', { content_type: 'image/PNG' }],
    ['content_type', 'invalid_parameter', { content_type: 'image/jpeg', purpose: 'image_edit_mask' }],
    ['content_length', 'missing_parameter', { content_length: undefined }],
    ['content_length', 'invalid_parameter', { content_length: 0 }],
    ['content_length', 'invalid_parameter', { content_length: -1 }],
    ['content_length', 'invalid_parameter', { content_length: 1.5 }],
    ['content_length', 'invalid_parameter', { content_length: '10' }],
    ['content_md5', 'missing_parameter', { content_md5: undefined }],
    ['content_md5', 'invalid_parameter', { content_md5: 'd41d8cd98f00b204e9800998ecf8427e' }],
    ['content_md5', 'invalid_parameter', { content_md5: 'AAAA' }],
    ['content_md5', 'invalid_parameter', { content_md5: `${'A'.repeat(21)}B==` }],
    ['content_md5', 'invalid_parameter', { content_md5: body.content_md5.replace('==', '') }],
    ['checksum_sha256', 'missing_parameter', { checksum_sha256: undefined }],
    ['checksum_sha256', 'invalid_parameter', { checksum_sha256: body.checksum_sha256.toUpperCase() }],
    ['checksum_sha256', 'invalid_parameter', { checksum_sha256: body.checksum_sha256.slice(1) }],
    ['file_name', 'invalid_parameter', { file_name: 'a.png' }],
  ])('names %s when it is wrong: 400 %s', async (param, code, change) => {
    const answer = await call('POST', path, { key, json: { ...body, ...change } })
    expect(answer).toMatchObject({ status: 400, body: { error: { param, code } } })
    expect(await prisma.upload.count({ where: { customerId } })).toBe(0)
  })

  it('takes a file of exactly the cap, and not one byte more: 413', async () => {
    const withLength = (content_length: number) =>
      call('POST', path, { key, json: { ...body, content_length } })
    expect((await withLength(26_214_400)).status).toBe(200)
    expect(await withLength(26_214_401)).toMatchObject({
      status: 413,
      body: { error: { code: 'payload_too_large', param: 'content_length', type: 'invalid_request_error' } },
    })
  })

  it('waits while too much of one customer waits to be used, and of no other: 429', async () => {
    env().WAITING_BYTES_QUOTA = body.content_length * 2
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => call('POST', path, { key, json: body })),
    )
    const refused = answers.find(({ status }) => status === 429)
    expect(refused).toMatchObject({
      body: { error: { code: 'rate_limit_exceeded', metadata: { limit_source: 'storage' } } },
    })
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(7000)
    const kept = await prisma.upload.count({ where: { customerId } })
    expect(kept).toBeLessThanOrEqual(2)
    expect(kept).toBe(answers.filter(({ status }) => status === 200).length)

    const used = { status: 'claimed', taskId: 'igen_iedit_1', width: 1, height: 1 }
    await prisma.upload.updateMany({ where: { customerId }, data: used })
    expect(await call('POST', path, { key, json: body })).toMatchObject({ status: 200 })
    const { key: another } = await createKey(await newAccountOwner(), { name: 'test' })
    expect(await call('POST', path, { key: another, json: body })).toMatchObject({ status: 200 })
  })
})
