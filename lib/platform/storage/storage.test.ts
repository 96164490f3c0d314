import { randomUUID } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import * as route from '@/app/(api)/api/storage/[...key]/route'
import { nodeDoorOf } from '@/lib/http/testing'
import { createDiskStorage } from './disk-storage'
import { type ObjectStorage, StorageError } from './object-storage'
import { createS3Storage } from './s3-storage'
import { storage } from './storage'
import { S3Server } from './testing/s3-server'
import { describeStorage } from './testing/storage-contract'

const node = await nodeDoorOf({ '/api/storage/[...key]': route })
afterAll(() => node.close())

describeStorage('the disk storage', {
  storage,
  send: (url, init) => {
    const { pathname, search } = new URL(url)
    return node.door(init?.method ?? 'GET', pathname + search, init)
  },
})

describe('the folder of the disk storage', () => {
  const folder = mkdtempSync(join(tmpdir(), 'objects-'))
  const store = createDiskStorage(folder)
  const text = { contentType: 'text/plain' }

  it.each([
    '../escape',
    'a/../../b',
    '/etc/passwd',
    'a//b',
    '.incoming/x',
    'a/.b',
    'A',
    'a\\b',
    'a\0',
    '',
    'a/',
  ])('has no file for %j', async (key) => {
    await expect(store.put(key, Buffer.from('x'), text)).rejects.toThrow(RangeError)
    await expect(store.get(key)).rejects.toThrow(RangeError)
    await expect(store.delete(key)).rejects.toThrow(RangeError)
  })

  it('is left as it was found', async () => {
    await store.put('day/one', Buffer.from('x'), text)
    await store.put('day/two', Buffer.from('x'), text)
    await store.delete('day/one')
    expect(readdirSync(join(folder, 'day'))).toEqual(['two'])
    await store.delete('day/two')
    expect(readdirSync(folder)).toEqual(['.incoming'])
  })

  it('is swept of what crashes left behind, not of what is being written', async () => {
    const [old, young] = [join(folder, '.incoming', 'old'), join(folder, '.incoming', 'young')]
    writeFileSync(old, 'x')
    writeFileSync(young, 'x')
    utimesSync(old, new Date(0), new Date(0))
    await store.sweepUnfinished(new Date(Date.now() - 60_000))
    expect([existsSync(old), existsSync(young)]).toEqual([false, true])
  })

  it('is probed by writing, once in some seconds, and nothing stays', async () => {
    const probed = createDiskStorage(join(folder, 'probed'))
    await probed.check()
    expect(readdirSync(join(folder, 'probed', '.incoming'))).toEqual([])
    renameSync(join(folder, 'probed'), join(folder, 'elsewhere'))
    await probed.check()
    const then = Date.now()
    const now = vi.spyOn(Date, 'now').mockReturnValue(then + 5000)
    await expect(probed.check()).rejects.toThrow(StorageError)
    renameSync(join(folder, 'elsewhere'), join(folder, 'probed'))
    await expect(probed.check()).rejects.toThrow(StorageError)
    now.mockReturnValue(then + 6000)
    await probed.check()
  })

  it.each(['gone', 'a file'])(
    'that was there and is %s is away: nothing is missing, nothing is made anew',
    async (what) => {
      const root = join(folder, 'root')
      const rooted = createDiskStorage(root)
      await rooted.put('day/one', Buffer.from('x'), text)
      renameSync(root, `${root}.away`)
      if (what === 'a file') writeFileSync(root, '')
      await expect(rooted.get('day/one')).rejects.toThrow(StorageError)
      await expect(rooted.head('day/none')).rejects.toThrow(StorageError)
      await expect(rooted.delete('day/one')).rejects.toThrow(StorageError)
      await expect(rooted.put('day/two', Buffer.from('x'), text)).rejects.toThrow(StorageError)
      rmSync(root, { force: true })
      renameSync(`${root}.away`, root)
      expect(await rooted.head('day/one')).toMatchObject({ sizeBytes: 1 })
      expect(await rooted.head('day/none')).toBeNull()
      await rooted.delete('day/one')
    },
  )

  it('that cannot be written or read is a StorageError', async () => {
    const broken = createDiskStorage(join(folder, 'file'))
    writeFileSync(join(folder, 'file'), 'not a folder')
    await expect(broken.put('a', Buffer.from('x'), text)).rejects.toThrow(StorageError)
    await expect(broken.check()).rejects.toThrow(StorageError)
    writeFileSync(join(folder, 'damaged'), 'no header')
    await expect(store.get('damaged')).rejects.toThrow(StorageError)
  })
})

const server = new S3Server()
const endpoint = await server.start()
afterAll(() => server.stop())

const settings = {
  endpoint,
  publicEndpoint: endpoint,
  region: 'auto',
  bucket: server.bucket,
  ...server.credentials,
  addressing: 'path' as const,
}
const store = createS3Storage(settings)
const text = { contentType: 'text/plain' }
const newKey = () => `objects/${randomUUID()}`

describeStorage('the S3 storage', { storage: () => store, send: (url, init) => fetch(url, init) })

describe('the bucket', () => {
  beforeEach(() => {
    server.failure = undefined
  })

  it('receives a short stream in one request, and a long one in parts that are cleaned up', async () => {
    server.requests.length = 0
    async function* stream(count: number) {
      for (let i = 0; i < count; i++) yield Buffer.alloc(1024 * 1024)
    }
    await store.put(newKey(), stream(2), text)
    expect(server.requests).toHaveLength(1)
    await store.put(newKey(), stream(20), text)
    expect(server.requests).toHaveLength(1 + 1 + 3 + 1)
    async function* broken() {
      yield* stream(20)
      throw new Error('broken')
    }
    await expect(store.put(newKey(), broken(), text)).rejects.toThrow('broken')
    expect(server.unfinished.size).toBe(0)
  })

  it('is swept of uploads that were never completed, however many pages list them', async () => {
    const parts = { key: 'objects/a', contentType: '', parts: new Map() }
    for (const id of ['a', 'b', 'c', 'd', 'e'])
      server.unfinished.set(`old-${id}`, { ...parts, initiated: new Date(0) })
    server.unfinished.set('a-young-one', { ...parts, initiated: new Date() })
    await store.sweepUnfinished(new Date(Date.now() - 60_000))
    expect([...server.unfinished.keys()]).toEqual(['a-young-one'])
  })

  it('that stumbles is asked again', async () => {
    const key = newKey()
    server.stumbles = 1
    await store.put(key, Buffer.from('x'), text)
    server.stumbles = 2
    expect(await store.head(key)).toMatchObject({ sizeBytes: 1 })
    expect(server.stumbles).toBe(0)
  })

  it('still answers while many of its objects are read slowly', async () => {
    const key = newKey()
    await store.put(key, Buffer.alloc(16 * 1024 * 1024), text)
    const slow = await Promise.all(Array.from({ length: 60 }, () => store.get(key)))
    expect(await store.head(key)).toMatchObject({ sizeBytes: 16 * 1024 * 1024 })
    for (const one of slow) one?.body.destroy()
  })

  it('is probed by an upload that is given up, once in five seconds, and waited for no longer than three', async () => {
    const now = vi.spyOn(Date, 'now')
    const asks = async (subject: ObjectStorage) => {
      server.requests.length = 0
      await subject.check()
      return server.requests.length
    }
    const before = server.unfinished.size
    const one = createS3Storage(settings)
    expect([await asks(one), await asks(one)]).toEqual([2, 0])
    const then = Date.now()
    now.mockReturnValue(then + 5000)
    expect([await asks(one), await asks(one)]).toEqual([2, 0])
    expect(server.unfinished.size).toBe(before)
    vi.restoreAllMocks()
    const limit = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort())
    await expect(createS3Storage(settings).check()).rejects.toThrow(StorageError)
    expect(limit).toHaveBeenCalledWith(3000)
  })

  it('gets by a signed link what was promised in every particular, and nothing else has to be sent', async () => {
    const promise = { contentType: 'image/png', contentMd5: 'AAAAAAAAAAAAAAAAAAAAAA==', contentLength: 7 }
    const link = new URL(await store.signPut(newKey(), { ...promise, expiresInSeconds: 300 }))
    expect(link.searchParams.get('X-Amz-SignedHeaders')).toBe('content-length;content-md5;content-type;host')
    expect(link.searchParams.get('X-Amz-Expires')).toBe('300')
    expect([...link.searchParams.keys()].filter((name) => /checksum/i.test(name))).toEqual([])
  })

  it('that is away, refuses us or does not exist is a StorageError', async () => {
    server.failure = 503
    const key = newKey()
    const promise = { contentType: 'image/png', contentMd5: '', contentLength: 1, expiresInSeconds: 60 }
    await expect(store.put(key, Buffer.from('x'), text)).rejects.toThrow(StorageError)
    await expect(store.get(key)).rejects.toThrow(StorageError)
    await expect(store.delete(key)).rejects.toThrow(StorageError)
    await expect(createS3Storage(settings).check()).rejects.toThrow(StorageError)
    await expect(store.signPut(key, promise)).resolves.toContain(endpoint)
    server.failure = undefined
    for (const wrong of [
      { secretAccessKey: 'wrong' },
      { bucket: 'another' },
      { endpoint: 'http://127.0.0.1:1' },
    ]) {
      const other = createS3Storage({ ...settings, ...wrong })
      await expect(other.get(key)).rejects.toThrow(StorageError)
      await expect(other.check()).rejects.toThrow(StorageError)
    }
  })

  it('is addressed as browsers reach it in signed links', async () => {
    const publicEndpoint = 'https://files.example'
    const get = (change: object) =>
      createS3Storage({ ...settings, publicEndpoint, ...change }).signGet('objects/a', {
        expiresInSeconds: 60,
      })
    expect(await get({})).toMatch(/^https:\/\/files\.example\/a-bucket\/objects\/a\?/)
    expect(await get({ addressing: 'virtual' })).toMatch(/^https:\/\/a-bucket\.files\.example\/objects\/a\?/)
  })
})
