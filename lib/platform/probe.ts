import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'

const STEP_MILLIS = 100

/**
 * Whether work is done within `patienceMillis`. Rejects if the work does. While this process stands still, it could not have
 * noticed that the work was done, so that counts as one step at most.
 */
export async function isDoneWithin(work: Promise<unknown>, patienceMillis: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const patience = new Promise<boolean>((resolve) => {
    const wait = (leftMillis: number) => {
      if (leftMillis <= 0) resolve(false)
      else timer = setTimeout(() => wait(leftMillis - STEP_MILLIS), Math.min(leftMillis, STEP_MILLIS))
    }
    wait(patienceMillis)
  })
  try {
    return await Promise.race([work.then(() => true), patience])
  } finally {
    clearTimeout(timer)
  }
}

/** How long results are cached; failures for less time, so that a recovery is noticed soon. */
const GOOD_FOR_MILLIS = 5000
const BAD_FOR_MILLIS = 1000
/** A file system on a network may hang instead of failing. */
const PROBE_MILLIS = 3000

/** Runs `probe` once at a time and at most once in a few seconds, however often the result is called. */
export function seldom(probe: () => Promise<void>): () => Promise<void> {
  let known: { answer: Promise<void>; until: number } | undefined
  return () => {
    if (known !== undefined && Date.now() < known.until) return known.answer
    const asked = { answer: probe(), until: Number.POSITIVE_INFINITY }
    const keepFor = (millis: number) => () => {
      asked.until = Date.now() + millis
    }
    asked.answer.then(keepFor(GOOD_FOR_MILLIS), keepFor(BAD_FOR_MILLIS))
    known = asked
    return asked.answer
  }
}

/** Resolves if the folder is writable; leaves nothing behind. */
export async function probeFolder(folder: string): Promise<void> {
  if (!(await isDoneWithin(writeProbe(join(folder, '.probe')), PROBE_MILLIS)))
    throw new Error('the folder does not answer')
}

/** Always the same path, so that the next probe replaces what a crash left. Processes may probe at the same time. */
async function writeProbe(path: string): Promise<void> {
  const file = await open(path, 'w', 0o600)
  try {
    await file.write('x')
  } finally {
    await file.close()
    await rm(path, { force: true })
  }
}
