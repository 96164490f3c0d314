import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { prisma } from '../db'
import { closeDatabase } from '../instance'
import { enqueue, readBoss } from './enqueue'
import { bindJob, type QueuedJob } from './job'
import { startJobs, stopJobs } from './job-queue'

const job: QueuedJob<{ word: string }> = {
  name: 'platform.test-job',
  payload: z.object({ word: z.string() }),
  concurrency: () => 2,
  retryLimit: 2,
  retryDelaySeconds: 0,
  expireInSeconds: 60,
}

let runs = 0
const scheduled = {
  name: 'platform.test-schedule',
  cron: '0 0 1 1 *',
  run: async () => {
    runs += 1
    wakeAll()
  },
}

const heard: { word: string; attempt: number; isLastAttempt: boolean }[] = []
const waiting = new Set<() => void>()

function wakeAll(): void {
  for (const wake of waiting) wake()
  waiting.clear()
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise<void>((resolve) => waiting.add(resolve))
}

let orphan = ''
let givenBack = 0
const rows = {
  name: 'platform.test-rows',
  open: () => new NoSlots(),
  readDue: async () => undefined,
  giveBackAll: async () => void givenBack++,
}

class NoSlots {
  look(): void {}
  async stop(): Promise<void> {}
}

/** An item that a worker had when it was killed. */
async function leaveOrphan(): Promise<string> {
  const word = randomUUID()
  await startJobs({ scheduled: [], queued: [bindJob(job, async () => undefined)] }, false)
  await enqueue(job, { word })
  expect(await readBoss().fetch(job.name)).toHaveLength(1)
  await stopJobs()
  return word
}

beforeAll(async () => {
  orphan = await leaveOrphan()
  const handler = bindJob(job, async ({ payload, attempt, isLastAttempt }) => {
    heard.push({ word: payload.word, attempt, isLastAttempt })
    wakeAll()
    if (payload.word.startsWith('broken')) throw new Error('not this one')
  })
  await startJobs({ scheduled: [scheduled], queued: [handler], rows: [rows] }, true)
})
afterAll(async () => {
  await stopJobs()
  await closeDatabase()
})

const of = (word: string) => heard.filter((one) => one.word === word)

test('an item of work is done', async () => {
  const word = randomUUID()
  await enqueue(job, { word })
  await until(() => of(word).length > 0)
  expect(of(word)).toEqual([{ word, attempt: 0, isLastAttempt: false }])
})

test('work of killed workers is continued at once by the next worker', async () => {
  await until(() => of(orphan).length > 0)
  expect(of(orphan)).toEqual([{ word: orphan, attempt: 1, isLastAttempt: false }])
  expect(givenBack).toBe(1)
})

test('an item that is due later is found without a notification', async () => {
  const word = randomUUID()
  await enqueue(job, { word }, { startAfterSeconds: 1 })
  await until(() => of(word).length > 0)
})

test('a scheduled job runs when its minute has put it into the queue', async () => {
  await readBoss().send(scheduled.name, null)
  await until(() => runs > 0)
  expect(runs).toBe(1)
})

test('work is enqueued with the transaction, or not at all', async () => {
  const [lost, kept] = [randomUUID(), randomUUID()]
  await expect(
    prisma.$transaction(async (transaction) => {
      await enqueue(job, { word: lost }, { transaction, group: 'a customer' })
      throw new Error('rolled back')
    }),
  ).rejects.toThrow('rolled back')
  await prisma.$transaction((transaction) =>
    enqueue(job, { word: kept }, { transaction, group: 'a customer' }),
  )
  await until(() => of(kept).length > 0)
  expect(of(lost)).toEqual([])
})

test('a failed item is tried again, and knows its last attempt', async () => {
  const word = `broken ${randomUUID()}`
  await enqueue(job, { word })
  await until(() => of(word).length === 3)
  expect(of(word).map(({ attempt, isLastAttempt }) => [attempt, isLastAttempt])).toEqual([
    [0, false],
    [1, false],
    [2, true],
  ])
})

test('waiting items run one after another, without pauses', async () => {
  const words = Array.from({ length: 60 }, () => randomUUID())
  await prisma.$transaction(async (transaction) => {
    for (const word of words) await enqueue(job, { word }, { transaction })
  })
  await until(() => words.every((word) => of(word).length > 0))
  expect(words.map((word) => of(word).length)).toEqual(words.map(() => 1))
})
