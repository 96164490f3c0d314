import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as imageRecord from '@/app/(api)/api-account/user/images/[id]/route'
import * as imageHistory from '@/app/(api)/api-account/user/images/route'
import { createKey } from '@/lib/api-keys/create-key'
import { setDefaultModels } from '@/lib/api-keys/set-default-models'
import { grantCredit } from '@/lib/billing/grant-credit'
import { readBalance } from '@/lib/billing/read-balance'
import { applySeed } from '@/lib/catalog/apply-seed'
import { loadCatalog } from '@/lib/catalog/read-snapshot'
import { type Call, nodeDoorOf, throughNodeDoor, throughWebDoor, webDoorOf } from '@/lib/http/testing/doors'
import { createAccount } from '@/lib/identity/create-account'
import { runTaskJob } from '@/lib/images/jobs'
import { runTask } from '@/lib/images/run-task'
import { CreatedImageTask } from '@/lib/images/schema'
import type { Caller } from '@/lib/platform/caller'
import { closeDatabase } from '@/lib/platform/close-database'
import { env } from '@/lib/platform/env'
import { bindJob } from '@/lib/platform/jobs/bind-job'
import { startJobs, stopJobs } from '@/lib/platform/jobs/job-queue'
import { parseUsd } from '@/lib/platform/money'
import { deleteReleased } from '@/lib/uploads/delete-released'
import { deleteReleasedJob } from '@/lib/uploads/jobs'
import { type FaultUpstream, startFaultUpstream } from '@/lib/upstream/testing/fault-upstream'
import { listRecent } from '@/lib/usage/list-recent'
import * as edits from './edits/route'
import * as cancel from './generations/[id]/cancel/route'
import * as task from './generations/[id]/route'
import * as generation from './generations/async/route'
import * as tasks from './generations/route'
import * as models from './models/route'
import * as variations from './variations/route'

/** For the tests beside the routes of images: all of them behind both doors, the sandbox, and an upstream that does as told. */
export const base = '/v1/images'
export const create = `${base}/generations/async`
export const one = (id: string) => `${base}/generations/${id}`

const modules = {
  [create]: generation,
  [`${base}/edits`]: edits,
  [`${base}/variations`]: variations,
  [`${base}/models`]: models,
  [`${base}/generations`]: tasks,
  [`${base}/generations/[id]`]: task,
  [`${base}/generations/[id]/cancel`]: cancel,
  '/api-account/user/images': imageHistory,
  '/api-account/user/images/[id]': imageRecord,
}

const pricing = { image: { low: '0.01', medium: '0.04', high: '0.17' } }
const acme = { modality: 'image', name: 'Acme Picture', upstream_id: 'picture', pricing }

export async function openImages({ works = false } = {}) {
  const upstream = await startFaultUpstream()
  const file = join(env().DATA_DIR, 'providers.json')
  writeFileSync(file, JSON.stringify([provider(upstream)]))
  await applySeed(file)
  await loadCatalog()
  const queued = [bindJob(runTaskJob, runTask), bindJob(deleteReleasedJob, deleteReleased)]
  await startJobs({ scheduled: [], queued }, works)
  const node = await throughNodeDoor(modules)
  const raw = await nodeDoorOf(modules)
  const doors: [string, Call][] = [
    ['web', throughWebDoor(modules)],
    ['node', node.call],
  ]
  return {
    doors,
    /** The answer as it comes, by both doors. */
    raw: { web: webDoorOf(modules), node: raw.door },
    upstream,
    close: async () => {
      node.close()
      raw.close()
      await stopJobs()
      await upstream.stop()
      await closeDatabase()
    },
  }
}

/** `acme/seeded` alone declares what it can do. */
function provider(upstream: FaultUpstream) {
  const seeded = { sizes: ['1024x1024'], max_n: 2, transparent: false, seed: true }
  return {
    id: 'acme',
    name: 'Acme',
    adapter: 'openai-compatible',
    base_url: upstream.baseUrl,
    models: [
      { ...acme, id: 'acme/picture' },
      { ...acme, id: 'acme/seeded', capabilities: seeded },
    ],
  }
}

export async function newCustomer(usd = '5') {
  const email = `${randomUUID()}@example.com`
  const account = await createAccount({ name: 'Ann', email, password: 'long enough' })
  const owner: Caller = {
    customerId: account.customer_id,
    userId: account.id,
    apiKey: null,
    isOperator: false,
  }
  const amountNanos = parseUsd(usd) ?? 0n
  if (amountNanos > 0n)
    await grantCredit({ customerId: owner.customerId, amountNanos, key: `grant:${owner.customerId}` })
  const keyWith = async (settings: object = {}, defaultModel?: string) => {
    const { id, key } = await createKey(owner, { name: 'test', ...settings })
    if (defaultModel) await setDefaultModels(owner, id, { chat: null, image: defaultModel, video: null })
    return key
  }
  return {
    owner,
    keyWith,
    key: await keyWith(),
    accountKey: await keyWith({ scopes: ['inference', 'account:read', 'account:write'] }),
    rows: async () => (await listRecent(owner, { limit: 100, cursor: '', timezone: 'UTC' })).items,
    money: async () => {
      const { balance, held } = await readBalance(owner)
      return { balance, held }
    },
  }
}

/** A small picture of the sandbox's, unless told otherwise. */
export function ask(overrides: object = {}) {
  return { model: 'sandbox/image-1', prompt: 'A red kite', size: '64x64', quality: 'low', ...overrides }
}

export async function createdBy(call: Call, key: string, overrides: object = {}): Promise<CreatedImageTask> {
  const { body } = await call('POST', create, { key, json: ask(overrides) })
  return CreatedImageTask.parse(body)
}

/** Does a task's work here and now, as its worker would. */
export function work(taskId: string, { isLastAttempt = false } = {}): Promise<void> {
  return runTask({
    payload: { taskId },
    attempt: 0,
    isLastAttempt,
    signal: new AbortController().signal,
  })
}
