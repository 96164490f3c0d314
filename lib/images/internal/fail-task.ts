import { clock } from '@/lib/platform/clock'
import { logger } from '@/lib/platform/logger'
import type { TaskRow } from '../repository'
import { endTask } from './end-task'
import type { TaskFault } from './task-fault'
import type { Settlement } from './task-record'

/** processing → failed. It costs nothing; a task that reached an upstream still shows in the usage. */
export async function failTask(task: TaskRow, fault: TaskFault): Promise<void> {
  if (fault.code === 'internal_error')
    logger.error({ task: task.id, err: stackOf(fault.cause) }, 'an image task failed unexpectedly')
  await endTask(task, task.run, {
    to: 'failed',
    error: fault.toWire(),
    settlement: settlementOf(task, fault),
  })
}

function settlementOf(task: TaskRow, { route, attempts, code }: TaskFault): Settlement {
  if (route === undefined) return { kind: 'release' }
  const planned = task.routes.find(({ routeId }) => routeId === route.routeId)
  const { modelId, modelName, providerId } = route
  return {
    kind: 'settle',
    reading: {
      status: 'failed',
      modality: 'image',
      taskId: task.id,
      modelId,
      modelName,
      providerId,
      priceId: planned?.priceId ?? route.priceId,
      usageSource: 'none',
      errorCode: code,
      endedAt: clock.now(),
      promptTokens: 0,
      completionTokens: 0,
      images: 0,
      imageQuality: null,
      attempts: [...attempts],
    },
  }
}

function stackOf(cause: unknown): string | undefined {
  return cause instanceof Error ? cause.stack : String(cause)
}
