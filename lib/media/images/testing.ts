import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { newAccountKey } from '@/lib/account/api-keys/testing'
import { usageNames } from '@/lib/account/organizations/usage-names'
import { applySeed } from '@/lib/catalog/models/apply-seed'
import { loadCatalog } from '@/lib/catalog/models/read-snapshot'
import { grantCredit } from '@/lib/money/ledger/balance'
import { flushLedger } from '@/lib/money/ledger/ledger'
import { settledBalance } from '@/lib/money/ledger/testing/ledger-customer'
import { listRecent } from '@/lib/money/usage/recent'
import type { Caller } from '@/lib/platform/caller'
import { clock } from '@/lib/platform/clock'
import { env } from '@/lib/platform/env'
import { closeDatabase } from '@/lib/platform/instance'
import { bindJob } from '@/lib/platform/jobs/job'
import { startJobs, stopJobs } from '@/lib/platform/jobs/job-queue'
import { parseUsd } from '@/lib/platform/money'
import type { Sink, StreamBody } from '@/lib/platform/stream'
import { startFaultUpstream } from '@/lib/upstream/testing/fault-upstream'
import { claimTurn, planTurns } from '@/lib/work/tasks/turn-repository'
import { performTurn, taskWork } from '@/lib/work/tasks/work'
import { deleteReleased, deleteReleasedJob } from '@/lib/work/uploads/claim-uploads'
import { createGeneration } from './create-task'
import { adoptQueued, imageTasks, runTaskJob } from './run-task'
import { CreateGenerationRequest } from './schema'

const pricing = { image: { low: '0.01', medium: '0.04', high: '0.17' } }
const perToken = { prompt: '0.000005', completion: '0.00001', image_output: '0.00004' }
const acme = { modality: 'image', name: 'Acme Picture', upstream_id: 'picture', pricing }
const limited = { sizes: ['1024x1024'], max_n: 2, transparent: false, seed: true }

/**
 * The catalog with the sandbox and two scripted upstreams, and the queue; with `works` a worker too. Only `acme/seeded`
 * declares its features; `acme/both` has routes to both upstreams, `acme/tokens` bills tokens.
 */
export async function openTestbed({ works = false } = {}) {
  const [first, second] = await Promise.all([startFaultUpstream(), startFaultUpstream()])
  const file = join(env().DATA_DIR, 'providers.json')
  const both = { ...acme, id: 'acme/both' }
  writeFileSync(
    file,
    JSON.stringify([
      provider('acme', first.baseUrl, [
        { ...acme, id: 'acme/picture' },
        { ...acme, id: 'acme/seeded', capabilities: limited },
        { ...acme, id: 'acme/tokens', pricing: perToken },
        both,
      ]),
      provider('backup', second.baseUrl, [both]),
    ]),
  )
  await applySeed(file)
  await loadCatalog()
  const queued = [bindJob(runTaskJob, adoptQueued), bindJob(deleteReleasedJob, deleteReleased)]
  await startJobs({ scheduled: [], queued, rows: [taskWork(imageTasks)] }, works)
  return {
    first,
    second,
    close: async () => {
      await stopJobs()
      await Promise.all([first.stop(), second.stop()])
      await closeDatabase()
    },
  }
}

function provider(id: string, baseUrl: string, models: object[]) {
  return { id, name: id, adapter: 'openai-compatible', base_url: baseUrl, models }
}

/** Runs a task's turn now, even if a worker holds it. Throws what another turn retries. */
export async function work(id: string, { attempt = 0, isLastAttempt = false } = {}): Promise<void> {
  const turn = await claimTurn(imageTasks, id, 'any', clock.now())
  if (turn === undefined) return
  const tries = isLastAttempt ? 1000 : attempt
  const task = { ...turn, tries }
  try {
    const plan = await performTurn(imageTasks, task, new AbortController().signal)
    if (plan !== undefined) await planTurns(imageTasks, [{ id, turn: turn.turn, plan }])
  } catch (error) {
    const plan = imageTasks.afterFailure(task, error)
    if (plan !== undefined) await planTurns(imageTasks, [{ id, turn: turn.turn, plan }])
    throw error
  }
}

/** A customer with credit; `rows` reads its usage, `money` its balance. */
export async function newCustomer(usd = '5', customerId = `cus_${randomUUID()}`) {
  const caller: Caller = { customerId, userId: 'usr_test', apiKey: null, isOperator: false }
  const amountNanos = parseUsd(usd) ?? 0n
  if (amountNanos > 0n) await grantCredit({ customerId, amountNanos, key: `grant:${customerId}` })
  return {
    caller,
    rows: async () => {
      await flushLedger() // the list waits a second at most
      const query = { limit: 100, cursor: '', timezone: 'UTC', format: 'json' } as const
      return (await listRecent(caller, query, usageNames)).items
    },
    money: async () => {
      const { balance, held } = await settledBalance(caller)
      return { balance, held }
    },
  }
}

/** A customer with credit and a key of the account; `draw` starts a picture. */
export async function newArtist() {
  const { owner, key } = await newAccountKey()
  const { customerId } = owner
  await grantCredit({ customerId, amountNanos: 10n ** 9n, key: `grant:${customerId}` })
  const draw = async (prompt = 'A kite') => {
    const request = { model: 'sandbox/image-1', prompt, size: '64x64', quality: 'low' }
    return (await createGeneration(owner, CreateGenerationRequest.parse(request))).id
  }
  return { owner, key, draw }
}

/** An upstream's answer: images of one color, with usage. */
export async function picturesReply(n = 1, { size = '64x64', quality = 'low', usage = true } = {}) {
  const [width, height] = size.split('x').map(Number)
  const create = { width: width ?? 64, height: height ?? 64, channels: 3 as const, background: 'teal' }
  const b64_json = (await sharp({ create }).png().toBuffer()).toString('base64')
  return {
    created: 1,
    data: Array.from({ length: n }, () => ({ b64_json, revised_prompt: 'A teal square' })),
    size,
    quality,
    ...(usage && {
      usage: {
        input_tokens: 10,
        output_tokens: 1000,
        total_tokens: 1010,
        input_tokens_details: { text_tokens: 10, image_tokens: 0 },
      },
    }),
  }
}

/** The whole text of a streamed answer. */
export function readStream(answer: StreamBody | { value: unknown }): Promise<string> {
  if (!('start' in answer)) return Promise.reject(new Error('the answer is not a stream'))
  return new Promise((resolve, reject) => {
    let text = ''
    const sink: Sink = {
      write: (bytes) => {
        text += bytes.toString()
        return true
      },
      onDrain: () => undefined,
      end: () => resolve(text),
      destroy: () => reject(new Error('the answer was cut short')),
    }
    answer.start(sink)
  })
}
