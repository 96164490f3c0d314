import { catalogSnapshot } from '@/lib/catalog/read-snapshot'
import { remember } from '@/lib/platform/remember'
import { upstreamShare } from '../jobs'

const PATIENCE_MILLIS = 2000

type Places = { taken: number; waiting: Set<() => void> }

const placesByProvider = remember('image-upstream-places', () => new Map<string, Places>())

/** The upstream has its share of this worker already: the task goes back to the queue and frees its own place. */
export class UpstreamBusy extends Error {
  override readonly name = 'UpstreamBusy'
}

/**
 * Calls an upstream while fewer than its share of this worker's places are taken by it, so that a slow one does not take
 * them all from the others, where there are any. Waits a little for a place, then throws UpstreamBusy.
 */
export async function atUpstream<T>(providerId: string, call: () => Promise<T>): Promise<T> {
  const places = placesByProvider.get(providerId) ?? { taken: 0, waiting: new Set() }
  placesByProvider.set(providerId, places)
  const isFull = () => places.taken >= upstreamShare() && hasOthers(providerId)
  if (isFull()) await untilFree(places)
  if (isFull()) throw new UpstreamBusy()
  places.taken += 1
  try {
    return await call()
  } finally {
    places.taken -= 1
    const [next] = places.waiting
    next?.()
  }
}

function hasOthers(providerId: string): boolean {
  const models = [...catalogSnapshot().models.values()].filter(({ modality }) => modality === 'image')
  return models.some(({ routes }) => routes.some((route) => route.providerId !== providerId))
}

function untilFree(places: Places): Promise<void> {
  return new Promise((resolve) => {
    const wake = () => {
      clearTimeout(timer)
      places.waiting.delete(wake)
      resolve()
    }
    const timer = setTimeout(wake, PATIENCE_MILLIS)
    places.waiting.add(wake)
  })
}
