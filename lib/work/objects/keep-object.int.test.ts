import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { clock } from '@/lib/platform/clock'
import { prisma } from '@/lib/platform/db'
import { env } from '@/lib/platform/env'
import { closeDatabase } from '@/lib/platform/instance'
import { StorageError } from '@/lib/platform/storage/object-storage'
import { storage } from '@/lib/platform/storage/storage'
import { deleteObjects, keepObject, sweepObjects } from './keep-object'
import { isObjectUrl, openObject, readObject, readObjectByUrl, signObjectUrl } from './read-object'

afterAll(closeDatabase)

const HOUR = 3600 * 1000
const inAnHour = () => new Date(Date.now() + HOUR)
const newCustomer = () => `cus_${randomUUID()}`
const text = (body: string) => ({ body: Buffer.from(body), mimeType: 'text/plain', expiresAt: inAnHour() })

async function contentOf(object: { open(): Promise<AsyncIterable<Uint8Array>> } | null) {
  const chunks: Uint8Array[] = []
  for await (const chunk of (await object?.open()) ?? []) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

const rowOf = (id: string) => prisma.objectRecord.findUnique({ where: { id } })

describe('keeping an object', () => {
  it('stores the bytes under an id that cannot be guessed', async () => {
    const customerId = newCustomer()
    const kept = await keepObject({ customerId, ...text('hello') })
    expect(kept).toEqual({
      id: expect.stringMatching(/^obj_[0-9a-f]{40}$/),
      url: `http://localhost:3000/media/${kept.id}`,
      sizeBytes: 5,
      sha256: '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824',
    })
    const content = await readObject(customerId, kept.id)
    expect(content).toMatchObject({ mimeType: 'text/plain', sizeBytes: 5, sha256: kept.sha256 })
    expect(await contentOf(content)).toBe('hello')
  })

  it('takes a stream', async () => {
    async function* chunks() {
      yield Buffer.from('hel')
      yield Buffer.from('lo')
    }
    const kept = await keepObject({ customerId: newCustomer(), ...text(''), body: chunks() })
    expect(kept).toMatchObject({ sizeBytes: 5, sha256: expect.stringMatching(/^2cf24dba/) })
  })

  it('keeps nothing of a broken stream and rethrows its error', async () => {
    const customerId = newCustomer()
    async function* broken() {
      yield Buffer.from('hel')
      throw new Error('the upstream hung up')
    }
    await expect(keepObject({ customerId, ...text(''), body: broken() })).rejects.toThrow(
      'the upstream hung up',
    )
    const rows = await prisma.objectRecord.findMany({ where: { customerId } })
    expect(rows).toMatchObject([{ status: 'deleting' }])
    expect(await storage().head(rows[0]?.storageKey ?? '')).toBeNull()
  })
})

describe('reading an object', () => {
  it('works for its owner by any link of ours, without a network call', async () => {
    const customerId = newCustomer()
    const { id, url } = await keepObject({ customerId, ...text('hello'), access: 'signed' })
    const encoded = url.replace(
      /obj_(.)/,
      (_, first: string) => `%6Fbj%5F%${first.charCodeAt(0).toString(16)}`,
    )
    const shouted = url.replace('http://localhost', 'HTTP://LocalHost')
    for (const link of [url, `${url}?download=1`, signObjectUrl(id, 60).url, encoded, shouted])
      expect(await contentOf(await readObjectByUrl(customerId, link))).toBe('hello')
    expect(await readObjectByUrl(newCustomer(), url)).toBeNull()
    expect(await readObject(newCustomer(), id)).toBeNull()
  })

  it.each([
    ['http://localhost:3000/media/obj_1', true],
    ['http://localhost:3000/media/%6fbj_1', true],
    ['http://localhost:3000/media/%', true],
    ['HTTP://LOCALHOST:3000/media/obj_1', true],
    ['http://localhost:3000/console', false],
    ['http://localhost:3001/media/obj_1', false],
    ['https://localhost:3000/media/obj_1', false],
    ['http://localhost:3000@example.com/media/obj_1', false],
    ['nonsense', false],
  ])('knows its own links: %s', async (url, isOurs) => {
    expect(isObjectUrl(url)).toBe(isOurs)
    expect(await readObjectByUrl(newCustomer(), url)).toBeNull()
  })

  it('knows its own links where the default port is written out', () => {
    const { publicUrl } = env()
    for (const [own, link] of [
      ['https://portico.example', 'https://portico.example:443/media/obj_1'],
      ['https://portico.example:443', 'https://portico.example/media/obj_1'],
    ] as const) {
      env().publicUrl = own
      expect(isObjectUrl(link)).toBe(true)
    }
    env().publicUrl = publicUrl
  })

  it('ends when the object expires', async () => {
    const customerId = newCustomer()
    const { id } = await keepObject({ customerId, ...text('hello') })
    vi.spyOn(clock, 'now').mockReturnValue(inAnHour())
    expect(await readObject(customerId, id)).toBeNull()
    await expect(openObject(id, {})).rejects.toMatchObject({ code: 'not_found' })
  })

  it('needs an unexpired signature if the object requires one', async () => {
    const { id } = await keepObject({ customerId: newCustomer(), ...text('hello'), access: 'signed' })
    const other = await keepObject({ customerId: newCustomer(), ...text('other'), access: 'signed' })
    const { url, expiresAt } = signObjectUrl(id, 60)
    const query = new URL(url).searchParams
    const link = { expires: Number(query.get('expires')), signature: query.get('signature') ?? '' }
    expect(await openObject(id, link)).toMatchObject({ isShared: false, goodUntil: expiresAt })
    const wrong = [{}, { ...link, expires: link.expires + 1 }, { ...link, signature: 'x' }]
    for (const query of wrong)
      await expect(openObject(id, query)).rejects.toMatchObject({ code: 'not_found' })
    await expect(openObject(other.id, link)).rejects.toMatchObject({ code: 'not_found' })
    vi.spyOn(clock, 'now').mockReturnValue(expiresAt)
    await expect(openObject(id, link)).rejects.toMatchObject({ code: 'link_expired' })
  })
})

describe('the sweep', () => {
  it('deletes bytes and rows of deleted and expired objects, and nothing else', async () => {
    const customerId = newCustomer()
    const keep = await keepObject({ customerId, ...text('stays') })
    const gone = await keepObject({ customerId, ...text('goes') })
    const old = await keepObject({ customerId, ...text('old'), expiresAt: new Date() })
    const keys = [await rowOf(gone.id), await rowOf(old.id)].map((row) => row?.storageKey ?? '')
    await deleteObjects(newCustomer(), [keep.id])
    await deleteObjects(customerId, [gone.id, 'obj_unknown'])
    expect(await readObject(customerId, gone.id)).toBeNull()
    await Promise.all([sweepObjects(), sweepObjects()])
    expect(await Promise.all(keys.map((key) => storage().head(key)))).toEqual([null, null])
    expect(await Promise.all([rowOf(gone.id), rowOf(old.id)])).toEqual([null, null])
    expect(await contentOf(await readObject(customerId, keep.id))).toBe('stays')
  })

  it('retries failed deletions later', async () => {
    const customerId = newCustomer()
    const { id } = await keepObject({ customerId, ...text('goes') })
    await deleteObjects(customerId, [id])
    vi.spyOn(storage(), 'delete').mockRejectedValueOnce(new StorageError('away'))
    await sweepObjects()
    await sweepObjects()
    expect(await rowOf(id)).toMatchObject({ status: 'deleting' })
    vi.spyOn(clock, 'now').mockReturnValue(new Date(Date.now() + HOUR / 4))
    await sweepObjects()
    expect(await rowOf(id)).toBeNull()
  })

  it('deletes what a crash left incomplete', async () => {
    const id = `obj_${randomUUID()}`
    await prisma.objectRecord.create({
      data: {
        id,
        customerId: newCustomer(),
        storageKey: `objects/2026-01-01/${id}`,
        status: 'storing',
        mimeType: 'text/plain',
        needsSignature: false,
        expiresAt: inAnHour(),
        sweepAt: new Date(),
      },
    })
    await sweepObjects()
    expect(await rowOf(id)).toBeNull()
  })
})
