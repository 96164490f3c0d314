import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { closeDatabase } from '../instance'
import { enqueue, readBoss } from './enqueue'
import { bindJob, type JobRun, type QueuedJob } from './job'
import { queueSource, startJobs, stopJobs } from './job-queue'
import { Slots } from './slots'

type Word = { word: string }

const shared = { payload: z.object({ word: z.string() }), retryLimit: 3, retryDelaySeconds: 0 }
const job: QueuedJob<Word> = {
  ...shared,
  name: 'platform.test-slots',
  concurrency: () => 4,
  groupConcurrency: () => 2,
  expireInSeconds: 60,
}
const brief: QueuedJob<Word> = {
  ...shared,
  name: 'platform.test-brief',
  concurrency: () => 1,
  expireInSeconds: 1,
}

/** A worker that records its items and runs each until released. */
function worker(kind: QueuedJob<Word>) {
  const runs: JobRun<Word>[] = []
  const ends = new Map<string, () => void>()
  const handler = bindJob(kind, (run: JobRun<Word>) => {
    runs.push(run)
    return new Promise<void>((resolve) => ends.set(run.payload.word, resolve))
  })
  const words = () => runs.map(({ payload }) => payload.word)
  const source = queueSource(readBoss(), handler)
  let fetching: Promise<unknown> = Promise.resolve()
  const fetch: typeof source.fetch = (...given) => {
    const answer = source.fetch(...given)
    fetching = answer
    return answer
  }
  const slots = new Slots({ ...source, fetch })
  /**
   * Polls, as the process does every now and then: what is returned is due a moment later, and a full group is skipped no
   * more than once in half a second.
   */
  const found = () => {
    slots.look()
    return words()
  }
  return { runs, words, found, end: (word: string) => ends.get(word)?.(), slots, fetched: () => fetching }
}
const begun = (words: () => string[], word: string) => expect.poll(words, { timeout: 10_000 }).toContain(word)

beforeAll(() =>
  startJobs(
    { scheduled: [], queued: [bindJob(job, async () => undefined), bindJob(brief, async () => undefined)] },
    false,
  ),
)
afterAll(async () => {
  await stopJobs()
  await closeDatabase()
})

it('does no more of a group at once than its limit, and lets others pass', async () => {
  const { words, found, end, slots } = worker(job)
  const [group, other] = [randomUUID(), randomUUID()]
  const many = ['one', 'two', 'three', 'four', 'five'].map((word) => `${word} ${group}`)
  for (const word of many) await enqueue(job, { word }, { group })
  await enqueue(job, { word: other }, { group: other })
  await begun(found, other)
  expect(words().length).toBe(3)
  end(words().find((word) => word !== other) ?? '')
  await expect.poll(() => found().length, { timeout: 10_000 }).toBe(4)
  // Within a group, the queue promises no order.
  const endAll = () => {
    for (const word of found()) end(word)
    return words().length
  }
  await expect.poll(endAll, { timeout: 10_000 }).toBe(6)
  endAll()
  await slots.stop(10_000)
  expect(words().sort()).toEqual([...many, other].sort())
})

it('waits for running items when it stops, and starts no more', async () => {
  const { words, end, slots, fetched } = worker(job)
  const [running, later] = [randomUUID(), randomUUID()]
  await enqueue(job, { word: running })
  slots.look()
  await begun(words, running)
  const stopped = slots.stop(10_000)
  await fetched() // one that is under way would find it
  await enqueue(job, { word: later })
  slots.look()
  end(running)
  await stopped
  expect(words()).toEqual([running])
  const next = worker(job)
  await begun(next.words, later)
  next.end(later)
  await next.slots.stop(10_000)
  expect(next.runs.map(({ attempt }) => attempt)).toEqual([0])
})

it('gives back what does not end in time, and stops it; another try follows', async () => {
  const { runs, words, slots } = worker(job)
  const word = randomUUID()
  await enqueue(job, { word })
  slots.look()
  await begun(words, word)
  await slots.stop(0)
  expect(runs[0]?.signal.aborted).toBe(true)
  const next = worker(job)
  await begun(next.found, word)
  expect(next.runs[0]).toMatchObject({ attempt: 1, isLastAttempt: false })
  next.end(word)
  await next.slots.stop(10_000)
})

it('takes the slot from an item that runs too long', async () => {
  const { runs, found, end, slots } = worker(brief)
  const word = randomUUID()
  await enqueue(brief, { word })
  // The next try may run too long as well before this process sees it.
  await expect.poll(() => found().length, { timeout: 10_000 }).toBeGreaterThan(1)
  expect(runs.slice(0, 2).map(({ attempt }) => attempt)).toEqual([0, 1])
  expect(runs[0]?.signal.aborted).toBe(true)
  end(word)
  await slots.stop(10_000)
})
