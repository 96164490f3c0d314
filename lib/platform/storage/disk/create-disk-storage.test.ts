import { existsSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import * as route from '@/app/(api)/api/storage/[...key]/route'
import { nodeDoorOf } from '@/lib/http/testing/doors'
import { storage } from '../storage'
import { StorageError } from '../storage-error'
import { describeStorage } from '../testing/storage-contract'
import { createDiskStorage } from './create-disk-storage'

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

  it('that cannot be written or read is a StorageError', async () => {
    const broken = createDiskStorage(join(folder, 'file'))
    rmSync(join(folder, 'file'), { force: true })
    writeFileSync(join(folder, 'file'), 'not a folder')
    await expect(broken.put('a', Buffer.from('x'), text)).rejects.toThrow(StorageError)
    await expect(broken.check()).rejects.toThrow(StorageError)
    writeFileSync(join(folder, 'damaged'), 'no header')
    await expect(store.get('damaged')).rejects.toThrow(StorageError)
  })
})
