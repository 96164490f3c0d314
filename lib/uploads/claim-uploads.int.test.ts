import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Caller } from '@/lib/platform/caller'
import { clock } from '@/lib/platform/clock'
import { prisma } from '@/lib/platform/db'
import { closeDatabase } from '@/lib/platform/instance'
import { bindJob } from '@/lib/platform/jobs/job'
import { startJobs, stopJobs } from '@/lib/platform/jobs/job-queue'
import { StorageError } from '@/lib/platform/storage/object-storage'
import { storage } from '@/lib/platform/storage/storage'
import { checkUploads, findAllUsable } from './check-uploads'
import { deleteReleasedJob, readUpload, releaseUploads } from './claim-uploads'
import { deleteReleased, sweepUploads } from './sweep-uploads'
import { claim } from './testing/claim'
import { makePicture } from './testing/pictures'
import { putUpload } from './testing/put-upload'

const deletion = bindJob(deleteReleasedJob, deleteReleased)

beforeAll(() => startJobs({ scheduled: [], queued: [deletion] }, false))
afterAll(async () => {
  await stopJobs()
  await closeDatabase()
})

const HOUR = 3600 * 1000
const size = { width: 64, height: 48 }
const png = await makePicture('png', size)
const newCaller = (): Caller => ({
  customerId: `cus_${randomUUID()}`,
  userId: null,
  apiKey: null,
  isOperator: false,
})
const newTask = () => `igen_iedit_${randomUUID()}`
const wanted = (uploadId: string) =>
  ({ uploadId, purpose: 'image_edit_source', param: 'image_upload_id' }) as const
const rowOf = (id: string) => prisma.upload.findUnique({ where: { id } })
const later = (millis: number) => vi.spyOn(clock, 'now').mockReturnValue(new Date(Date.now() + millis))

const caller = newCaller()
const { customerId } = caller

async function bind(id: string, taskId: string, by = caller) {
  await claim(by, await checkUploads(by, [wanted(id)]), taskId)
}

const release = (taskId: string, of = customerId) =>
  prisma.$transaction((transaction) => releaseUploads(of, taskId, transaction))

describe('claiming', () => {
  it('gives an upload to a task, which alone can read it', async () => {
    const [id, taskId] = [await putUpload(caller, png), newTask()]
    await bind(id, taskId)
    expect(await readUpload(customerId, { taskId, uploadId: id })).toEqual({
      bytes: png,
      mimeType: 'image/png',
      ...size,
    })
    for (const [whose, task] of [
      [customerId, newTask()],
      [newCaller().customerId, taskId],
    ] as const)
      await expect(readUpload(whose, { taskId: task, uploadId: id })).rejects.toMatchObject({
        code: 'upload_not_found',
      })
  })

  it('is for one task: 409 for the next, whether the first has ended or not', async () => {
    const [id, taskId] = [await putUpload(caller, png), newTask()]
    await bind(id, taskId)
    const used = { status: 409, code: 'upload_already_used', param: 'image_upload_id' }
    await expect(bind(id, newTask())).rejects.toMatchObject(used)
    await release(taskId)
    await sweepUploads()
    await expect(bind(id, newTask())).rejects.toMatchObject(used)
  })

  it('is for its own customer, even when another has learned all about it', async () => {
    const id = await putUpload(caller, png)
    const checked = await checkUploads(caller, [wanted(id)])
    await expect(claim(newCaller(), checked, newTask())).rejects.toThrow()
    expect(await rowOf(id)).toMatchObject({ status: 'pending', taskId: null })
  })

  it('is for one task even when many ask at once, each of which found it free', async () => {
    const id = await putUpload(caller, png)
    const checked = await checkUploads(caller, [wanted(id)])
    const outcomes = await Promise.allSettled(
      Array.from({ length: 5 }, () => claim(caller, checked, newTask())),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  it('takes all or none', async () => {
    const [free, used] = [await putUpload(caller, png), await putUpload(caller, png)]
    const checked = await checkUploads(caller, [wanted(free), wanted(used)])
    await bind(used, newTask())
    await expect(claim(caller, checked, newTask())).rejects.toThrow()
    await expect(findAllUsable(caller, checked)).rejects.toMatchObject({ code: 'upload_already_used' })
    expect(await rowOf(free)).toMatchObject({ status: 'pending', taskId: null })
  })

  it('comes too late when the time to claim is over', async () => {
    const id = await putUpload(caller, png)
    const checked = await checkUploads(caller, [wanted(id)])
    later(2 * HOUR)
    await expect(claim(caller, checked, newTask())).rejects.toThrow()
    await expect(findAllUsable(caller, checked)).rejects.toMatchObject({ code: 'upload_expired' })
  })
})

describe('reading', () => {
  it('refuses bytes that were changed after the check', async () => {
    const [id, taskId] = [await putUpload(caller, png), newTask()]
    await bind(id, taskId)
    const key = (await rowOf(id))?.storageKey ?? ''
    for (const bytes of [Buffer.from(png).fill(0, png.length - 1), Buffer.concat([png, png])]) {
      await storage().put(key, bytes, { contentType: 'image/png' })
      await expect(readUpload(customerId, { taskId, uploadId: id })).rejects.toMatchObject({
        code: 'upload_checksum_mismatch',
      })
    }
  })
})

describe('releasing', () => {
  it('deletes what a task used, once it has ended, and nobody else’s', async () => {
    const [id, taskId] = [await putUpload(caller, png), newTask()]
    await bind(id, taskId)
    const key = (await rowOf(id))?.storageKey ?? ''
    await release(taskId, newCaller().customerId)
    expect(await rowOf(id)).toMatchObject({ status: 'claimed' })
    await Promise.all([release(taskId), release(taskId)])
    await deleteReleased({ payload: { taskId } })
    await deleteReleased({ payload: { taskId } })
    expect(await storage().head(key)).toBeNull()
    await expect(readUpload(customerId, { taskId, uploadId: id })).rejects.toMatchObject({
      code: 'upload_not_found',
    })
  })
})

describe('the sweep', () => {
  it('deletes what nobody claimed in time, bytes and row, and nothing else', async () => {
    const [left, claimed] = [await putUpload(caller, png), await putUpload(caller, png)]
    await bind(claimed, newTask())
    const key = (await rowOf(left))?.storageKey ?? ''
    await sweepUploads()
    expect(await storage().head(key)).not.toBeNull()
    later(2 * HOUR)
    await Promise.all([sweepUploads(), sweepUploads()])
    expect([await storage().head(key), await rowOf(left)]).toEqual([null, null])
    expect(await rowOf(claimed)).toMatchObject({ status: 'claimed' })
  })

  it('deletes again what a late PUT brought back, before it forgets the upload', async () => {
    const [id, taskId] = [await putUpload(caller, png), newTask()]
    await bind(id, taskId)
    const key = (await rowOf(id))?.storageKey ?? ''
    await release(taskId)
    await sweepUploads()
    await storage().put(key, png, { contentType: 'image/png' })
    later(2 * HOUR)
    await sweepUploads()
    expect([await storage().head(key), await rowOf(id)]).toEqual([null, null])
  })

  it('tries again later while the storage is away', async () => {
    const id = await putUpload(caller, png)
    later(2 * HOUR)
    vi.spyOn(storage(), 'delete').mockRejectedValueOnce(new StorageError('away'))
    await sweepUploads()
    expect(await rowOf(id)).toMatchObject({ status: 'released' })
    later(3 * HOUR)
    await sweepUploads()
    expect(await rowOf(id)).toBeNull()
  })
})
