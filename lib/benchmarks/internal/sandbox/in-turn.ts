import { remember } from '@/lib/platform/remember'

/** Processes at once: more would only slow each other down until they are taken for endless. */
const PLACES = 2

const queue = remember('benchmark-sandbox', () => ({ busy: 0, waiting: [] as (() => void)[] }))

/** Does the work when one of a few places is free. */
export async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (queue.busy >= PLACES) await new Promise<void>((resolve) => queue.waiting.push(resolve))
  else queue.busy += 1
  try {
    return await work()
  } finally {
    const next = queue.waiting.shift()
    if (next) next()
    else queue.busy -= 1
  }
}
