import type { Caller } from '@/lib/platform/caller'
import { clock } from '@/lib/platform/clock'
import { AppError } from '@/lib/platform/errors'
import { wakeWorkers } from '@/lib/platform/jobs/job-queue'
import { listSameObjects } from '@/lib/work/objects/read-object'
import { undoCreation } from '@/lib/work/tasks/creation'
import {
  type CheckedUpload,
  checkUploads,
  findAllUsable,
  type WantedUpload,
} from '@/lib/work/uploads/check-uploads'
import { originOf } from './families'
import { cancelTask } from './history'
import { planTask, type TaskRequest } from './internal/plan-task'
import { imageTable, newTaskId, type TaskSettings } from './internal/task-record'
import { findTask, findTaskByKey, insertTask, type NewTask } from './repository'
import {
  type CreatedImageTask,
  type CreateEditRequest,
  type CreateGenerationRequest,
  type CreateVariationRequest,
  defaultSettings,
  type ImageTaskKind,
  noOrigin,
  type Origin,
} from './schema'

/** Starts a text-to-image task. With the same `idempotencyKey` it returns the task that exists already, also after a crash. */
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

/** Starts a task that edits an uploaded image: all of it, or the transparent area of the mask. */
export function createEdit(
  caller: Caller,
  { model, prompt, image_upload_id, mask_upload_id, ...asked }: CreateEditRequest,
  idempotencyKey?: string,
): Promise<CreatedImageTask> {
  return createTask(caller, {
    kind: mask_upload_id === undefined ? 'edit' : 'masked_edit',
    model,
    prompt: prompt ?? null,
    settings: toSettings(asked),
    source: { uploadId: image_upload_id, purpose: 'image_edit_source', param: 'image_upload_id' },
    mask:
      mask_upload_id === undefined
        ? undefined
        : { uploadId: mask_upload_id, purpose: 'image_edit_mask', param: 'mask_upload_id' },
    idempotencyKey,
  })
}

/** Starts a task that makes a variation of an uploaded image. */
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

type RequestedSettings = Partial<Omit<CreateGenerationRequest, 'model' | 'prompt'>>

/** Fills in defaults. Compression does not apply to png. */
function toSettings(asked: RequestedSettings): TaskSettings {
  const outputFormat = asked.output_format ?? defaultSettings.output_format
  return {
    n: asked.n ?? defaultSettings.n,
    size: asked.size ?? defaultSettings.size,
    quality: asked.quality ?? defaultSettings.quality,
    outputFormat,
    outputCompression: outputFormat === 'png' ? null : (asked.output_compression ?? null),
    background: asked.background ?? defaultSettings.background,
    moderation: asked.moderation ?? defaultSettings.moderation,
    seed: asked.seed ?? null,
  }
}

type NewTaskRequest = TaskRequest & {
  source?: WantedUpload
  mask?: WantedUpload | undefined
  idempotencyKey: string | undefined
}

/**
 * Inserts the row, claims the uploads and holds the customer's money in one statement: all or nothing. The first turn is
 * due at once.
 */
async function createTask(caller: Caller, request: NewTaskRequest): Promise<CreatedImageTask> {
  const { kind, source, mask, idempotencyKey } = request
  // After a crash between the task and the record of its answer, the retry must not start a second task.
  const earlier =
    idempotencyKey && (await findTaskByKey(caller.customerId, kindsOfSameKey[kind], idempotencyKey))
  if (earlier) return toCreated(earlier)
  const { model, routes, worstCaseNanos } = planTask(caller, request)
  const uploads = await checkUploads(
    caller,
    [source, mask].filter((one) => one !== undefined),
  )
  const task: NewTask = {
    id: newTaskId(kind),
    customer_id: caller.customerId,
    kind,
    model_id: model.id,
    model_name: model.name,
    prompt: request.prompt,
    settings: request.settings,
    routes,
    source_upload_id: source?.uploadId ?? null,
    mask_upload_id: mask?.uploadId ?? null,
    ...(uploads[0] ? await originOfUpload(caller.customerId, uploads[0]) : noOrigin),
    idempotency_key: idempotencyKey ?? null,
    created_at: clock.now(),
  }
  await insertTask(caller, task, uploads, worstCaseNanos).catch(async (error: unknown) => {
    // Another task claimed an upload first, or its claim period is over.
    if (!(error instanceof AppError)) await findAllUsable(caller, uploads)
    return undoCreation(error, {
      isMade: async () => (await findTask(caller.customerId, task.id)) !== undefined,
      callOff: idempotencyKey === undefined ? () => cancelTask(caller, task.id) : undefined,
    })
  })
  wakeWorkers(imageTable.name)
  return toCreated(task)
}

/** An upload with the bytes of an image that the customer has here was made from it. */
async function originOfUpload(customerId: string, upload: CheckedUpload): Promise<Origin> {
  return originOf(customerId, await listSameObjects(customerId, upload))
}

const kindsOfSameKey: Record<ImageTaskKind, readonly ImageTaskKind[]> = {
  generation: ['generation'],
  edit: ['edit', 'masked_edit'],
  masked_edit: ['edit', 'masked_edit'],
  variation: ['variation'],
}

type Created = Pick<NewTask, 'id' | 'model_id' | 'created_at'>

function toCreated({ id, model_id, created_at }: Created): CreatedImageTask {
  return { id, status: 'queued', model: model_id, created_at: created_at.toISOString() }
}
