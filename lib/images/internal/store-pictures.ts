import { setTimeout as wait } from 'node:timers/promises'
import { keepObject } from '@/lib/objects/keep-object'
import { clock } from '@/lib/platform/clock'
import { remember } from '@/lib/platform/remember'
import { StorageError } from '@/lib/platform/storage/object-storage'
import { storage } from '@/lib/platform/storage/storage'
import type { TaskRow } from '../repository'
import { HISTORY_DAYS } from '../schema'
import type { NewOutput } from '../work-repository'
import type { Picture } from './finish-picture'
import { type PictureTry, pictureId, STORE_TRIES } from './picture-ids'

/** Links are good for 30 days after completion, and completion may come later than the storing. */
const KEPT_MILLIS = (HISTORY_DAYS + 1) * 24 * 3600 * 1000
const PAUSES_MILLIS = [200, 1000]
const LAST_ATTEMPT = STORE_TRIES - 1
const WARY_MILLIS = 60_000

const health = remember('image-store-health', () => ({ failedAt: 0 }))

type Storable = Omit<PictureTry, 'attempt'> & { customerId: string; bytes: Buffer; mimeType: string }
type Stored = { id: string; expiresAt: Date }

/** Stores one picture, with a few tries. Throws StorageError. */
export async function storePicture({ customerId, bytes, mimeType, ...picture }: Storable): Promise<Stored> {
  const expiresAt = new Date(clock.now().getTime() + KEPT_MILLIS)
  for (let attempt = 0; ; attempt++) {
    try {
      const id = pictureId({ ...picture, attempt })
      await keepObject({ id, customerId, body: bytes, mimeType, expiresAt })
      health.failedAt = 0
      return { id, expiresAt }
    } catch (error) {
      if (!(error instanceof StorageError)) throw error
      health.failedAt = performance.now()
      if (attempt === LAST_ATTEMPT) throw error
      await wait(PAUSES_MILLIS[attempt])
    }
  }
}

/** Stores the pictures of a task; what the store does not take keeps its bytes in the row. */
export async function storePictures(
  { id: taskId, run, customer_id: customerId }: TaskRow,
  pictures: readonly Picture[],
): Promise<NewOutput[]> {
  const outputs: NewOutput[] = []
  let isAway = false
  for (const [position, { bytes, ...picture }] of pictures.entries()) {
    const stored: Stored | undefined = isAway
      ? undefined
      : await storeIfPossible({ taskId, run, position, customerId, bytes, mimeType: picture.mimeType })
    isAway ||= stored === undefined
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

/** Throws StorageError while the store is away, so that nothing is drawn that could not be kept. */
export async function requireStore(): Promise<void> {
  if (health.failedAt === 0 || performance.now() - health.failedAt > WARY_MILLIS) return
  await storage().check()
  health.failedAt = 0
}
