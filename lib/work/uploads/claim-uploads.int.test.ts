import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Caller } from '@/lib/platform/caller'
import { clock } from '@/lib/platform/clock'
import { prisma } from '@/lib/platform/db'
import { closeDatabase } from '@/lib/platform/instance'
import { bindJob } from '@/lib/platform/jobs/job'
import { startJobs, stopJobs } from '@/lib/platform/jobs/job-queue'
import { LONGEST_PUT_MILLIS, StorageError } from '@/lib/platform/storage/object-storage'
import { storage } from '@/lib/platform/storage/storage'
import { checkUploads, findAllUsable } from './check-uploads'
import { deleteReleased, deleteReleasedJob, readUpload, releaseUploads, sweepUploads } from './claim-uploads'
import { presignUpload } from './presign-upload'
import { announce, claim, makePicture, putUpload } from './testing'

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
  it('gives an upload to a task, and only that task can read it', async () => {
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

  it('is for its customer, even if another knows its id', async () => {
    const id = await putUpload(caller, png)
    const checked = await checkUploads(caller, [wanted(id)])
    await expect(claim(newCaller(), checked, newTask())).rejects.toThrow()
    expect(await rowOf(id)).toMatchObject({ status: 'pending', taskId: null })
  })

  it('is for one task, also under concurrent claims', async () => {
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

  it('fails after the upload has expired', async () => {
    const id = await putUpload(caller, png)
    const checked = await checkUploads(caller, [wanted(id)])
    later(2 * HOUR)
    await expect(claim(caller, checked, newTask())).rejects.toThrow()
    await expect(findAllUsable(caller, checked)).rejects.toMatchObject({ code: 'upload_expired' })
  })
})

describe('reading', () => {
  it('refuses bytes changed after the check', async () => {
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
  it('deletes what an ended task used, and nothing else', async () => {
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
  it('deletes unclaimed uploads: the bytes, and a day later the row', async () => {
    const [left, claimed] = [await putUpload(caller, png), await putUpload(caller, png)]
    await bind(claimed, newTask())
    const key = (await rowOf(left))?.storageKey ?? ''
    await sweepUploads()
    expect(await storage().head(key)).not.toBeNull()
    later(2 * HOUR)
    await Promise.all([sweepUploads(), sweepUploads()])
    expect(await storage().head(key)).toBeNull()
    await expect(findAllUsable(caller, [wanted(left)])).rejects.toMatchObject({ code: 'upload_expired' })
    later(27 * HOUR)
    await sweepUploads()
    expect(await rowOf(left)).toBeNull()
    expect(await rowOf(claimed)).toMatchObject({ status: 'claimed' })
  })

  it('deletes again what a late PUT restored, before it deletes the row', async () => {
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

  it('retries while the storage is unavailable', async () => {
    const id = await putUpload(caller, png)
    later(2 * HOUR)
    vi.spyOn(storage(), 'delete').mockRejectedValueOnce(new StorageError('away'))
    await sweepUploads()
    expect(await rowOf(id)).toMatchObject({ status: 'released' })
    const key = (await rowOf(id))?.storageKey ?? ''
    later(3 * HOUR)
    await sweepUploads()
    expect(await storage().head(key)).toBeNull()
  })
})

const MINUTE = 60 * 1000
const DAY = 24 * 60 * MINUTE
const bytes = Buffer.from('whatever the bytes are')

const actions = ['put', 'sweep', 'fail-to-sweep', 'claim', 'release', 'delete', 'wait'] as const
const step = fc.record({
  action: fc.constantFrom(...actions),
  task: fc.constantFrom(0, 0, 0, 1),
  minutes: fc.constantFrom(1, 2, 4, 11, 120, 24 * 60),
})
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

/** One upload and two tasks that want it, under a clock that only the test advances. */
async function openWorld() {
  const caller: Caller = { customerId: `cus_${randomUUID()}`, userId: null, apiKey: null, isOperator: false }
  let now = Date.now()
  vi.spyOn(clock, 'now').mockImplementation(() => new Date(now))
  const { upload_id: uploadId, upload_url: url } = await presignUpload(caller, announce(bytes))
  const lastPutAt = now + 300_000 + LONGEST_PUT_MILLIS
  const key = new URL(url).pathname.replace('/api/storage/', '')
  const tasks = [`igen_${randomUUID()}`, `igen_${randomUUID()}`]
  const wanted = { uploadId, purpose: 'image_edit_source', param: 'image_upload_id' } as const
  const found = { width: 1, height: 1, hasAlpha: false, sha256: Uint8Array.of(1) }
  const checked = { ...wanted, ...found, contentType: 'image/png', sizeBytes: 1 }
  return {
    lastPutAt,
    taskOf: (index: number) => tasks[index] ?? '',
    now: () => now,
    wait: (millis: number) => {
      now += millis
    },
    put: () => storage().put(key, bytes, { contentType: 'image/png' }),
    claim: (taskId: string) =>
      claim(caller, [checked], taskId).then(
        () => true,
        () => false,
      ),
    release: (taskId: string) =>
      prisma.$transaction((transaction) => releaseUploads(caller.customerId, taskId, transaction)),
    read: (taskId: string) => readUpload(caller.customerId, { taskId, uploadId }).catch(() => undefined),
    isGone: async () =>
      (await storage().head(key)) === null &&
      (await prisma.upload.findUnique({ where: { id: uploadId } })) === null,
  }
}

type World = Awaited<ReturnType<typeof openWorld>>

/** What ought to be so: which task has the upload, and whether its bytes are there. */
type Model = { owner: { taskId: string; untilMillis: number } | undefined; hasBytes: boolean; claims: number }

async function take(world: World, model: Model, { action, task, minutes }: Step): Promise<void> {
  const taskId = world.taskOf(task)
  if (action === 'wait') world.wait(minutes * MINUTE)
  if (action === 'sweep') await sweepUploads()
  if (action === 'fail-to-sweep') {
    const away = vi.spyOn(storage(), 'delete').mockRejectedValueOnce(new StorageError('away'))
    await sweepUploads()
    away.mockRestore()
  }
  if (action === 'put' && world.now() <= world.lastPutAt) {
    await world.put()
    model.hasBytes = true
  }
  if (action === 'delete') await deleteReleased({ payload: { taskId } })
  if (action === 'release') {
    await world.release(taskId)
    if (model.owner?.taskId === taskId) model.owner = undefined
  }
  if (action === 'claim' && (await world.claim(taskId))) {
    model.claims++
    model.owner = { taskId, untilMillis: world.now() + 7 * DAY }
  }
}

async function expectToHold(world: World, { owner, hasBytes }: Model): Promise<void> {
  if (owner && world.now() < owner.untilMillis)
    expect((await world.read(owner.taskId))?.bytes).toEqual(hasBytes ? bytes : undefined)
  for (const taskId of [world.taskOf(0), world.taskOf(1)])
    if (taskId !== owner?.taskId) expect(await world.read(taskId)).toBeUndefined()
}

it('whatever happens, one task has it until it ends, and then nothing is left', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 20, size: 'max' }), async (steps) => {
      const world = await openWorld()
      const model: Model = { owner: undefined, hasBytes: false, claims: 0 }
      for (const one of steps) {
        await take(world, model, one)
        await expectToHold(world, model)
      }
      expect(model.claims).toBeLessThanOrEqual(1)
      if (world.now() <= world.lastPutAt) await world.put()
      world.wait(8 * DAY)
      await sweepUploads()
      world.wait(DAY)
      await sweepUploads()
      expect(await world.isGone()).toBe(true)
    }),
    { numRuns: 15 },
  )
})
