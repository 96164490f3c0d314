import { buffer } from 'node:stream/consumers'
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { clock } from '@/lib/platform/clock'
import { pool } from '@/lib/platform/db'
import { StorageError } from '@/lib/platform/storage/object-storage'
import { storage } from '@/lib/platform/storage/storage'
import { meanwhile } from '@/lib/platform/testing/other-processes'
import { answerWith } from '@/lib/upstream/testing/answer-with'
import { readObject, readObjectByUrl } from '@/lib/work/objects/read-object'
import { makePicture, putUpload } from '@/lib/work/uploads/testing'
import { createEdit, createGeneration } from './create-task'
import { deleteImage, listTasks, readImage } from './history'
import { readTask } from './read-task'
import { sweepTasks } from './run-task'
import { CreateEditRequest, CreateGenerationRequest, ImageTask } from './schema'
import { newCustomer, openTestbed, picturesReply, readStream, work } from './testing'

const { first, close } = await openTestbed()
afterAll(close)

let customer: Awaited<ReturnType<typeof newCustomer>>
beforeEach(async () => {
  customer = await newCustomer()
  first.requests.length = 0
  first.answer(answerWith.json(200, await picturesReply(2)))
})

const away = () => new StorageError('away')
const created = async (overrides: object = {}) => {
  const json = {
    model: 'acme/picture',
    prompt: 'A square',
    n: 2,
    size: '64x64',
    quality: 'low',
    ...overrides,
  }
  return (await createGeneration(customer.caller, CreateGenerationRequest.parse(json))).id
}
const read = (id: string) => readImage(customer.caller, id)
const signal = new AbortController().signal
const poll = (id: string) => readTask(customer.caller, id, { takesResult: true, signal })
const bodies = async (id: string) =>
  (
    await pool.query('SELECT count(*)::int AS n FROM image_outputs WHERE task_id = $1 AND body IS NOT NULL', [
      id,
    ])
  ).rows[0].n

describe('while the object storage is unreachable', () => {
  it('a drawn task waits, and is stored later without a second call upstream, charged once', async () => {
    const id = await created()
    const put = vi.spyOn(storage(), 'put').mockRejectedValue(away())
    await work(id)
    const waiting = { code: 'storage_error', message: expect.stringContaining('continues when it is back') }
    expect(await read(id)).toMatchObject({ status: 'processing', images: [], waiting_for: waiting })
    expect(await poll(id)).toMatchObject({ value: { status: 'processing', waiting_for: waiting } })
    expect(await bodies(id)).toBe(2)
    await work(id)
    put.mockRestore()
    await work(id)
    expect(first.requests).toHaveLength(1)
    const record = await read(id)
    expect(record).toMatchObject({
      status: 'completed',
      cost: '0.020000',
      images: [{ size_bytes: expect.any(Number) }, {}],
    })
    expect(await bodies(id)).toBe(0)
    const objectId = record.images[0]?.object_url?.split('/').at(-1) ?? ''
    const object = await readObject(customer.caller.customerId, objectId)
    expect((await buffer(await (object?.open() ?? Promise.reject()))).length).toBe(
      record.images[0]?.size_bytes,
    )
    expect(await customer.money()).toEqual({ balance: '4.980000', held: '0.000000' })
  })

  it('a task is retried within seconds, however often it failed', async () => {
    const id = await created()
    vi.spyOn(storage(), 'put').mockRejectedValue(away())
    const began = new Date()
    await work(id, { attempt: 40 })
    const { rows } = await pool.query(
      `SELECT extract(epoch FROM next_turn_at - $2)::float8 AS at_least, extract(epoch FROM next_turn_at - now())::float8 AS at_most
         FROM image_tasks WHERE id = $1`,
      [id, began],
    )
    expect(rows[0].at_least).toBeGreaterThan(1)
    expect(rows[0].at_most).toBeLessThan(6)
  })

  it('keeps only unstored images in the database', async () => {
    const id = await created()
    const put = storage().put.bind(storage())
    vi.spyOn(storage(), 'put').mockImplementationOnce(put).mockRejectedValue(away())
    await work(id)
    expect(await bodies(id)).toBe(1)
    vi.restoreAllMocks()
    await work(id)
    expect(await read(id)).toMatchObject({ status: 'completed', images: [{}, {}] })
  })

  it('nothing is drawn that could not be kept', async () => {
    vi.spyOn(storage(), 'put').mockRejectedValue(away())
    await work(await created())
    const waiting = await created()
    vi.spyOn(storage(), 'check').mockRejectedValue(away())
    await work(waiting)
    expect(first.requests).toHaveLength(1)
    vi.restoreAllMocks()
    await work(waiting)
    expect(await read(waiting)).toMatchObject({ status: 'completed' })
  })

  it('an edit whose source cannot be read waits, and finally fails at no cost', async () => {
    const source = await putUpload(customer.caller, await makePicture('png', { width: 64, height: 64 }))
    const json = { model: 'acme/picture', prompt: 'x', image_upload_id: source }
    const { id } = await createEdit(customer.caller, CreateEditRequest.parse(json))
    vi.spyOn(storage(), 'get').mockRejectedValue(away())
    await work(id)
    await work(id, { isLastAttempt: true })
    expect(await read(id)).toMatchObject({
      status: 'failed',
      error: { code: 'storage_error', retryable: true },
    })
    expect(await customer.money()).toEqual({ balance: '5.000000', held: '0.000000' })
  })
})

describe('if the object storage stays unreachable', () => {
  async function completedWithoutStore(): Promise<string> {
    const id = await created()
    vi.spyOn(storage(), 'put').mockRejectedValue(away())
    await work(id)
    const then = new Date(Date.now() + 16 * 60_000)
    vi.spyOn(clock, 'now').mockReturnValue(then)
    await work(id)
    return id
  }

  it('the task is completed: its images can be read once', async () => {
    const id = await completedWithoutStore()
    expect((await listTasks(customer.caller, { limit: 20, cursor: '', after: '' })).data).toHaveLength(1)
    const task = ImageTask.parse(JSON.parse(await readStream(await poll(id))))
    expect(task).toMatchObject({ status: 'completed', data: [{ mime_type: 'image/png' }, {}] })
    expect(task.data[0]).not.toHaveProperty('object_url')
    const { data } = await picturesReply()
    expect(task.data.map(({ b64_json }) => b64_json)).toEqual([data[0]?.b64_json, data[0]?.b64_json])
    await expect(poll(id)).rejects.toMatchObject({ code: 'image_already_retrieved', status: 410 })
    expect(await bodies(id)).toBe(0)
    expect((await listTasks(customer.caller, { limit: 20, cursor: '', after: '' })).data).toEqual([])
    expect(await read(id)).toMatchObject({ images: [{ object_url: null }, {}], cost: '0.020000' })
  })

  it('unread images are deleted when the task expires', async () => {
    const id = await completedWithoutStore()
    await pool.query("UPDATE image_tasks SET expires_at = now() - interval '1 second' WHERE id = $1", [id])
    await sweepTasks()
    expect(await bodies(id)).toBe(0)
    await expect(poll(id)).rejects.toMatchObject({ code: 'image_expired', status: 410 })
  })
})

async function drawn() {
  const { caller } = await newCustomer()
  const json = { model: 'sandbox/image-1', prompt: 'A kite', size: '64x64', quality: 'low' }
  const { id } = await createGeneration(caller, CreateGenerationRequest.parse(json))
  await work(id)
  const { images } = await readImage(caller, id)
  return { caller, id, picture: () => readObjectByUrl(caller.customerId, images[0]?.object_url ?? '') }
}

it('one of several concurrent deletes succeeds', async () => {
  const { caller, id, picture } = await drawn()
  const text = 'SELECT FROM image_tasks WHERE id = $1 FOR UPDATE'
  const answers = await meanwhile(
    { text, values: [id] },
    () => Promise.allSettled([1, 2, 3].map(() => deleteImage(caller, id))),
    3,
  )
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const answer of answers)
    if (answer.status === 'rejected') expect(answer.reason).toMatchObject({ code: 'task_not_found' })
  expect(await picture()).toBeNull()
})

it('a task whose images could not be deleted does not change', async () => {
  const { caller, id, picture } = await drawn()
  // The first time is the task's, the second that of its pictures.
  vi.spyOn(clock, 'now')
    .mockReturnValueOnce(new Date())
    .mockImplementationOnce(() => {
      throw new Error('killed')
    })
  await expect(deleteImage(caller, id)).rejects.toThrow('killed')
  expect(await readImage(caller, id)).toMatchObject({ prompt: 'A kite', images: [{ width: 64 }] })
  expect(await picture()).not.toBeNull()
})

it('a client that disconnects before the first byte leaves the result to the next one at once, and nothing open', async () => {
  const { caller } = await newCustomer()
  const json = { model: 'sandbox/image-1', prompt: 'A kite', size: '64x64', quality: 'low' }
  const { id } = await createGeneration(caller, CreateGenerationRequest.parse(json))
  await work(id)
  const read = (signal: AbortSignal) => readTask(caller, id, { takesResult: true, signal })
  const get = vi.spyOn(storage(), 'get')
  const hungUp = await read(AbortSignal.abort())
  const opened = await get.mock.results[0]?.value
  vi.restoreAllMocks()
  void readStream(hungUp)
  const whole = await vi.waitFor(() => read(new AbortController().signal), 10_000)
  expect(ImageTask.parse(JSON.parse(await readStream(whole))).data[0]?.b64_json).toBeDefined()
  expect(opened.body.destroyed).toBe(true)
})
