import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { Caller } from '@/lib/platform/caller'
import { clock } from '@/lib/platform/clock'
import { prisma } from '@/lib/platform/db'
import { closeDatabase } from '@/lib/platform/instance'
import { bindJob } from '@/lib/platform/jobs/job'
import { startJobs, stopJobs } from '@/lib/platform/jobs/job-queue'
import { LONGEST_PUT_MILLIS, StorageError } from '@/lib/platform/storage/object-storage'
import { storage } from '@/lib/platform/storage/storage'
import { deleteReleasedJob, readUpload, releaseUploads } from './claim-uploads'
import { presignUpload } from './presign-upload'
import { deleteReleased, sweepUploads } from './sweep-uploads'
import { claim } from './testing/claim'
import { announce } from './testing/put-upload'

const deletion = bindJob(deleteReleasedJob, deleteReleased)
beforeAll(() => startJobs({ scheduled: [], queued: [deletion] }, false))
afterAll(async () => {
  await stopJobs()
  await closeDatabase()
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

/** One upload and two tasks that want it, at a time that only passes when it is told to. */
async function openWorld() {
  const caller: Caller = { customerId: `cus_${randomUUID()}`, userId: null, apiKey: null, isOperator: false }
  let now = Date.now()
  vi.spyOn(clock, 'now').mockImplementation(() => new Date(now))
  const { upload_id: uploadId, upload_url: url } = await presignUpload(caller, announce(bytes))
  const lastPutAt = now + 300_000 + LONGEST_PUT_MILLIS
  const key = new URL(url).pathname.replace('/api/storage/', '')
  const tasks = [`igen_${randomUUID()}`, `igen_${randomUUID()}`]
  const wanted = { uploadId, purpose: 'image_edit_source', param: 'image_upload_id' } as const
  const checked = { ...wanted, width: 1, height: 1, hasAlpha: false, contentType: 'image/png', sizeBytes: 1 }
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
