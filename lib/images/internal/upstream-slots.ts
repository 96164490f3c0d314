import { catalogSnapshot } from '@/lib/catalog/read-snapshot'
import { remember } from '@/lib/platform/remember'
import { upstreamShare } from '../jobs'

const PATIENCE_MILLIS = 2000

type Slots = { taken: number; waiting: Set<() => void> }

const slotsByProvider = remember('image-upstream-slots', () => new Map<string, Slots>())

/** The upstream has its share of this worker already: the task goes back to the queue and frees its own slot. */
export class UpstreamBusy extends Error {
  override readonly name = 'UpstreamBusy'
}

/**
 * Calls an upstream while fewer than its share of this worker's slots are taken by it, so that a slow one does not take
 * them all from the others, where there are any. Waits a little for a slot, then throws UpstreamBusy.
 */
export async function inUpstreamSlot<T>(providerId: string, call: () => Promise<T>): Promise<T> {
  const slots = slotsByProvider.get(providerId) ?? { taken: 0, waiting: new Set() }
  slotsByProvider.set(providerId, slots)
  const isFull = () => slots.taken >= upstreamShare() && hasOthers(providerId)
  if (isFull()) await untilFree(slots)
  if (isFull()) throw new UpstreamBusy()
  slots.taken += 1
  try {
    return await call()
  } finally {
    slots.taken -= 1
    const [next] = slots.waiting
    next?.()
  }
}

function hasOthers(providerId: string): boolean {
  const models = [...catalogSnapshot().models.values()].filter(({ modality }) => modality === 'image')
  return models.some(({ routes }) => routes.some((route) => route.providerId !== providerId))
}

function untilFree(slots: Slots): Promise<void> {
  return new Promise((resolve) => {
    const wake = () => {
      clearTimeout(timer)
      slots.waiting.delete(wake)
      resolve()
    }
    const timer = setTimeout(wake, PATIENCE_MILLIS)
    slots.waiting.add(wake)
  })
}
