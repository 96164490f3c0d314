import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { createKey } from '@/lib/account/api-keys/keys'
import { newAccountOwner } from '@/lib/account/identity/testing/new-account-owner'
import { openDoors } from '@/lib/http/testing'
import { prisma } from '@/lib/platform/db'
import { env } from '@/lib/platform/env'
import { readObjectByUrl } from '@/lib/work/objects/read-object'
import { KeptMedia } from '@/lib/work/objects/schema'
import * as media from './route'

const path = '/api-account/user/media'
const modules = { [path]: media }
const { door, close } = await openDoors(modules)
afterAll(close)

const { WAITING_BYTES_QUOTA } = env()
afterEach(() => void Object.assign(env(), { WAITING_BYTES_QUOTA }))

const owner = await newAccountOwner()
const { key } = await createKey(owner, { name: 'test', scopes: ['account:write'] })

describe('keeping media', () => {
  const post = (body: Buffer, type?: string, more: Record<string, string> = {}) =>
    door('POST', path, {
      headers: { authorization: `Bearer ${key}`, ...(type && { 'content-type': type }), ...more },
      body: new Uint8Array(body),
    })

  it('answers a link for its owner alone: 201', async () => {
    const answer = await post(Buffer.from('a picture'), 'image/png')
    expect(answer.status).toBe(201)
    const kept = KeptMedia.parse(await answer.json())
    expect(kept).toMatchObject({ mime_type: 'image/png', size_bytes: 9 })
    expect(await readObjectByUrl(owner.customerId, kept.url)).toMatchObject({ sizeBytes: 9 })
    expect(await readObjectByUrl('cus_other', kept.url)).toBeNull()
  })

  it('keeps one for one Idempotency-Key, however large', async () => {
    const once = { 'idempotency-key': 'once' }
    const picture = Buffer.alloc(5_000_000, 1)
    const first = await (await post(picture, 'image/png', once)).json()
    const second = await post(picture, 'image/png', once)
    expect([second.status, second.headers.get('idempotent-replayed')]).toEqual([201, 'true'])
    expect(await second.json()).toEqual(first)
    expect((await post(picture, 'image/webp', once)).status).toBe(409)
  })

  it('takes pictures, videos and sounds only: 415', async () => {
    for (const type of ['text/html', 'image/svg+xml', undefined]) {
      const answer = await post(Buffer.from('x'), type)
      expect(answer.status).toBe(415)
      expect(await answer.json()).toMatchObject({ error: { param: 'Content-Type' } })
    }
  })

  it('keeps nothing of an empty file: 400', async () => {
    const answer = await post(Buffer.alloc(0), 'image/png')
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ error: { code: 'invalid_parameter', param: null } })
    const { customerId } = owner
    expect(await prisma.objectRecord.count({ where: { customerId, sizeBytes: 0, status: 'stored' } })).toBe(0)
  })

  it('waits while too much waits to be used: 429, and nothing more is kept', async () => {
    const ann = await newAccountOwner()
    const { key } = await createKey(ann, { name: 'test', scopes: ['account:write'] })
    const put = (size: number) =>
      door('POST', path, {
        headers: { authorization: `Bearer ${key}`, 'content-type': 'image/png', 'content-length': `${size}` },
        body: new Uint8Array(size).fill(1),
      })
    env().WAITING_BYTES_QUOTA = 1000
    expect((await put(600)).status).toBe(201)
    const answer = await put(401)
    expect(answer.status).toBe(429)
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(80_000)
    expect(await answer.json()).toMatchObject({
      error: { code: 'rate_limit_exceeded', metadata: { limit_source: 'storage' } },
    })
    expect((await put(400)).status).toBe(201)
    const where = { customerId: ann.customerId, status: 'stored' }
    expect(await prisma.objectRecord.count({ where })).toBe(2)
  })
})
