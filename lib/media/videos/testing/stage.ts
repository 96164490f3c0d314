import { randomUUID } from 'node:crypto'
import { applySeed } from '@/lib/catalog/models/apply-seed'
import { loadCatalog } from '@/lib/catalog/models/read-snapshot'
import { grantCredit } from '@/lib/money/ledger/balance'
import { settledBalance } from '@/lib/money/ledger/testing/ledger-customer'
import type { Caller } from '@/lib/platform/caller'
import { clock } from '@/lib/platform/clock'
import { prisma } from '@/lib/platform/db'
import { closeDatabase } from '@/lib/platform/instance'
import { bindJob } from '@/lib/platform/jobs/job'
import { startJobs, stopJobs } from '@/lib/platform/jobs/job-queue'
import { parseUsd } from '@/lib/platform/money'
import type { VideoStatus } from '@/lib/upstream/contract/video-model'
import { deliverAttempt } from '@/lib/work/deliveries/deliver-attempt'
import { attemptJob } from '@/lib/work/deliveries/jobs'
import { claimTurns, planTurns } from '@/lib/work/tasks/turn-repository'
import { performTurn } from '@/lib/work/tasks/work'
import { createVideo } from '../create-video'
import { findTaskForWork, type TaskRow } from '../repository'
import { type CreateVideoBody, CreateVideoRequest } from '../schema'
import { videoTasks } from '../turns'
import type { VideoTurn } from '../work-repository'
import { type Script, scripted } from './scripted-registry'

/** For tests, as `beforeAll(openStage)`: the catalog, and tasks without workers (tests run the turns). Returns the cleanup. */
export async function openStage(): Promise<() => Promise<void>> {
  await applySeed()
  await loadCatalog()
  await startJobs({ scheduled: [], queued: [bindJob(attemptJob, deliverAttempt)] }, false)
  return async () => {
    await stopJobs()
    await closeDatabase()
  }
}

export async function customerWith(usd: string): Promise<Caller> {
  const customerId = `cus_${randomUUID()}`
  await grantCredit({ customerId, amountNanos: parseUsd(usd) ?? 0n, key: `grant:${customerId}` })
  return { customerId, userId: 'usr_test', apiKey: null, isOperator: false }
}

export function request(differs: Partial<CreateVideoBody> = {}): CreateVideoRequest {
  return CreateVideoRequest.parse({ model: 'sandbox/video', prompt: randomUUID(), ...differs })
}

/** Runs one turn as a worker does, due or not. */
export async function turnOf(id: string): Promise<void> {
  const turn = await claim(id)
  if (turn === undefined) return
  const plan = await performTurn(videoTasks, turn, new AbortController().signal)
  if (plan !== undefined) await planTurns(videoTasks, [{ id, turn: turn.turn, plan }])
}

/** Undefined if the turn cannot be claimed: another worker has it, or the task is over. */
export async function claim(id: string): Promise<VideoTurn | undefined> {
  const { turn } = await rowOf(id)
  const longAgo = new Date(0)
  await prisma.videoTask.updateMany({
    where: { id, turn, turnState: 'waiting' },
    data: { nextTurnAt: longAgo },
  })
  // The turn that is due longest comes first.
  const turns = await claimTurns(videoTasks, { limit: 1, share: 1000, running: new Map() }, clock.now())
  return turns.find((one) => one.id === id)
}

/** Runs turns until the task has ended and is settled; some may run twice, as by two workers. */
export async function play(id: string, most = 30): Promise<TaskRow> {
  for (let count = 0; count < most; count += 1) {
    const row = await rowOf(id)
    if (row.settled_at !== null && row.status !== 'queued' && row.status !== 'processing') return row
    await Promise.all([turnOf(id), turnOf(id)])
  }
  throw new Error(`the task ${id} does not come to an end`)
}

export async function rowOf(id: string): Promise<TaskRow> {
  const row = await findTaskForWork(id)
  if (row === undefined) throw new Error(`there is no task ${id}`)
  return row
}

export async function money(caller: Caller) {
  const { balance, held } = await settledBalance(caller)
  return { balance, held }
}

export const TOKENS = 108_900

export function succeeded(video = Buffer.from('a film'), lastFrame?: Buffer): VideoStatus {
  return {
    state: 'succeeded',
    result: {
      video: { bytes: video, mimeType: 'video/mp4' },
      lastFrame: lastFrame ? { bytes: lastFrame, mimeType: 'image/png' } : null,
      fps: 24,
      durationSeconds: 5,
      resolution: '720p',
      ratio: '16:9',
      seed: 7,
      usage: { completionTokens: TOKENS, totalTokens: TOKENS },
    },
  }
}

/** For tests: a task whose upstream follows the script. */
export async function createScripted(caller: Caller, script: Script, differs: Partial<CreateVideoBody> = {}) {
  const body = request(differs)
  scripted.write(body.prompt, script)
  const task = await createVideo(caller, body)
  return { ...task, prompt: body.prompt }
}
