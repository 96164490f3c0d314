import type { TaskRow } from '../repository'
import { billedVideo } from './billed-video'
import type { Settlement, StoredResult } from './task-record'

type Reading = Extract<Settlement, { kind: 'settle' }>['reading']

/** What the usage row says of a task: what it used, or that it failed and cost nothing. */
export function readingOf(
  row: TaskRow,
  endedAt: Date,
  outcome: { result: StoredResult } | { errorCode: string },
): Settlement {
  const route = row.routes.find(({ routeId }) => routeId === row.route_id) ?? row.routes[0]
  if (route === undefined) return { kind: 'release' }
  const { modelId, modelName, providerId, priceId, billedBy } = route
  const common = {
    modality: 'video',
    taskId: row.id,
    modelId,
    modelName,
    providerId,
    priceId,
    endedAt,
    attempts: row.attempts,
  } as const
  const reading: Reading =
    'result' in outcome
      ? {
          ...common,
          status: 'success',
          usageSource: outcome.result.isUsageEstimated ? 'estimated' : 'upstream',
          errorCode: null,
          promptTokens: 0,
          completionTokens: outcome.result.usage.completionTokens,
          videoMillis: Math.round(outcome.result.durationSeconds * 1000),
          videoRate: null,
          ...(billedBy === 'seconds' && billedVideo(row.request, outcome.result)),
        }
      : {
          ...common,
          status: 'failed',
          usageSource: 'none',
          errorCode: outcome.errorCode,
          promptTokens: 0,
          completionTokens: 0,
          videoMillis: 0,
          videoRate: null,
        }
  return { kind: 'settle', reading }
}
