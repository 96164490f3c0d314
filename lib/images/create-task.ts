import { setTimeout as wait } from 'node:timers/promises'
import { listModels } from '@/lib/catalog/list-models'
import type { Caller } from '@/lib/platform/caller'
import { clock } from '@/lib/platform/clock'
import { AppError } from '@/lib/platform/errors'
import { isDatabaseAway } from '@/lib/platform/is-database-away'
import { type CheckedUpload, checkUploads, type WantedUpload } from '@/lib/uploads/check-uploads'
import { claimUploads } from '@/lib/uploads/claim-uploads'
import { openTaskMeter } from '@/lib/usage/open-task-meter'
import { releaseTaskMeter } from '@/lib/usage/release-task-meter'
import type { TaskMeter } from '@/lib/usage/task-meter'
import { cancelTask } from './history'
import { planTask, type TaskRequest } from './internal/plan-task'
import { newTaskId, type TaskSettings } from './internal/task-record'
import { admitSoon } from './jobs'
import { findTask, findTaskByKey, insertTask, inTransaction, type NewTask } from './repository'
import {
  type CreatedImageTask,
  type CreateEditRequest,
  type CreateGenerationRequest,
  type CreateVariationRequest,
  type ImageModelList,
  type ImageTaskKind,
  usualSettings,
} from './schema'

/** Starts a task that makes pictures from words. `idempotencyKey`: a crash must not make two of one. */
export function createGeneration(
  caller: Caller,
  { model, prompt, ...asked }: CreateGenerationRequest,
  idempotencyKey?: string,
): Promise<CreatedImageTask> {
  return createTask(caller, {
    kind: 'generation',
    model,
    prompt,
    settings: toSettings(asked),
    idempotencyKey,
  })
}

/** Starts a task that changes an uploaded picture: all of it, or what the mask leaves transparent. */
export function createEdit(
  caller: Caller,
  { model, prompt, image_upload_id, mask_upload_id, ...asked }: CreateEditRequest,
  idempotencyKey?: string,
): Promise<CreatedImageTask> {
  return createTask(caller, {
    kind: mask_upload_id === undefined ? 'edit' : 'masked_edit',
    model,
    prompt,
    settings: toSettings(asked),
    source: { uploadId: image_upload_id, purpose: 'image_edit_source', param: 'image_upload_id' },
    mask:
      mask_upload_id === undefined
        ? undefined
        : { uploadId: mask_upload_id, purpose: 'image_edit_mask', param: 'mask_upload_id' },
    idempotencyKey,
  })
}

/** Starts a task that makes a picture in the manner of an uploaded one. */
export function createVariation(
  caller: Caller,
  { model, image_upload_id, size }: CreateVariationRequest,
  idempotencyKey?: string,
): Promise<CreatedImageTask> {
  return createTask(caller, {
    kind: 'variation',
    model,
    prompt: null,
    settings: toSettings({ size }),
    source: { uploadId: image_upload_id, purpose: 'image_variation_source', param: 'image_upload_id' },
    idempotencyKey,
  })
}

/** The image models that the caller can call now, by id. */
export function listImageModels(caller: Caller): ImageModelList {
  const { data } = listModels(caller)
  return { object: 'list', data: data.filter(({ modality }) => modality === 'image') }
}

type Asked = Partial<Omit<CreateGenerationRequest, 'model' | 'prompt'>>

/** What was left open at its default. Compression is nothing to a png. */
function toSettings(asked: Asked): TaskSettings {
  const outputFormat = asked.output_format ?? usualSettings.output_format
  return {
    n: asked.n ?? usualSettings.n,
    size: asked.size ?? usualSettings.size,
    quality: asked.quality ?? usualSettings.quality,
    outputFormat,
    outputCompression: outputFormat === 'png' ? null : (asked.output_compression ?? null),
    background: asked.background ?? usualSettings.background,
    moderation: asked.moderation ?? usualSettings.moderation,
    seed: asked.seed ?? null,
  }
}

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
async function createTask(caller: Caller, request: NewTaskRequest): Promise<CreatedImageTask> {
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

const ASK_AGAIN_MILLIS = 1000

type Made = { isKept: () => Promise<boolean>; callOff: () => Promise<void> }

/**
 * Releases the hold of a task whose creator was told that there is none, or calls the task off should it be there after
 * all; asks until the database answers.
 */
async function giveBack(meter: TaskMeter, { isKept, callOff }: Made): Promise<void> {
  const undo = async () => {
    if (await isKept()) await callOff()
    else await releaseTaskMeter(meter)
  }
  for (;;) {
    const isOver = await undo().then(
      () => true,
      // Its end has come already.
      (error: unknown) => error instanceof AppError,
    )
    if (isOver) return
    await wait(ASK_AGAIN_MILLIS, undefined, { ref: false })
  }
}
