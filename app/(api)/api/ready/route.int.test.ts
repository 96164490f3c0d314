import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { openDoors } from '@/lib/http/testing'
import { env } from '@/lib/platform/env'
import * as instance from '@/lib/platform/instance'
import { StorageError } from '@/lib/platform/storage/object-storage'
import { storage } from '@/lib/platform/storage/storage'
import { readiness } from '@/lib/worker/process'
import * as ready from './route'

const modules = { '/api/ready': ready }
const { call, close } = await openDoors(modules)
afterAll(close)

beforeEach(() => {
  readiness.isReady = true
})

let hour = Date.now()
/** By then what was found out is found out anew. */
const later = () => {
  hour += 3_600_000
  return hour
}

describe('whether the process can serve', () => {
  it('can: 200', async () => {
    expect(await call('GET', '/api/ready')).toMatchObject({ status: 200, body: { status: 'ready' } })
  })

  it('cannot while it starts or drains: 503', async () => {
    readiness.isReady = false
    expect(await call('GET', '/api/ready')).toMatchObject({
      status: 503,
      body: { error: { code: 'service_unavailable', type: 'service_unavailable' } },
    })
  })

  it('cannot without its database: 503', async () => {
    vi.spyOn(instance, 'databaseAnswers').mockResolvedValue(false)
    expect(await call('GET', '/api/ready')).toMatchObject({
      status: 503,
      body: { error: { code: 'service_unavailable' } },
    })
  })

  it('cannot where DATA_DIR cannot be written: 503, until it can', async () => {
    const { DATA_DIR } = env()
    const now = vi.spyOn(Date, 'now').mockReturnValue(later())
    env().DATA_DIR = join(DATA_DIR, 'nowhere')
    expect(await call('GET', '/api/ready')).toMatchObject({
      status: 503,
      body: { error: { code: 'service_unavailable', message: 'The data folder is not writable.' } },
    })
    env().DATA_DIR = DATA_DIR
    now.mockReturnValue(later())
    expect((await call('GET', '/api/ready')).status).toBe(200)
    expect(readdirSync(DATA_DIR)).not.toContain('.probe')
  })

  it('cannot without its object storage: 503', async () => {
    vi.spyOn(storage(), 'check').mockRejectedValue(new StorageError('away'))
    const { status, headers, body } = await call('GET', '/api/ready')
    expect([status, headers.get('retry-after')]).toEqual([503, '1'])
    expect(body).toMatchObject({ error: { code: 'storage_unavailable' } })
  })
})
