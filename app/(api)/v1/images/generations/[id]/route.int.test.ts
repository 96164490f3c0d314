import sharp from 'sharp'
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { ImageTask } from '@/lib/media/images/schema'
import { work } from '@/lib/media/images/testing'
import { clock } from '@/lib/platform/clock'
import { pool } from '@/lib/platform/db'
import { StorageError } from '@/lib/platform/storage/object-storage'
import { storage } from '@/lib/platform/storage/storage'
import { readObject } from '@/lib/work/objects/read-object'
import { createdBy, newCustomer, one, openImages } from '../../testing'

const { call, door, close } = await openImages()
afterAll(close)

let customer: Awaited<ReturnType<typeof newCustomer>>
beforeEach(async () => {
  customer = await newCustomer()
})

const MINUTE = 60_000
const later = (millis: number) => {
  const then = new Date(Date.now() + millis)
  vi.spyOn(clock, 'now').mockReturnValue(then)
}
const auth = (key: string) => ({ headers: { authorization: `Bearer ${key}` } })

describe('reading a task', () => {
  const read = (id: string, key = customer.key) => call('GET', one(id), { key })

  async function drawn(overrides: object = {}): Promise<string> {
    const { id } = await createdBy(call, customer.key, overrides)
    await work(id)
    return id
  }

  it('that waits: its requested settings, and when to poll again', async () => {
    const { id } = await createdBy(call, customer.key, {
      size: 'auto',
      quality: 'auto',
      output_format: 'webp',
    })
    const { status, body, headers } = await read(id)
    expect(status).toBe(200)
    expect(headers.get('retry-after')).toBe('2')
    expect(ImageTask.parse(body)).toMatchObject({
      status: 'queued',
      completed_at: null,
      expires_at: null,
      size: 'auto',
      quality: 'auto',
      output_format: 'webp',
      data: [],
      usage: null,
      cost: null,
      error: null,
    })
  })

  it('that is completed: `auto` has become what was made, and b64_json is the picture itself', async () => {
    const id = await drawn({ size: 'auto', quality: 'auto', prompt: 'A wide skyline', output_format: 'jpeg' })
    const task = ImageTask.parse((await read(id)).body)
    expect(task).toMatchObject({ size: '1536x1024', quality: 'medium', cost: '0.010000' })
    const [image] = task.data
    const bytes = Buffer.from(image?.b64_json ?? '', 'base64')
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width: 1536, height: 1024 })
    const objectId = image?.object_url?.split('/').at(-1) ?? ''
    expect((await readObject(customer.owner.customerId, objectId))?.sizeBytes).toBe(bytes.length)
    expect(Date.parse(task.expires_at ?? '') - Date.parse(task.completed_at ?? '')).toBe(30 * MINUTE)
    const linkDays =
      (Date.parse(image?.object_url_expires_at ?? '') - Date.parse(task.completed_at ?? '')) / 86_400_000
    expect(linkDays).toBeGreaterThanOrEqual(30)
  })

  it('returns b64_json once; later reads and the list have only the link', async () => {
    const id = await drawn({ n: 2 })
    const listed = await call('GET', '/v1/images/generations', { key: customer.key })
    expect(JSON.stringify(listed.body)).not.toContain('b64_json')
    expect(ImageTask.parse((await read(id)).body).data.map(({ b64_json }) => typeof b64_json)).toEqual([
      'string',
      'string',
    ])
    for (let again = 0; again < 2; again++) {
      const { status, body } = await read(id)
      expect(status).toBe(200)
      expect(ImageTask.parse(body).data).toEqual([
        expect.not.objectContaining({ b64_json: expect.anything() }),
        expect.not.objectContaining({ b64_json: expect.anything() }),
      ])
      expect(ImageTask.parse(body).data[0]?.object_url).toMatch(/\/media\/obj_/)
    }
  })

  it('returns it to one of twenty concurrent reads; the others get 409 or the link', async () => {
    const id = await drawn()
    const answers = await Promise.all(Array.from({ length: 20 }, () => read(id)))
    const full = answers.filter(({ body }) => JSON.stringify(body).includes('"b64_json"'))
    expect(full).toHaveLength(1)
    for (const { status, body } of answers.filter((answer) => !full.includes(answer)))
      if (status === 409)
        expect(body).toMatchObject({
          error: { code: 'result_claim_in_progress', type: 'invalid_request_error' },
        })
      else expect(ImageTask.parse(body).data[0]?.object_url).toBeDefined()
    expect((await read(id)).status).toBe(200)
  })

  it('answers 409 while another read has the claim, until that read stalls', async () => {
    const id = await drawn()
    await pool.query(
      `UPDATE image_tasks SET claim_token = 'other', claim_until = now() + interval '1 minute' WHERE id = $1`,
      [id],
    )
    const refused = await read(id)
    expect(refused).toMatchObject({ status: 409, body: { error: { code: 'result_claim_in_progress' } } })
    expect(refused.headers.get('retry-after')).toBe('1')
    await pool.query(`UPDATE image_tasks SET claim_until = now() - interval '1 second' WHERE id = $1`, [id])
    expect(ImageTask.parse((await read(id)).body).data[0]?.b64_json).toBeDefined()
  })

  it('a HEAD, or a client that disconnects, leaves the result to the next read', async () => {
    const id = await drawn({ size: '2048x2048' })
    expect((await door('HEAD', one(id), auth(customer.key))).status).toBe(200)
    const hangUp = new AbortController()
    const response = await door('GET', one(id), { ...auth(customer.key), signal: hangUp.signal })
    const reader = response.body?.getReader()
    await reader?.read()
    hangUp.abort()
    await reader?.cancel().catch(() => undefined)
    await expect.poll(async () => (await read(id)).status).toBe(200)
    const [claimed] = (await pool.query('SELECT claimed_at FROM image_tasks WHERE id = $1', [id])).rows
    expect(claimed.claimed_at).not.toBeNull()
  })

  it('503 while the storage is unreachable; the result is available afterwards', async () => {
    const id = await drawn()
    vi.spyOn(storage(), 'get').mockRejectedValue(new StorageError('away'))
    expect(await read(id)).toMatchObject({ status: 503, body: { error: { code: 'storage_unavailable' } } })
    vi.restoreAllMocks()
    expect(ImageTask.parse((await read(id)).body).data[0]?.b64_json).toBeDefined()
  })

  it('of another customer is not found', async () => {
    const { id } = await createdBy(call, customer.key)
    const stranger = await newCustomer()
    const foreign = await read(id, stranger.key)
    const unknown = await read(`igen_${'0'.repeat(26)}`, stranger.key)
    const withoutId = ({ body }: typeof foreign) => JSON.stringify(body).replace(/req_\w+/, '')
    expect([foreign.status, withoutId(foreign)]).toEqual([404, withoutId(unknown)])
    expect((await call('POST', `${one(id)}/cancel`, { key: stranger.key })).status).toBe(404)
    expect((await read(id)).status).toBe(200)
  })

  it('410 once it has expired, whether or not it was read', async () => {
    const id = await drawn()
    const { id: cancelled } = await createdBy(call, customer.key)
    await call('POST', `${one(cancelled)}/cancel`, { key: customer.key })
    const { rows } = await pool.query('SELECT expires_at FROM image_tasks WHERE id = ANY ($1) ORDER BY 1', [
      [id, cancelled],
    ])
    const [first, last] = rows.map(({ expires_at }) => expires_at.getTime())
    const time = vi.spyOn(clock, 'now').mockReturnValue(new Date(first - 1))
    expect((await read(id)).status).toBe(200)
    time.mockReturnValue(new Date(last + 1))
    for (const task of [id, cancelled])
      expect(await read(task)).toMatchObject({
        status: 410,
        body: { error: { code: 'image_expired', type: 'invalid_request_error' } },
      })
    const { body } = await call('GET', '/v1/images/generations', { key: customer.key })
    expect(body).toMatchObject({ data: [] })
  })

  it('410 once all links have expired', async () => {
    const id = await drawn()
    await pool.query("UPDATE image_tasks SET expires_at = now() + interval '90 days' WHERE id = $1", [id])
    later(32 * 24 * 60 * MINUTE)
    expect(await read(id)).toMatchObject({ status: 410, body: { error: { code: 'image_expired' } } })
  })
})
