import type { ResolvedRoute } from '@/lib/gateway/routing/schema'
import type { Attempt } from '@/lib/gateway/routing/try-routes'
import { failureOf } from '@/lib/gateway/routing/upstream-fault'
import { chargeOfTask } from '@/lib/money/usage/task-meter'
import { clock } from '@/lib/platform/clock'
import { env } from '@/lib/platform/env'
import { logger } from '@/lib/platform/logger'
import { describeFailure } from '@/lib/platform/task-failures'
import type { Transaction } from '@/lib/platform/transaction'
import { UpstreamError } from '@/lib/upstream/contract/upstream-error'
import { deleteObjects } from '@/lib/work/objects/keep-object'
import type { TaskError } from '@/lib/work/tasks/schema'
import { settleTask } from '@/lib/work/tasks/settle'
import { releaseUploads } from '@/lib/work/uploads/claim-uploads'
import { inTransaction, type TaskRow } from '../repository'
import { deleteOutputs, type Ending, endTask as moveToEnd, type StoredOutput } from '../work-repository'
import { leftoverIds } from './store-pictures'
import { imageTable, type Settlement, type StoredResult } from './task-record'

type Details = {
  /** Another try would fail the same way. */
  isFinal: boolean
  param?: string | null
  /** The route that failed, for the usage row. */
  route?: ResolvedRoute
  attempts?: readonly Attempt[]
  cause?: unknown
}

/** Why a task was not drawn. Becomes its `error` unless a retry succeeds. */
export class TaskFault extends Error {
  override readonly name = 'TaskFault'
  readonly isFinal: boolean
  readonly param: string | null
  readonly route: ResolvedRoute | undefined
  readonly attempts: readonly Attempt[]

  constructor(
    /** One of our error codes, or one that a mock upstream is configured to fail with. */
    readonly code: string,
    message: string,
    details: Details,
  ) {
    super(message, { cause: details.cause })
    this.isFinal = details.isFinal
    this.param = details.param ?? null
    this.route = details.route
    this.attempts = details.attempts ?? []
  }

  static of(error: unknown, at: Pick<Details, 'route' | 'attempts'>): unknown {
    if (!(error instanceof UpstreamError)) return error
    const { code, message, param, isFinal } = failureOf(error)
    return new TaskFault(code, message, { ...at, isFinal, param, cause: error })
  }

  toWire(): TaskError {
    const { code, message, param } = this
    const { type, retryable } = describeFailure(code)
    return { code, message, type, param, retryable }
  }
}

/**
 * Ends a task: its final state, its settlement and the release of its uploads in one transaction; then settles its money.
 * False if it has ended already or another run has claimed it. Only a completed task keeps its images.
 */
export async function endTask(
  task: TaskRow,
  run: number | null,
  end: Omit<Ending, 'finishedAt' | 'expiresAt'>,
): Promise<boolean> {
  const finishedAt = clock.now()
  const expiresAt = new Date(finishedAt.getTime() + env().IMAGE_TASK_TTL_SECONDS * 1000)
  const ending = { ...end, finishedAt, expiresAt }
  // Most tasks have no uploads to release: one statement is enough.
  const isAlone = end.to === 'completed' && task.source_upload_id === null
  const hasEnded = isAlone
    ? await moveToEnd(task.id, run, ending)
    : await inTransaction(async (transaction) => {
        if (!(await moveToEnd(task.id, run, ending, transaction))) return false
        await releaseInputs(task, end.to, transaction)
        return true
      })
  if (!hasEnded) return false
  // The row has the settlement: if this fails, another turn settles it.
  await settleTask(imageTable, { ...task, settlement: end.settlement }).catch((error: unknown) =>
    logger.warn({ task: task.id, err: String(error) }, 'an image task could not be settled yet'),
  )
  return true
}

async function releaseInputs(task: TaskRow, to: Ending['to'], transaction: Transaction): Promise<void> {
  if (to !== 'completed') {
    const objectIds = await deleteOutputs(task.id, transaction)
    await deleteObjects(task.customer_id, [...objectIds, ...leftoverIds(task, task.run)], transaction)
  }
  await releaseUploads(task.customer_id, task.id, transaction)
}

/** processing → completed, with its images and the charge. If the task has ended already, the images are deleted. */
export async function completeTask(
  task: TaskRow,
  made: StoredResult,
  outputs: readonly StoredOutput[],
): Promise<void> {
  const reading = { ...made.reading, endedAt: clock.now() }
  const hasEnded = await endTask(task, task.run, {
    to: 'completed',
    made,
    costNanos: await chargeOfTask(task.meter, reading),
    settlement: { kind: 'settle', reading },
    outputs,
  })
  if (hasEnded) return
  const ids = outputs.flatMap(({ objectId }) => objectId ?? [])
  await deleteObjects(task.customer_id, ids)
}

/** processing → failed. Costs nothing; a task that reached a provider still shows in the usage. */
export async function failTask(task: TaskRow, fault: TaskFault): Promise<void> {
  if (fault.code === 'internal_error')
    logger.error({ task: task.id, err: stackOf(fault.cause) }, 'an image task failed unexpectedly')
  await endTask(task, task.run, {
    to: 'failed',
    error: fault.toWire(),
    settlement: failedSettlement(task, fault),
  })
}

function failedSettlement(task: TaskRow, { route, attempts, code }: TaskFault): Settlement {
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
      ownKeyFactor: planned?.ownKeyFactor,
      priceFactor: planned?.priceFactor,
    },
  }
}

function stackOf(cause: unknown): string | undefined {
  return cause instanceof Error ? cause.stack : String(cause)
}
