import { refuseWithoutCredit } from '@/lib/catalog/models/refuse-without-credit'
import { toStored } from '@/lib/money/budgets/schema'
import type { Caller } from '@/lib/platform/caller'
import { clock } from '@/lib/platform/clock'
import { AppError } from '@/lib/platform/errors'
import { newId } from '@/lib/platform/ids'
import { wakeWorkers } from '@/lib/platform/jobs/job-queue'
import { inTransaction } from '@/lib/platform/transaction'
import { beginReading } from '@/lib/work/objects/files'
import { toIdList } from '@/lib/work/objects/schema'
import {
  type BatchRow,
  batchTable,
  deleteBatchesOf,
  deleteOld,
  findBatch,
  findByKey,
  insertBatch,
  listBatchRows,
  lockAndCountOpen,
  markCancelling,
} from './repository'
import {
  BatchEndpoint,
  type BatchList,
  type BatchListQuery,
  BatchObject,
  type CreateBatchRequest,
  LineFault,
} from './schema'

const WINDOW_MILLIS = 24 * 3600_000
/** Extra time to write the result files after the window. */
const AFTERWARDS_MILLIS = 3600_000
const KEPT_MILLIS = 30 * WINDOW_MILLIS
/** The most open batches of one customer. */
const MOST_OPEN = 100

/**
 * Queues the requests of a file. An idempotency key used within the last day returns the earlier batch, since a crash may have
 * lost that answer. Throws 400 for an invalid file, 402 without credit, and 429 while too many batches are open.
 */
export async function createBatch(
  caller: Caller,
  { input_file_id: inputFileId, endpoint, metadata }: CreateBatchRequest,
  idempotencyKey?: string,
): Promise<BatchObject> {
  const { customerId, userId, apiKey } = caller
  const now = clock.now()
  const since = new Date(now.getTime() - WINDOW_MILLIS)
  const earlier = idempotencyKey && (await findByKey(customerId, idempotencyKey, since))
  if (earlier) return present(earlier)
  await refuseWithoutCredit(caller)
  const expiresAt = new Date(now.getTime() + WINDOW_MILLIS)
  const until = new Date(expiresAt.getTime() + AFTERWARDS_MILLIS)
  const row = await inTransaction(async (transaction) => {
    if ((await lockAndCountOpen(customerId, transaction)) >= MOST_OPEN)
      throw new AppError('rate_limit_exceeded', {
        message: `You have ${MOST_OPEN} open batches, which is the limit. Wait for one to end, or cancel one.`,
        retryAfterSeconds: 60,
        metadata: { limit_source: 'batches' },
      })
    await beginReading({ customerId, id: inputFileId, until, param: 'input_file_id' }, transaction)
    // Without the budgets of now: each request counts against those of its time.
    const marks = caller.marks && toStored(caller.marks)
    const batch = {
      id: newId('batch'),
      customerId,
      apiKeyId: apiKey?.id ?? null,
      userId,
      endpoint,
      inputFileId,
    }
    return insertBatch(
      { ...batch, idempotencyKey, metadata, marks, createdAt: now, nextTurnAt: now, expiresAt },
      transaction,
    )
  })
  wakeWorkers(batchTable.name)
  return present(row)
}

/** Throws `not_found`. */
export async function readBatch({ customerId }: Caller, id: string): Promise<BatchObject> {
  const row = await findBatch(customerId, id)
  if (row === null) throw new AppError('not_found', { message: 'There is no such batch.' })
  return present(row)
}

export async function listBatches({ customerId }: Caller, query: BatchListQuery): Promise<BatchList> {
  const { limit, after } = query
  return toIdList((await listBatchRows(customerId, after, limit + 1)).map(present), limit)
}

/**
 * Starts no further line. Lines in progress are completed and charged. May be repeated. Throws `not_found`, and
 * `task_not_cancellable` for a batch that has ended.
 */
export async function cancelBatch(caller: Caller, id: string): Promise<BatchObject> {
  const batch = await readBatch(caller, id)
  if (!(await markCancelling(caller.customerId, id, clock.now())))
    throw new AppError('task_not_cancellable', { message: `This batch has ended: it is ${batch.status}.` })
  wakeWorkers(batchTable.name)
  return readBatch(caller, id)
}

function present(row: BatchRow): BatchObject {
  const endedAs = (status: string) => (row.status === status ? seconds(row.finishedAt) : null)
  return {
    id: row.id,
    object: 'batch',
    endpoint: BatchEndpoint.parse(row.endpoint),
    errors: row.errors === null ? null : { object: 'list', data: LineFault.array().parse(row.errors) },
    input_file_id: row.inputFileId,
    completion_window: '24h',
    status: statusOf(row),
    output_file_id: row.outputFileId,
    error_file_id: row.errorFileId,
    created_at: Math.floor(row.createdAt.getTime() / 1000),
    in_progress_at: seconds(row.inProgressAt),
    expires_at: Math.floor(row.expiresAt.getTime() / 1000),
    finalizing_at: seconds(row.finalizingAt),
    completed_at: endedAs('completed'),
    failed_at: endedAs('failed'),
    expired_at: endedAs('expired'),
    cancelling_at: seconds(row.cancellingAt),
    cancelled_at: endedAs('cancelled'),
    request_counts: { total: row.total, completed: row.completed, failed: row.failed },
    metadata: BatchObject.shape.metadata.parse(row.metadata),
  }
}

/** The status of an open batch follows from its timestamps. */
function statusOf({ status, cancellingAt, finalizingAt }: BatchRow): BatchObject['status'] {
  if (status !== 'queued' && status !== 'processing') return BatchObject.shape.status.parse(status)
  if (cancellingAt) return 'cancelling'
  if (finalizingAt) return 'finalizing'
  return status === 'queued' ? 'validating' : 'in_progress'
}

function seconds(time: Date | null): number | null {
  return time && Math.floor(time.getTime() / 1000)
}

/** Deletes batches that ended 30 days ago, and lines that a crash left behind. */
export function sweepBatches(): Promise<void> {
  return deleteOld(new Date(clock.now().getTime() - KEPT_MILLIS))
}

/** Deletes all batches of a deleted customer. Requests in progress are neither stored nor charged. */
export function eraseBatchesOf(customerId: string): Promise<void> {
  return deleteBatchesOf(customerId)
}
