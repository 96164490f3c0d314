import { z } from 'zod'
import { findModel } from '@/lib/catalog/models/read-snapshot'
import { suiteScores } from '@/lib/catalog/rankings/scores'
import { suites } from '@/lib/catalog/rankings/suites'
import { type Price, totalNanosOf } from '@/lib/money/prices/price'
import { highestCost, worstCaseCost } from '@/lib/money/usage/meter'
import type { Caller } from '@/lib/platform/caller'
import { clock } from '@/lib/platform/clock'
import { AppError } from '@/lib/platform/errors'
import { enqueue } from '@/lib/platform/jobs/enqueue'
import type { QueuedJob } from '@/lib/platform/jobs/job'
import { formatUsd, parseUsd } from '@/lib/platform/money'
import type { Transaction } from '@/lib/platform/transaction'
import * as repository from './repository'
import type {
  BenchmarkRun,
  Estimate,
  EstimateRequest,
  RunStatus,
  StartedRun,
  StartRunRequest,
} from './schema'

const RunPayload = z.object({ runId: z.string() })
export type RunPayload = z.infer<typeof RunPayload>

/** Runs the items that have no result yet. If the process dies, another continues. */
export const performRunJob: QueuedJob<RunPayload> = {
  name: 'benchmarks.perform-run',
  payload: RunPayload,
  concurrency: () => 2,
  retryLimit: 50,
  retryDelaySeconds: 2,
  maxRetryDelaySeconds: 60,
  expireInSeconds: 23 * 3600,
}

/** The items have 3.5 to 5 characters per token. */
const CHARACTERS_PER_TOKEN = 3.5

type Question = { promptTokens: number; completionTokens: number }

/** The items and cost of a run, by the most expensive route. Throws `model_not_found`, `invalid_parameter`. */
export function estimateRun({ model: id, suites: ids }: EstimateRequest): Estimate {
  const model = findModel(id)
  if (model === undefined) throw new AppError('model_not_found', { param: 'model' })
  if (model.modality !== 'chat')
    throw new AppError('invalid_parameter', {
      param: 'model',
      message: 'Only chat models can be benchmarked.',
    })
  const asked = ids.flatMap((one) =>
    suites[one].items.map(({ question }) => ({
      promptTokens: Math.ceil(JSON.stringify(question).length / CHARACTERS_PER_TOKEN),
      completionTokens: suites[one].maxTokens,
    })),
  )
  const highest = (costOf: (price: Price, question: Question) => bigint) =>
    highestCost(model.routes, ({ price }) =>
      asked.reduce((sum, question) => sum + costOf(price, question), 0n),
    )
  const least = ({ promptTokens }: Question) => ({ promptTokens, requests: 1, arrivedAt: clock.now() })
  return {
    model_id: model.id,
    items: asked.length,
    min_cost: formatUsd(highest((price, one) => totalNanosOf(price, least(one)))),
    max_cost: formatUsd(highest(worstCaseCost)),
  }
}

/** Queues a run at the caller's expense. Throws `model_not_found`, `invalid_parameter`. */
export async function startRun(
  caller: Caller,
  id: string,
  { max_cost_usd: accepted, ...request }: StartRunRequest,
  transaction: Transaction,
): Promise<StartedRun> {
  const { model_id: modelId, max_cost: maxCost } = estimateRun(request)
  const maxCostNanos = parseUsd(maxCost) ?? 0n
  if (maxCostNanos > (parseUsd(accepted) ?? 0n))
    throw new AppError('invalid_parameter', {
      param: 'max_cost_usd',
      message: `This run may cost up to $${maxCost}.`,
    })
  const planned: repository.PlannedSuite[] = request.suites.map((one) => {
    const { version, items } = suites[one]
    return { id: one, version, items: items.length }
  })
  const modelName = findModel(modelId)?.name ?? modelId
  const { customerId } = caller
  const run = { id, modelId, modelName, suites: planned, maxCostNanos, customerId, createdAt: clock.now() }
  await repository.insertRun(run, transaction)
  await enqueue(performRunJob, { runId: id }, { transaction })
  return { id, status: 'queued' }
}

/**
 * Ends a run and returns its previous status; its results stay. Its worker stops before it saves the next result.
 * Throws `not_found`, `task_not_cancellable`.
 */
export async function cancelRun(id: string, transaction: Transaction): Promise<RunStatus> {
  const run = await repository.findRun(id)
  if (run === null) throw new AppError('not_found')
  const end = { status: 'cancelled', finishedAt: clock.now() } as const
  if (!(await repository.endRun({ id }, end, transaction)))
    throw new AppError('task_not_cancellable', { message: 'This run has already ended.' })
  return run.status
}

/** The model of each run, by run id; unknown ids are left out. */
export async function readRunModels(ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  return new Map((await repository.listRunModels([...ids])).map(({ id, modelId }) => [id, modelId]))
}

/** The latest runs with their scores, newest first. */
export async function listRuns(): Promise<{ data: BenchmarkRun[] }> {
  const rows = await repository.listNewestRuns(20)
  const results = await repository.listResults(rows.map(({ id }) => id))
  const byRun = Map.groupBy(results, ({ runId }) => runId)
  return { data: rows.map((row) => toBenchmarkRun(row, byRun.get(row.id) ?? [])) }
}

function toBenchmarkRun(row: repository.RunRow, results: readonly repository.ItemResult[]): BenchmarkRun {
  return {
    id: row.id,
    model_id: row.modelId,
    status: row.status,
    suites: suiteScores(row, results),
    items: row.suites.reduce((sum, { items }) => sum + items, 0),
    done: results.length,
    cost: formatUsd(results.reduce((sum, { costNanos }) => sum + costNanos, 0n)),
    missed: results.flatMap(({ outcome, itemId: item, reason }) =>
      outcome === 'failed' ? { item, reason: reason ?? '' } : [],
    ),
    failure: row.failure,
    created_at: row.createdAt.toISOString(),
  }
}
