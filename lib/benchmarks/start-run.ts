import type { Caller } from '@/lib/platform/caller'
import { clock } from '@/lib/platform/clock'
import { AppError } from '@/lib/platform/errors'
import { enqueue } from '@/lib/platform/jobs/enqueue'
import { formatUsd, parseUsd } from '@/lib/platform/money'
import type { Transaction } from '@/lib/platform/transaction'
import { estimateCost } from './internal/estimate-cost'
import { planSuites } from './internal/plan-suites'
import { requireChatModel } from './internal/require-chat-model'
import { makeRunKey, takeGivenKey } from './internal/run-key'
import { performRunJob } from './jobs'
import { toBenchmarkRun } from './presenter'
import { insertRun } from './repository'
import type { BenchmarkRun, StartRunRequest } from './schema'

/**
 * Puts a run into the queue, to be paid by the caller or by whose key was given. Throws `model_not_found`,
 * `invalid_parameter` (also where it may cost more than the caller accepts).
 */
export async function startRun(
  caller: Caller,
  id: string,
  { model: modelId, suites, limit, max_tokens, concurrency, max_cost_usd, api_key }: StartRunRequest,
  transaction: Transaction,
): Promise<BenchmarkRun> {
  const model = requireChatModel(modelId)
  const planned = planSuites(suites, limit)
  const maxTokens = max_tokens ?? null
  const { maxNanos } = estimateCost(model, planned, maxTokens)
  if (maxNanos > (parseUsd(max_cost_usd) ?? 0n))
    throw new AppError('invalid_parameter', {
      param: 'max_cost_usd',
      message: `This run may cost up to $${formatUsd(maxNanos)}.`,
    })
  const run = { id, modelId: model.id, maxCostNanos: maxNanos }
  const key = api_key === undefined ? await makeRunKey(caller, run) : await takeGivenKey(run.id, api_key)
  const row = await insertRun(
    {
      ...run,
      ...key,
      modelName: model.name,
      suites: planned,
      concurrency,
      maxTokens,
      createdAt: clock.now(),
    },
    transaction,
  )
  await enqueue(performRunJob, { runId: row.id }, { transaction })
  return toBenchmarkRun(row, [], [])
}
