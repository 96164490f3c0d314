import { z } from 'zod'
import type { Journal } from '@/lib/money/ledger/ledger'
import { openTaskMeter, StoredMeter } from '@/lib/money/usage/task-meter'
import type { Caller } from '@/lib/platform/caller'
import { pool, prisma } from '@/lib/platform/db'
import { escapeLike } from '@/lib/platform/escape'
import { storableText } from '@/lib/platform/json'
import type { PagePlace } from '@/lib/platform/page-cursor'
import { inTransaction as begin, type Transaction } from '@/lib/platform/transaction'
import { TaskError, WaitingFor } from '@/lib/work/tasks/schema'
import type { CheckedUpload } from '@/lib/work/uploads/check-uploads'
import { claimSql, toClaims } from '@/lib/work/uploads/claim-uploads'
import {
  type ImageStatus,
  PlannedRoute,
  Settlement,
  StoredResult,
  TaskSettings,
} from './internal/task-record'
import { HISTORY_DAYS, ImageTaskKind, ImageTaskStatus, type Origin } from './schema'

/** Images that wait for the storage may be large. */
const TRANSACTION_LIMITS = { maxWait: 10_000, timeout: 60_000 }

export function inTransaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
  return begin(work, TRANSACTION_LIMITS)
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
  /** The row holds the image's bytes. */
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
  made: StoredResult.nullable(),
  cost_nanos: z.bigint().nullable(),
  error: TaskError.nullable(),
  waiting_for: WaitingFor.nullable(),
  settlement: Settlement.nullable(),
  settled_at: z.date().nullable(),
  claim_until: z.date().nullable(),
  claimed_at: z.date().nullable(),
  outputs: z.array(OutputRow),
})
export type TaskRow = z.infer<typeof TaskRow>

/** A task whose turn this process has claimed. */
export const ImageTurn = TaskRow.extend({
  turn: z.int(),
  /** How often a provider has failed to draw it. */
  tries: z.int(),
})
export type ImageTurn = z.infer<typeof ImageTurn>

export const taskColumns = `t.id, t.customer_id, t.kind, t.status, t.model_id, t.model_name, t.prompt, t.settings, t.routes, t.source_upload_id,
  t.mask_upload_id, t.run, t.meter, t.created_at, t.started_at, t.finished_at, t.expires_at, t.made, t.cost_nanos, t.error,
  t.waiting_for, t.settlement, t.settled_at, t.claim_until, t.claimed_at,
  coalesce((SELECT json_agg(json_build_object('position', o.position, 'mime_type', o.mime_type, 'size_bytes', o.size_bytes,
    'width', o.width, 'height', o.height, 'revised_prompt', o.revised_prompt, 'object_id', o.object_id,
    'object_expires_at', o.object_expires_at, 'has_body', o.body IS NOT NULL) ORDER BY o.position)
    FROM image_outputs o WHERE o.task_id = t.id), '[]') AS outputs`

export type NewTask = Pick<
  TaskRow,
  | 'id'
  | 'customer_id'
  | 'kind'
  | 'model_id'
  | 'model_name'
  | 'prompt'
  | 'settings'
  | 'routes'
  | 'source_upload_id'
  | 'mask_upload_id'
  | 'created_at'
> & { idempotency_key: string | null } & Origin

const taskJournal: Journal = {
  name: 'image-tasks',
  writes: {
    asked: `SELECT r.* FROM json_to_recordset($2::json) AS r(id text, customer_id text, kind text, model_id text, model_name text,
        prompt text, settings jsonb, routes jsonb, source_upload_id text, mask_upload_id text, source_task_id text, source_picture int,
        family_id text, idempotency_key text, meter jsonb, created_at timestamptz, claims json)
      JOIN held h ON h.hold_id = r.meter ->> 'id' AND h.outcome = 'held'`,
    claimed: claimSql('(SELECT id AS task_id, customer_id, claims FROM asked)'),
    // Without all its uploads a task gets no id: the database rejects the row, and with it the hold and the claims.
    made: `INSERT INTO image_tasks (id, customer_id, kind, model_id, model_name, prompt, settings, routes, source_upload_id,
        mask_upload_id, source_task_id, source_picture, family_id, idempotency_key, meter, created_at, next_turn_at, admitted_at)
      SELECT CASE WHEN json_array_length(claims) = (SELECT count(*) FROM claimed WHERE task_id = asked.id) THEN id END, customer_id,
        kind, model_id, model_name, prompt, settings, routes, source_upload_id, mask_upload_id, source_task_id, source_picture,
        family_id, idempotency_key, meter, created_at, created_at, created_at FROM asked`,
  },
}

/**
 * Inserts the row, holds its money and claims its uploads: all or nothing. The first turn is due. Throws 402 and 503 as
 * `openTaskMeter`, and the database's error if an upload can no longer be claimed.
 */
export async function insertTask(
  caller: Caller,
  task: NewTask,
  uploads: readonly CheckedUpload[],
  amountNanos: bigint,
): Promise<void> {
  const prompt = task.prompt === null ? null : storableText(task.prompt)
  const row = { ...task, prompt, claims: toClaims(uploads) }
  await openTaskMeter(caller, amountNanos, { journal: taskJournal, row })
}

/** The task created with this key within the last day; a crash may have left it without a recorded answer. */
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

/** One of the customer's tasks, unless it was deleted from the history. */
export async function findTask(customerId: string, id: string): Promise<TaskRow | undefined> {
  const { rows } = await pool.query({
    name: 'image-task',
    text: `SELECT ${taskColumns} FROM image_tasks t WHERE t.id = $1 AND t.customer_id = $2 AND t.deleted_at IS NULL`,
    values: [id, customerId],
  })
  return rows[0] === undefined ? undefined : TaskRow.parse(rows[0])
}

/** For workers, which act for every customer. */
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
  /** Only these. */
  ids?: readonly string[] | undefined
  /** Text in the prompt. */
  text?: string | undefined
  /** Only tasks that the API can read at this time; the history shows all. */
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
  if (filter.ids) conditions.push(`t.id = ANY(${bind(filter.ids)})`)
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

/** The SQL of `unreadableCode`. */
function readableCondition(now: string): string {
  return `(t.expires_at IS NULL OR t.expires_at > ${now}) AND (t.status <> 'completed'
    OR EXISTS (SELECT FROM image_outputs o WHERE o.task_id = t.id AND (o.object_expires_at > ${now} OR o.body IS NOT NULL)))`
}

/** Deletes the prompt at once, the rest in the sweep. False if the task was deleted already. */
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

/** Deletes rows older than the history. Unsettled ones stay. */
export async function deleteOld(before: Date, limit: number): Promise<void> {
  await prisma.imageTask.deleteMany({
    where: { createdAt: { lt: before }, settledAt: { not: null } },
    limit,
  })
}

const OriginRow = z.object({ source_task_id: z.string(), source_picture: z.int(), family_id: z.string() })

/** The customer's image that is the first of these objects, with its family. */
export async function findPictureOf(
  customerId: string,
  objectIds: readonly string[],
): Promise<Origin | undefined> {
  const { rows } = await pool.query(
    `SELECT t.id AS source_task_id, o.position + 1 AS source_picture, coalesce(t.family_id, t.id) AS family_id
       FROM image_outputs o JOIN image_tasks t ON t.id = o.task_id
      WHERE o.object_id = ANY($2) AND t.customer_id = $1 AND t.deleted_at IS NULL
      ORDER BY array_position($2, o.object_id) LIMIT 1`,
    [customerId, objectIds],
  )
  return rows[0] === undefined ? undefined : OriginRow.parse(rows[0])
}

const RelatedRow = TaskRow.extend({
  source_task_id: z.string().nullable(),
  source_picture: z.int().nullable(),
})

/** The family of a task: the id of its first. */
export async function findFamilyOf(customerId: string, id: string): Promise<string | undefined> {
  const where = { id, customerId, deletedAt: null }
  const row = await prisma.imageTask.findFirst({ where, select: { familyId: true } })
  return row ? (row.familyId ?? id) : undefined
}

/** The customer's tasks of a family that have a result, oldest first. */
export async function listFamily(customerId: string, family: string, most: number) {
  const { rows } = await pool.query(
    `SELECT ${taskColumns}, t.source_task_id, t.source_picture FROM image_tasks t
      WHERE t.customer_id = $1 AND (t.id = $2 OR t.family_id = $2) AND t.status = 'completed' AND t.deleted_at IS NULL
      ORDER BY t.created_at, t.id LIMIT $3`,
    [customerId, family, most],
  )
  return z.array(RelatedRow).parse(rows)
}
