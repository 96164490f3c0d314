import { existsSync, mkdtempSync, readdirSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it, vi } from 'vitest'
import * as route from '@/app/(api)/api/storage/[...key]/route'
import { nodeDoorOf } from '@/lib/http/testing'
import { createDiskStorage } from './disk-storage'
import { StorageError } from './object-storage'
import { storage } from './storage'
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
