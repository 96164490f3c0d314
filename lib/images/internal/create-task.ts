import type { Caller } from '@/lib/platform/caller'
import { clock } from '@/lib/platform/clock'
import { isDatabaseAway } from '@/lib/platform/database-connection'
import { type CheckedUpload, checkUploads, type WantedUpload } from '@/lib/uploads/check-uploads'
import { claimUploads } from '@/lib/uploads/claim-uploads'
import { openTaskMeter } from '@/lib/usage/task-meter'
import { cancelTask } from '../cancel-task'
import { findTask, findTaskByKey, insertTask, inTransaction, type NewTask } from '../repository'
import type { CreatedImageTask, ImageTaskKind } from '../schema'
import { admitSoon } from './admit-tasks'
import { giveBack } from './give-back'
import { planTask, type TaskRequest } from './plan-task'
import { newTaskId } from './task-id'

export type NewTaskRequest = TaskRequest & {
  source?: WantedUpload
  mask?: WantedUpload | undefined
  idempotencyKey: string | undefined
}

/**
 * A task and all that belongs to it, or nothing: its row, its claim on the uploads and the hold on the customer's money
 * are committed together. A process that dies before that leaves only a hold, which is given back; one that dies right
 * after it leaves a task that waits, which the sweep lets into the queue.
 */
export async function createTask(caller: Caller, request: NewTaskRequest): Promise<CreatedImageTask> {
  const earlier = await findEarlier(caller, request)
  if (earlier) return earlier
  const { model, routes, worstCaseNanos } = planTask(caller, request)
  const uploads = await checkUploads(
    caller,
    [request.source, request.mask].filter((one) => one !== undefined),
  )
  const meter = await openTaskMeter(caller, worstCaseNanos)
  const task: NewTask = {
    id: newTaskId(request.kind),
    customer_id: caller.customerId,
    kind: request.kind,
    model_id: model.id,
    model_name: model.name,
    prompt: request.prompt,
    settings: request.settings,
    routes,
    source_upload_id: request.source?.uploadId ?? null,
    mask_upload_id: request.mask?.uploadId ?? null,
    idempotency_key: request.idempotencyKey ?? null,
    meter,
    created_at: clock.now(),
  }
  await keepTask(caller, task, uploads).catch((error: unknown) => undo(caller, task, error))
  admitSoon(caller.customerId)
  return { id: task.id, status: 'queued', model: model.id, created_at: task.created_at.toISOString() }
}

/** Throws the error and gives the money back; not where the task was made all the same, and only the answer was lost. */
async function undo(caller: Caller, { id, meter, idempotency_key }: NewTask, error: unknown): Promise<void> {
  const isKept = async () => (await findTask(caller.customerId, id)) !== undefined
  // Whoever was told otherwise would make and pay it twice.
  if (isDatabaseAway(error) && (await isKept().catch(() => false))) return
  // Nobody knows of one that is made even so, unless by its key: it must not be drawn and charged.
  const callOff = async () => {
    if (idempotency_key === null) await cancelTask(caller, id)
  }
  const undone = giveBack(meter, { isKept, callOff })
  // A database that is away may have kept it even so; nobody need wait until it can be asked.
  if (!isDatabaseAway(error)) await undone
  throw error
}

async function keepTask(caller: Caller, task: NewTask, uploads: CheckedUpload[]): Promise<void> {
  if (uploads.length === 0) return insertTask(task)
  await inTransaction(async (transaction) => {
    await insertTask(task, transaction)
    await claimUploads(caller, uploads, { taskId: task.id, transaction })
  })
}

const kindsBeside: Record<ImageTaskKind, readonly ImageTaskKind[]> = {
  generation: ['generation'],
  edit: ['edit', 'masked_edit'],
  masked_edit: ['edit', 'masked_edit'],
  variation: ['variation'],
}

/** A crash between the task and the record of its answer: the retry must not start a second one. */
async function findEarlier(caller: Caller, request: NewTaskRequest): Promise<CreatedImageTask | undefined> {
  const { idempotencyKey, kind } = request
  if (idempotencyKey === undefined) return undefined
  const row = await findTaskByKey(caller.customerId, kindsBeside[kind], idempotencyKey)
  if (row === undefined) return undefined
  return { id: row.id, status: 'queued', model: row.model_id, created_at: row.created_at.toISOString() }
}
