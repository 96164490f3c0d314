import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { createKey, revokeKey } from '@/lib/account/api-keys/keys'
import type { CatalogModel } from '@/lib/catalog/models/catalog-snapshot'
import { findModel } from '@/lib/catalog/models/read-snapshot'
import { gradeAnswer, type Item } from '@/lib/catalog/rankings/grade'
import { saveScores, suiteScores } from '@/lib/catalog/rankings/scores'
import { MEASURED_METRIC } from '@/lib/catalog/rankings/scores-schema'
import { findSuite } from '@/lib/catalog/rankings/suites'
import { clock } from '@/lib/platform/clock'
import { env } from '@/lib/platform/env'
import { AppError } from '@/lib/platform/errors'
import { cutText } from '@/lib/platform/escape'
import { newId } from '@/lib/platform/ids'
import { listOpenPayloads } from '@/lib/platform/jobs/inspect-jobs'
import type { JobRun } from '@/lib/platform/jobs/job'
import { parseJson } from '@/lib/platform/json'
import { logger } from '@/lib/platform/logger'
import { formatUsd } from '@/lib/platform/money'
import { inTransaction } from '@/lib/platform/transaction'
import * as repository from './repository'
import { performRunJob, type RunPayload } from './runs'

const CONCURRENCY = 4
const MOST_TRIES = 6
const LONGEST_PAUSE_SECONDS = 60
/** Longer than the gateway itself waits for an upstream. */
const TIMEOUT_MILLIS = 280_000
const KEY_LIFETIME_MILLIS = 24 * 3600_000

/** Why a run cannot continue, as a sentence for the operator who started it. */
class RunStopped extends Error {}
/** The run was cancelled, or claimed by another worker: this worker must stop. */
class RunLost extends Error {}

type Run = repository.RunRow
type PlannedItem = { suiteId: string; maxTokens: number; item: Item }
type Gateway = { model: CatalogModel; key: string; signal: AbortSignal }

/**
 * Sends the remaining items of a run over HTTP like any client, grades the answers and ends the run. Safe to run twice,
 * also concurrently: the last worker to claim the run continues alone, and no item gets a second result.
 */
export async function performRun({ payload, isLastAttempt, signal }: JobRun<RunPayload>): Promise<void> {
  const run = await repository.claimRun(payload.runId)
  if (run === undefined) return
  try {
    await revokeRunKey(run)
    await askItems(run, signal)
    await finishRun(run)
  } catch (error) {
    if (error instanceof RunLost) return
    const isForeseen = error instanceof RunStopped
    if (!isForeseen && !isLastAttempt) throw error
    if (!isForeseen) logger.error({ err: String(error), run: run.id }, 'a benchmark run was given up')
    await failRun(run, isForeseen ? error.message : 'Internal error.')
  }
}

function failRun(run: Run, failure: string): Promise<boolean> {
  return repository.endRun(run, { status: 'failed', failure, finishedAt: clock.now() })
}

/** Every item has a result: ends the run and saves its scores. */
async function finishRun(run: Run): Promise<void> {
  const now = clock.now()
  const common = { modelId: run.modelId, metric: MEASURED_METRIC, runId: run.id, asOf: now, createdAt: now }
  const found = suiteScores(run, await repository.listResults([run.id]))
  const scores = found.flatMap(({ category, source, items, score, low, high }) =>
    score === null
      ? []
      : { ...common, id: newId('score'), category, source, samples: items, score, low, high },
  )
  await inTransaction(async (transaction) => {
    if (await repository.endRun(run, { status: 'completed', finishedAt: now }, transaction))
      await saveScores(scores, transaction)
  })
}

/** Sends items concurrently; the first error stops all. */
async function askItems(run: Run, signal: AbortSignal): Promise<void> {
  const model = findModel(run.modelId)
  if (model === undefined) throw new RunStopped('The model is no longer available.')
  const done = new Set((await repository.listResults([run.id])).map(({ itemId }) => itemId))
  const queue = plannedItems(run).filter(({ item }) => !done.has(item.id))
  const ended = new AbortController()
  const { id: apiKeyId, key } = await makeRunKey(run)
  const gateway = { model, key, signal: AbortSignal.any([signal, ended.signal]) }
  const work = async () => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const result = await askItem(gateway, next)
      if (!(await repository.insertResult(run.id, run.take, result))) throw new RunLost()
    }
  }
  const stop = (fault: unknown) => ended.abort(fault)
  await Promise.all(Array.from({ length: CONCURRENCY }, () => work().catch(stop)))
  await revokeRunKey({ ...run, apiKeyId, ownsKey: true })
  gateway.signal.throwIfAborted()
}

function plannedItems(run: Run): PlannedItem[] {
  return run.suites.flatMap(({ id: suiteId, version, items }) => {
    const suite = findSuite(suiteId)
    if (suite?.version !== version)
      throw new RunStopped('A suite of this run has a new version. Start a new run.')
    return suite.items.slice(0, items).map((item) => ({ suiteId, maxTokens: suite.maxTokens, item }))
  })
}

const Call = z.object({ function: z.object({ name: z.string(), arguments: z.string() }) })
const Message = z.object({ content: z.string().nullish(), tool_calls: z.array(Call).nullish() })
/** The parts of the gateway's response that are graded and counted. */
const CompletionReply = z.object({
  choices: z.tuple([z.object({ message: Message })]),
  usage: z.object({ cost: z.number().min(0) }),
})
const ErrorReply = z.object({ error: z.object({ message: z.string() }) })

/** Sends and grades an item, with retries where the model is busy or unavailable. Throws `RunStopped` when all fail. */
async function askItem(gateway: Gateway, planned: PlannedItem): Promise<repository.NewResult> {
  const graded = (fault: string | undefined, usd: number) => ({
    suiteId: planned.suiteId,
    itemId: planned.item.id,
    outcome: fault === undefined ? 'passed' : 'failed',
    // PostgreSQL keeps no NUL, and half a surrogate pair is no text.
    reason: fault === undefined ? null : cutText(fault.replaceAll('\u0000', ''), 500).toWellFormed(),
    costNanos: BigInt(Math.round(usd * 1e9)),
    createdAt: clock.now(),
  })
  for (let tries = 1; ; tries++) {
    const { status, body, retryAfterSeconds } = await post(gateway, questionBody(gateway.model, planned))
    const reply = CompletionReply.safeParse(body)
    if (status === 200 && reply.success) {
      const { content, tool_calls: calls } = reply.data.choices[0].message
      const answer = { text: content ?? '', calls: (calls ?? []).map((call) => call.function) }
      return graded(gradeAnswer(planned.item, answer), reply.data.usage.cost)
    }
    const message = ErrorReply.safeParse(body).data?.error.message ?? `The gateway returned ${status}.`
    // A model that rejects such a request has failed the item.
    if ([400, 413, 415, 422].includes(status)) return graded(`Rejected: ${message}`, 0)
    // Reserved credit is released later; the error then says when to retry.
    if ([401, 403, 404].includes(status) || (status === 402 && retryAfterSeconds === null))
      throw new RunStopped(message)
    if (tries === MOST_TRIES) throw new RunStopped(`The model does not respond: ${message}`)
    const seconds = Math.min(retryAfterSeconds ?? 2 ** (tries - 1), LONGEST_PAUSE_SECONDS)
    await pause(seconds * 1000, undefined, { signal: gateway.signal })
  }
}

/** Temperature 0, where supported, makes runs comparable. A model that lists no parameters is assumed to support all. */
function questionBody({ id, supportedParameters }: CatalogModel, { maxTokens, item }: PlannedItem): object {
  const accepts = (...names: string[]) =>
    supportedParameters.length === 0 || names.some((name) => supportedParameters.includes(name))
  const { response_format, ...question } = item.question
  return {
    model: id,
    ...question,
    ...(response_format && accepts('response_format', 'structured_outputs') && { response_format }),
    ...(accepts('temperature') && { temperature: 0 }),
    max_tokens: maxTokens,
  }
}

/** Status 0 where no response came. */
async function post({ key, signal }: Gateway, body: object) {
  const { ROLE, PORT, publicUrl } = env()
  // This machine where it serves requests itself, else the public address.
  const origin = ROLE === 'all' ? `http://127.0.0.1:${PORT}` : publicUrl
  try {
    const response = await fetch(`${origin}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MILLIS)]),
    })
    const retryAfter = response.headers.get('retry-after') ?? ''
    const retryAfterSeconds = /^\d+$/.test(retryAfter) ? Number(retryAfter) : null
    return { status: response.status, body: parseJson(await response.text()), retryAfterSeconds }
  } catch {
    signal.throwIfAborted()
    const message = 'The gateway could not be reached or did not respond in time.'
    return { status: 0, body: { error: { message } }, retryAfterSeconds: null }
  }
}

const ownerOf = ({ customerId }: Run) => ({ customerId, userId: null, apiKey: null, isOperator: false })

/** A key limited to the run: this model, its budget, one day. Its secret stays in this process. */
async function makeRunKey(run: Run) {
  const created = await createKey(ownerOf(run), {
    name: `Benchmark of ${run.modelId}`.slice(0, 100),
    scopes: ['inference'],
    allowed_models: [run.modelId],
    // Holds are larger than what is charged in the end, and a model may count tokens differently.
    limit_usd: formatUsd(run.maxCostNanos * 2n + 10_000_000n),
    expires_at: new Date(clock.now().getTime() + KEY_LIFETIME_MILLIS).toISOString(),
  })
  await repository.saveRunKey(run.id, run.take, created.id)
  return created
}

/** Safe to repeat. */
async function revokeRunKey(run: Run): Promise<void> {
  if (run.apiKeyId === null || !run.ownsKey) return
  await revokeKey(ownerOf(run), run.apiKeyId).catch((error: unknown) => {
    if (!(error instanceof AppError && error.status === 404)) throw error
  })
  await repository.saveRunKey(run.id, run.take, null)
}

/** Revokes keys that a crash left behind. */
export async function sweepRunKeys(): Promise<void> {
  for (const run of await repository.listEndedWithKey()) await revokeRunKey(run)
}

/** Ends runs that the queue gave up because their process kept crashing. */
export async function sweepRuns(): Promise<void> {
  const open = await repository.listOpenRuns()
  if (open.length === 0) return
  // Read after the runs: the job of an open run was queued before.
  const queued = new Set((await listOpenPayloads(performRunJob)).map(({ runId }) => runId))
  for (const run of open.filter(({ id }) => !queued.has(id)))
    await failRun(run, 'The worker kept crashing. Start a new run.')
}
