import { z } from 'zod'
import { pool, prisma } from '@/lib/platform/db'
import { escapeLike } from '@/lib/platform/escape'
import { storedJson } from '@/lib/platform/json'
import type { PagePlace } from '@/lib/platform/page-cursor'
import type { Transaction } from '@/lib/platform/transaction'
import { keepTaskMeter, StoredMeter, type TaskMeter } from '@/lib/usage/task-meter'
import { type ImageStatus, Made, PlannedRoute, Settlement, TaskSettings } from './internal/task-record'
import { HISTORY_DAYS, ImageTaskError, ImageTaskKind, ImageTaskStatus } from './schema'

/** Pictures that wait for the store may be large. */
const TRANSACTION_LIMITS = { maxWait: 10_000, timeout: 60_000 }

export function inTransaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
  return prisma.$transaction(work, TRANSACTION_LIMITS)
}

const OutputRow = z.object({
  position: z.int(),
  mime_type: z.string(),
  size_bytes: z.int(),
  width: z.int(),
  height: z.int(),
  revised_prompt: z.string().nullable(),
  object_id: z.string().nullable(),
  object_expires_at: z.coerce.date().nullable(),
  /** The picture itself is in the row. */
  has_body: z.boolean(),
})
export type OutputRow = z.infer<typeof OutputRow>

const TaskRow = z.object({
  id: z.string(),
  customer_id: z.string(),
  kind: ImageTaskKind,
  status: ImageTaskStatus,
  model_id: z.string(),
  model_name: z.string(),
  prompt: z.string().nullable(),
  settings: TaskSettings,
  routes: z.array(PlannedRoute),
  source_upload_id: z.string().nullable(),
  mask_upload_id: z.string().nullable(),
  run: z.int(),
  meter: StoredMeter,
  created_at: z.date(),
  started_at: z.date().nullable(),
  finished_at: z.date().nullable(),
  expires_at: z.date().nullable(),
  made: Made.nullable(),
  cost_nanos: z.bigint().nullable(),
  error: ImageTaskError.nullable(),
  settlement: Settlement.nullable(),
  settled_at: z.date().nullable(),
  claim_until: z.date().nullable(),
  claimed_at: z.date().nullable(),
  outputs: z.array(OutputRow),
})
export type TaskRow = z.infer<typeof TaskRow>

/** A task whose turn this process has. */
export const ImageTurn = TaskRow.extend({
  turn: z.int(),
  /** How often an upstream has failed to draw it. */
  tries: z.int(),
})
export type ImageTurn = z.infer<typeof ImageTurn>

export const taskColumns = `t.id, t.customer_id, t.kind, t.status, t.model_id, t.model_name, t.prompt, t.settings, t.routes, t.source_upload_id,
  t.mask_upload_id, t.run, t.meter, t.created_at, t.started_at, t.finished_at, t.expires_at, t.made, t.cost_nanos, t.error,
  t.settlement, t.settled_at, t.claim_until, t.claimed_at,
  coalesce((SELECT json_agg(json_build_object('position', o.position, 'mime_type', o.mime_type, 'size_bytes', o.size_bytes,
    'width', o.width, 'height', o.height, 'revised_prompt', o.revised_prompt, 'object_id', o.object_id,
    'object_expires_at', o.object_expires_at, 'has_body', o.body IS NOT NULL) ORDER BY o.position)
    FROM image_outputs o WHERE o.task_id = t.id), '[]') AS outputs`

export type NewTask = Pick<
  TaskRow,
  'id' | 'customer_id' | 'kind' | 'model_id' | 'model_name' | 'prompt' | 'settings' | 'routes' | 'created_at'
> & {
  source_upload_id: string | null
  mask_upload_id: string | null
  idempotency_key: string | null
  meter: TaskMeter
}

const insertText = `INSERT INTO image_tasks (id, customer_id, kind, model_id, model_name, prompt, settings, routes,
    source_upload_id, mask_upload_id, idempotency_key, meter, created_at, next_turn_at, admitted_at)
  SELECT $2::text, $3::text, $4::text, $5::text, $6::text, $7::text, $8::jsonb, $9::jsonb, $10::text, $11::text, $12::text,
    $13::jsonb, $14::timestamptz, $14::timestamptz, $14::timestamptz FROM kept`

/** Makes the row of a new task, and gives it the hold on the customer's money. Its first turn is due. */
export function insertTask(task: NewTask, transaction?: Transaction): Promise<void> {
  const values = [
    task.id,
    task.customer_id,
    task.kind,
    task.model_id,
    task.model_name,
    task.prompt,
    storedJson(task.settings),
    storedJson(task.routes),
    task.source_upload_id,
    task.mask_upload_id,
    task.idempotency_key,
    storedJson(task.meter),
    task.created_at,
  ]
  return keepTaskMeter(task.meter, { name: 'image', text: insertText, values }, transaction)
}

/** The task that this key has made within the last day; a crash may have left it without a recorded answer. */
export async function findTaskByKey(
  customerId: string,
  kinds: readonly ImageTaskKind[],
  idempotencyKey: string,
): Promise<TaskRow | undefined> {
  const { rows } = await pool.query(
    `SELECT ${taskColumns} FROM image_tasks t
      WHERE t.customer_id = $1 AND t.idempotency_key = $2 AND t.kind = ANY($3) AND t.created_at > now() - interval '24 hours'
      ORDER BY t.created_at DESC LIMIT 1`,
    [customerId, idempotencyKey, kinds],
  )
  return rows[0] === undefined ? undefined : TaskRow.parse(rows[0])
}

/** A customer's own task; what was deleted from the history is not there. */
export async function findTask(customerId: string, id: string): Promise<TaskRow | undefined> {
  const { rows } = await pool.query({
    name: 'image-task',
    text: `SELECT ${taskColumns} FROM image_tasks t WHERE t.id = $1 AND t.customer_id = $2 AND t.deleted_at IS NULL`,
    values: [id, customerId],
  })
  return rows[0] === undefined ? undefined : TaskRow.parse(rows[0])
}

/** For the worker, which acts for every customer. */
export async function findTaskForWork(id: string): Promise<TaskRow | undefined> {
  const { rows } = await pool.query({
    name: 'image-task-for-work',
    text: `SELECT ${taskColumns} FROM image_tasks t WHERE t.id = $1`,
    values: [id],
  })
  return rows[0] === undefined ? undefined : TaskRow.parse(rows[0])
}

export type TaskFilter = {
  status?: ImageStatus | undefined
  model?: string | undefined
  /** Words in the prompt. */
  text?: string | undefined
  /** Only those that can be read through the API at this time; the history shows them all. */
  readableAt?: Date | undefined
}

/** A customer's tasks of the last 30 days, newest first. */
export async function listTasks(
  customerId: string,
  filter: TaskFilter,
  after: PagePlace | null,
  limit: number,
): Promise<TaskRow[]> {
  const values: unknown[] = [customerId, limit, HISTORY_DAYS]
  const bind = (value: unknown) => `$${values.push(value)}`
  const conditions = [
    't.customer_id = $1',
    't.deleted_at IS NULL',
    't.created_at > now() - make_interval(days => $3)',
  ]
  if (filter.status) conditions.push(`t.status = ${bind(filter.status)}`)
  if (filter.model) conditions.push(`t.model_id = ${bind(filter.model)}`)
  if (filter.text) conditions.push(`t.prompt ILIKE ${bind(`%${escapeLike(filter.text)}%`)}`)
  if (filter.readableAt) conditions.push(readableCondition(bind(filter.readableAt)))
  if (after) conditions.push(`(t.created_at, t.id) < (${bind(after.createdAt)}, ${bind(after.id)})`)
  const { rows } = await pool.query(
    `SELECT ${taskColumns} FROM image_tasks t WHERE ${conditions.join(' AND ')}
      ORDER BY t.created_at DESC, t.id DESC LIMIT $2`,
    values,
  )
  return z.array(TaskRow).parse(rows)
}

/** The same as `unreadableCode` (internal) says of one row. */
function readableCondition(now: string): string {
  return `(t.expires_at IS NULL OR t.expires_at > ${now}) AND (t.status <> 'completed'
    OR EXISTS (SELECT FROM image_outputs o WHERE o.task_id = t.id AND (o.object_expires_at > ${now} OR o.body IS NOT NULL)))`
}

/** Out of the history: what the customer wrote goes at once, the rest with the sweep. False when it was gone already. */
export async function markDeleted(
  customerId: string,
  id: string,
  now: Date,
  transaction: Transaction,
): Promise<boolean> {
  const { count } = await transaction.imageTask.updateMany({
    where: { id, customerId, deletedAt: null },
    data: { deletedAt: now, prompt: null },
  })
  return count === 1
}

/** Rows whose history is over. What has not been settled stays until it is. */
export async function deleteOld(before: Date, limit: number): Promise<void> {
  await pool.query(
    `DELETE FROM image_tasks WHERE id IN (
       SELECT id FROM image_tasks WHERE created_at < $1 AND settled_at IS NOT NULL ORDER BY created_at LIMIT $2)`,
    [before, limit],
  )
}
