import { setTimeout as wait } from 'node:timers/promises'
import { clock } from '@/lib/platform/clock'
import { StorageError } from '@/lib/platform/storage/object-storage'
import { storage } from '@/lib/platform/storage/storage'
import { deleteObjects, keepObject, namedObjectId } from '@/lib/work/objects/keep-object'
import type { TaskRow } from '../repository'
import { HISTORY_DAYS } from '../schema'
import { moveToStore, type NewOutput, readBody } from '../work-repository'
import type { Picture } from './finish-picture'
import type { StoredResult } from './task-record'

/** Links are valid for 30 days after completion, which may be later than the storing. */
const KEPT_MILLIS = (HISTORY_DAYS + 1) * 24 * 3600 * 1000
const PAUSES_MILLIS = [200, 1000]
/** Tries to store one image in one run. */
const STORE_TRIES = 3
const LAST_ATTEMPT = STORE_TRIES - 1
const CHECK_AFTER_FAILURE_MILLIS = 60_000

let failedAt = 0

type Storable = Omit<PictureTry, 'attempt'> & { customerId: string; bytes: Buffer; mimeType: string }
type Stored = { id: string; expiresAt: Date }

/** Stores one image, with a few tries. Throws StorageError. */
async function storePicture({ customerId, bytes, mimeType, ...picture }: Storable): Promise<Stored> {
  const expiresAt = new Date(clock.now().getTime() + KEPT_MILLIS)
  for (let attempt = 0; ; attempt++) {
    try {
      const id = pictureId({ ...picture, attempt })
      await keepObject({ id, customerId, body: bytes, mimeType, expiresAt })
      failedAt = 0
      return { id, expiresAt }
    } catch (error) {
      if (!(error instanceof StorageError)) throw error
      failedAt = performance.now()
      if (attempt === LAST_ATTEMPT) throw error
      await wait(PAUSES_MILLIS[attempt])
    }
  }
}

/** Stores the images of a task. Those that cannot be stored keep their bytes in the row. */
export async function storePictures(
  { id: taskId, run, customer_id: customerId }: TaskRow,
  pictures: readonly Picture[],
): Promise<NewOutput[]> {
  const outputs: NewOutput[] = []
  let isStorageDown = false
  for (const [position, { bytes, isOpaque: _, ...picture }] of pictures.entries()) {
    const stored: Stored | undefined = isStorageDown
      ? undefined
      : await storeIfPossible({ taskId, run, position, customerId, bytes, mimeType: picture.mimeType })
    isStorageDown ||= stored === undefined
    outputs.push({
      ...picture,
      position,
      sizeBytes: bytes.length,
      objectId: stored?.id ?? null,
      objectExpiresAt: stored?.expiresAt ?? null,
      body: stored ? null : bytes,
    })
  }
  return outputs
}

async function storeIfPossible(picture: Storable): Promise<Stored | undefined> {
  try {
    return await storePicture(picture)
  } catch (error) {
    if (error instanceof StorageError) return undefined
    throw error
  }
}

/** Throws StorageError while the storage is unreachable, so that nothing is drawn that could not be kept. */
export async function requireStore(): Promise<void> {
  if (failedAt === 0 || performance.now() - failedAt > CHECK_AFTER_FAILURE_MILLIS) return
  await storage().check()
  failedAt = 0
}

/** This long after it was drawn, a task is completed even if the storage is still unreachable: its images can be read once. */
const MAX_WAIT_MILLIS = 15 * 60 * 1000

/**
 * Moves images from the database to the storage, one at a time. Throws StorageError to be retried: at once while the
 * storage is known to be unreachable.
 */
export async function finishStoring(task: TaskRow, made: StoredResult): Promise<void> {
  const mayWait = clock.now().getTime() < made.answeredAt.getTime() + MAX_WAIT_MILLIS
  if (mayWait) await storage().check()
  for (const output of task.outputs) {
    if (output.object_id !== null) continue
    try {
      const bytes = await readBody(task.id, output.position)
      const { id: taskId, run, customer_id: customerId } = task
      const picture = { taskId, run, position: output.position }
      const object = await storePicture({ ...picture, customerId, bytes, mimeType: output.mime_type })
      if (!(await moveToStore(picture, object))) await deleteObjects(customerId, [object.id])
    } catch (error) {
      if (mayWait || !(error instanceof StorageError)) throw error
      return
    }
  }
}

/** One try of one run to store one image of a task. */
type PictureTry = { taskId: string; run: number; position: number; attempt: number }

export function pictureId({ taskId, run, position, attempt }: PictureTry): string {
  return namedObjectId(['image', taskId, run, position, attempt])
}

/**
 * The objects that runs up to this one may have stored without recording them, because their process died in between.
 * Those runs must have ended, or be unable to end the task.
 */
export function leftoverIds({ id: taskId, settings, outputs }: TaskRow, lastRun: number): string[] {
  const known = new Set(outputs.map(({ object_id }) => object_id))
  const ids: string[] = []
  for (let run = 1; run <= lastRun; run++)
    for (let position = 0; position < settings.n; position++)
      for (let attempt = 0; attempt < STORE_TRIES; attempt++)
        ids.push(pictureId({ taskId, run, position, attempt }))
  return ids.filter((id) => !known.has(id))
}
