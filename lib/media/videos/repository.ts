import { z } from 'zod'
import type { Origin } from '@/lib/media/images/schema'
import type { Journal } from '@/lib/money/ledger/ledger'
import { openTaskMeter, StoredMeter } from '@/lib/money/usage/task-meter'
import { UpstreamTry } from '@/lib/money/usage/usage-row'
import type { Caller } from '@/lib/platform/caller'
import { clock } from '@/lib/platform/clock'
import { pool, prisma } from '@/lib/platform/db'
import type { PagePlace } from '@/lib/platform/page-cursor'
import type { Transaction } from '@/lib/platform/transaction'
import { TaskError, WaitingFor } from '@/lib/work/tasks/schema'
import {
  PlannedRoute,
  Settlement,
  StoredRequest,
  StoredResult,
  type VideoStatus,
} from './internal/task-record'
import { HISTORY_DAYS, VideoInputType, VideoTaskStatus } from './schema'

export const TaskRow = z.object({
  id: z.string(),
  customer_id: z.string(),
  status: VideoTaskStatus,
  model_id: z.string(),
  model_name: z.string(),
  routes: z.array(PlannedRoute),
  route_id: z.string().nullable(),
  input_type: VideoInputType,
  request: StoredRequest,
  meter: StoredMeter,
  callback_url: z.string().nullable(),
  starting_at: z.date().nullable(),
  starts: z.int(),
  attempts: z.array(UpstreamTry),
  handle: z.string().nullable(),
  told_at: z.date().nullable(),
  turn: z.int(),
  progress: z.int().nullable(),
  error: TaskError.nullable(),
  waiting_for: WaitingFor.nullable(),
  result: StoredResult.nullable(),
  video_object_id: z.string().nullable(),
  last_frame_object_id: z.string().nullable(),
  settlement: Settlement.nullable(),
  settled_at: z.date().nullable(),
  cost_nanos: z.bigint().nullable(),
  created_at: z.date(),
  started_at: z.date().nullable(),
  finished_at: z.date().nullable(),
  execution_deadline_at: z.date(),
  asset_expires_at: z.date().nullable(),
})
export type TaskRow = z.infer<typeof TaskRow>

export const taskColumns = Object.keys(TaskRow.shape).join(', ')

/** The columns of a task that is polled, without those that only workers need. */
const ShownTask = TaskRow.omit({
  routes: true,
  meter: true,
  starting_at: true,
  starts: true,
  attempts: true,
  told_at: true,
  turn: true,
  settlement: true,
  settled_at: true,
})
export type ShownTask = z.infer<typeof ShownTask>

const shownColumns = Object.keys(ShownTask.shape).join(', ')

export type NewTask = Pick<
  TaskRow,
  | 'id'
  | 'customer_id'
  | 'model_id'
  | 'model_name'
  | 'routes'
  | 'input_type'
  | 'request'
  | 'callback_url'
  | 'created_at'
  | 'execution_deadline_at'
> & { idempotency_key: string | null } & Origin

const taskJournal: Journal = {
  name: 'video-tasks',
  writes: {
    made: `INSERT INTO video_tasks (id, customer_id, status, model_id, model_name, routes, input_type, request, meter,
        callback_url, idempotency_key, source_task_id, source_picture, family_id, created_at, execution_deadline_at, next_turn_at)
      SELECT r.id, r.customer_id, 'queued', r.model_id, r.model_name, r.routes, r.input_type, r.request, r.meter,
        r.callback_url, r.idempotency_key, r.source_task_id, r.source_picture, r.family_id, r.created_at, r.execution_deadline_at, now()
      FROM json_to_recordset($2::json) AS r(id text, customer_id text, model_id text, model_name text, routes jsonb,
        input_type text, request jsonb, meter jsonb, callback_url text, idempotency_key text, source_task_id text, source_picture int,
        family_id text, created_at timestamptz, execution_deadline_at timestamptz)
      JOIN held h ON h.hold_id = r.meter ->> 'id' AND h.outcome = 'held'`,
  },
}

/** Inserts the row and holds its money: both or neither. The first turn is due. Throws 402 and 503 as `openTaskMeter`. */
export async function insertTask(caller: Caller, task: NewTask, amountNanos: bigint): Promise<void> {
  await openTaskMeter(caller, amountNanos, { journal: taskJournal, row: task })
}

/** The task created with this key within the last day; a crash may have left it without a recorded answer. */
export async function findTaskByKey(
  customerId: string,
  idempotencyKey: string,
): Promise<ShownTask | undefined> {
  const { rows } = await pool.query(
    `SELECT ${shownColumns} FROM video_tasks
      WHERE customer_id = $1 AND idempotency_key = $2 AND created_at > now() - interval '24 hours'
      ORDER BY created_at DESC LIMIT 1`,
    [customerId, idempotencyKey],
  )
  return rows[0] === undefined ? undefined : ShownTask.parse(rows[0])
}

/** One of the customer's tasks, unless it was deleted from the history. */
export async function findTask(customerId: string, id: string): Promise<ShownTask | undefined> {
  const { rows } = await pool.query({
    name: 'video-task',
    text: `SELECT ${shownColumns} FROM video_tasks WHERE id = $1 AND customer_id = $2 AND deleted_at IS NULL`,
    values: [id, customerId],
  })
  return rows[0] === undefined ? undefined : ShownTask.parse(rows[0])
}

/** For workers, which act for every customer. */
export async function findTaskForWork(id: string): Promise<TaskRow | undefined> {
  const { rows } = await pool.query({
    name: 'video-task-for-work',
    text: `SELECT ${taskColumns} FROM video_tasks WHERE id = $1`,
    values: [id],
  })
  return rows[0] === undefined ? undefined : TaskRow.parse(rows[0])
}

export type TaskFilter = {
  status?: VideoStatus | undefined
  model?: string | undefined
  /** Only these. */
  ids?: readonly string[] | undefined
  /** Text in the prompt. */
  text?: string | undefined
}

/** A customer's tasks of the last 30 days, newest first. */
export async function listTasks(
  customerId: string,
  filter: TaskFilter,
  after: PagePlace | null,
  limit: number,
): Promise<ShownTask[]> {
  const values: unknown[] = [customerId, limit, HISTORY_DAYS + 1]
  const bind = (value: unknown) => `$${values.push(value)}`
  const conditions = [
    'customer_id = $1',
    'deleted_at IS NULL',
    'created_at > now() - make_interval(days => $3)',
  ]
  if (filter.status) conditions.push(`${shownStatus(bind(clock.now()))} = ${bind(filter.status)}`)
  if (filter.ids) conditions.push(`id = ANY(${bind(filter.ids)})`)
  if (filter.model) conditions.push(`model_id = ${bind(filter.model)}`)
  if (filter.text)
    conditions.push(`request->>'prompt' ILIKE ${bind(`%${filter.text.replace(/[\\%_]/g, '\\$&')}%`)}`)
  if (after) conditions.push(`(created_at, id) < (${bind(after.createdAt)}, ${bind(after.id)})`)
  const { rows } = await pool.query(
    `SELECT ${shownColumns} FROM video_tasks WHERE ${conditions.join(' AND ')} ORDER BY created_at DESC, id DESC LIMIT $2`,
    values,
  )
  return z.array(ShownTask).parse(rows)
}

/** The status as the presenter shows it: a video past its time has expired, even before the sweep. */
function shownStatus(now: string): string {
  return `CASE WHEN status = 'completed' AND asset_expires_at <= ${now} THEN 'expired' ELSE status END`
}

const DeletedTask = ShownTask.pick({ video_object_id: true, last_frame_object_id: true })

/**
 * Deletes a finished task from the history: the prompt at once, its objects by `together` in the same transaction. False if
 * it was deleted already or is still running.
 */
export function deleteFromHistory(
  customerId: string,
  id: string,
  together: (objectIds: string[], transaction: Transaction) => Promise<unknown>,
): Promise<boolean> {
  return prisma.$transaction(async (transaction) => {
    const rows = await transaction.$queryRaw`
      UPDATE video_tasks SET deleted_at = now(), request = jsonb_set(request, '{prompt}', '""')
       WHERE id = ${id} AND customer_id = ${customerId} AND deleted_at IS NULL AND status NOT IN ('queued', 'processing')
       RETURNING video_object_id, last_frame_object_id`
    const [hidden] = z.array(DeletedTask).parse(rows)
    if (hidden === undefined) return false
    const made = [hidden.video_object_id, hidden.last_frame_object_id]
    await together(
      made.filter((one) => one !== null),
      transaction,
    )
    return true
  })
}

const OriginRow = z.object({ source_task_id: z.string(), source_picture: z.int(), family_id: z.string() })

/** The customer's video that is this draft, or has one of these objects as its file or last frame. */
export async function findClipOf(
  customerId: string,
  { draftId, objectIds }: { draftId: string | null; objectIds: readonly string[] },
): Promise<Origin | undefined> {
  const { rows } = await pool.query(
    `SELECT id AS source_task_id, 1 AS source_picture, coalesce(family_id, id) AS family_id FROM video_tasks
      WHERE customer_id = $1 AND deleted_at IS NULL AND created_at > now() - make_interval(days => $4)
        AND (id = $2 OR video_object_id = ANY($3) OR last_frame_object_id = ANY($3))
      ORDER BY created_at DESC LIMIT 1`,
    [customerId, draftId, objectIds, HISTORY_DAYS + 1],
  )
  return rows[0] === undefined ? undefined : OriginRow.parse(rows[0])
}

export async function findFamilyOf(customerId: string, id: string): Promise<string | undefined> {
  const where = { id, customerId, deletedAt: null }
  const row = await prisma.videoTask.findFirst({ where, select: { familyId: true } })
  return row ? (row.familyId ?? id) : undefined
}

const RelatedRow = ShownTask.extend({
  source_task_id: z.string().nullable(),
  source_picture: z.int().nullable(),
})

/** The customer's videos of a family that are still kept, oldest first. */
export async function listFamily(customerId: string, family: string, most: number) {
  const { rows } = await pool.query(
    `SELECT ${shownColumns}, source_task_id, source_picture FROM video_tasks
      WHERE customer_id = $1 AND (id = $2 OR family_id = $2) AND status = 'completed' AND deleted_at IS NULL
      ORDER BY created_at, id LIMIT $3`,
    [customerId, family, most],
  )
  return z.array(RelatedRow).parse(rows)
}
