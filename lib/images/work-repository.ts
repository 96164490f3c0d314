import { z } from 'zod'
import { pool, prisma } from '@/lib/platform/db'
import { storedJson } from '@/lib/platform/stored-json'
import type { Transaction } from '@/lib/platform/transaction'
import { bareMeterSql } from '@/lib/usage/bare-meter-sql'
import {
  type ImageStatus,
  type Made,
  type Settlement,
  statesBefore,
  type TaskSettings,
} from './internal/task-record'
import type { ImageTaskError } from './schema'

/** What moves a task along. Every move compares before it sets; `run` is the worker that may still speak for the task. */

/** Whether one of the customer's tasks waits while fewer than `slots` are in the queue or being drawn. */
export async function mayAdmit(customerId: string, slots: number): Promise<boolean> {
  const { rows } = await pool.query({
    name: 'image-may-admit',
    text: `SELECT EXISTS (SELECT FROM image_tasks WHERE customer_id = $1 AND status = 'queued' AND admitted_at IS NULL)
        AND $2 > (SELECT count(*) FROM image_tasks
                   WHERE customer_id = $1 AND status IN ('queued', 'processing') AND admitted_at IS NOT NULL) AS may`,
    values: [customerId, slots],
  })
  return z.array(z.object({ may: z.boolean() })).parse(rows)[0]?.may ?? false
}

/** Lets the customer's oldest waiting tasks in, up to `slots` with those that are in; answers which, the oldest first. */
export async function admitTasks(
  customerId: string,
  slots: number,
  now: Date,
  transaction: Transaction,
): Promise<string[]> {
  // One at a time for a customer: two that count at once would let in too many. An array, so that it is read once.
  await transaction.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`image-tasks ${customerId}`}, 0))`
  const rows = await transaction.$queryRaw`
    UPDATE image_tasks SET admitted_at = ${now}
     WHERE id = ANY (ARRAY(
       SELECT id FROM image_tasks WHERE customer_id = ${customerId} AND status = 'queued' AND admitted_at IS NULL
        ORDER BY created_at, id
        LIMIT (SELECT greatest(0, ${slots} - count(*)) FROM image_tasks
                WHERE customer_id = ${customerId} AND status IN ('queued', 'processing') AND admitted_at IS NOT NULL)))
       AND status = 'queued' AND admitted_at IS NULL
     RETURNING id, created_at`
  return z
    .array(z.object({ id: z.string(), created_at: z.date() }))
    .parse(rows)
    .sort((a, b) => a.created_at.getTime() - b.created_at.getTime())
    .map(({ id }) => id)
}

/** Customers of whom tasks wait. */
export async function listWaitingCustomers(): Promise<string[]> {
  const { rows } = await pool.query(
    "SELECT DISTINCT customer_id AS id FROM image_tasks WHERE status = 'queued' AND admitted_at IS NULL",
  )
  return idsOf(rows)
}

/** It was taken and not begun: the time in which it must be drawn starts with the next try. */
export async function resetStart(id: string, run: number): Promise<void> {
  await pool.query(
    "UPDATE image_tasks SET started_at = now() WHERE id = $1 AND run = $2 AND status = 'processing'",
    [id, run],
  )
}

/** Until it is taken again, it does not count among those of its customer that are in. */
export async function unadmit(id: string, run: number): Promise<void> {
  await pool.query(
    "UPDATE image_tasks SET admitted_at = NULL WHERE id = $1 AND run = $2 AND status = 'processing'",
    [id, run],
  )
}

export type Ending = {
  to: Extract<ImageStatus, 'completed' | 'failed' | 'cancelled'>
  finishedAt: Date
  expiresAt: Date
  settlement: Settlement
  /** Pictures that are in the store. */
  outputs?: readonly StoredOutput[]
  made?: Made
  costNanos?: bigint
  error?: ImageTaskError
}

const endText = `WITH ended AS (
    UPDATE image_tasks SET status = $3, finished_at = $5, expires_at = $6, settlement = $7::jsonb,
      made = coalesce($8::jsonb, made), cost_nanos = $9::bigint, error = $10::jsonb
     WHERE id = $1 AND ($2::int IS NULL OR run = $2) AND status = ANY($4::text[]) RETURNING id),
  drawn AS (
    INSERT INTO image_outputs (task_id, position, mime_type, size_bytes, width, height, revised_prompt, object_id, object_expires_at)
    SELECT ended.id, o.position, o."mimeType", o."sizeBytes", o.width, o.height, o."revisedPrompt", o."objectId", o."objectExpiresAt"
      FROM ended, json_to_recordset($11::json) AS o(position int, "mimeType" text, "sizeBytes" int, width int, height int,
        "revisedPrompt" text, "objectId" text, "objectExpiresAt" timestamptz))
  SELECT id FROM ended`

/** False when the task has ended otherwise, or another run has taken it over. `run` null: whoever has it. */
export async function endTask(
  id: string,
  run: number | null,
  ending: Ending,
  transaction?: Transaction,
): Promise<boolean> {
  const { to, finishedAt, expiresAt, settlement, outputs, made, costNanos, error } = ending
  const values = [
    id,
    run,
    to,
    statesBefore(to),
    finishedAt,
    expiresAt,
    storedJson(settlement),
    storedJson(made ?? null),
    costNanos ?? 0n,
    storedJson(error ?? null),
    JSON.stringify(outputs ?? []),
  ]
  const rows: unknown = transaction
    ? await transaction.$queryRawUnsafe(endText, ...values)
    : (await pool.query({ name: 'image-end', text: endText, values })).rows
  return idsOf(z.array(z.unknown()).parse(rows)).length === 1
}

/** Keeps the upstream's answer for a later run; false when this run is not the task's any more. */
export async function keepAnswer(
  id: string,
  run: number,
  made: Made,
  transaction: Transaction,
): Promise<boolean> {
  const count = await transaction.$executeRaw`
    UPDATE image_tasks SET made = ${storedJson(made)}::jsonb
     WHERE id = ${id} AND run = ${run} AND status = 'processing'`
  return count === 1
}

export type NewOutput = {
  position: number
  mimeType: string
  sizeBytes: number
  width: number
  height: number
  revisedPrompt: string | null
  objectId: string | null
  objectExpiresAt: Date | null
  body: Buffer | null
}

export type StoredOutput = Omit<NewOutput, 'body'>

/** Pictures that the store has not all taken: their bytes are kept here. */
export async function insertOutputs(
  taskId: string,
  outputs: readonly NewOutput[],
  transaction: Transaction,
): Promise<void> {
  await transaction.imageOutput.createMany({
    data: outputs.map(({ body, ...output }) => ({
      ...output,
      taskId,
      body: body === null ? null : new Uint8Array(body),
    })),
  })
}

/** A kept picture has reached the object store after all. False when this run is not the task's any more. */
export async function moveToStore(
  { taskId, run, position }: { taskId: string; run: number; position: number },
  object: { id: string; expiresAt: Date },
): Promise<boolean> {
  // Locked, so that whoever takes the task over finds the picture with it, or it never comes.
  const { rowCount } = await pool.query(
    `WITH task AS MATERIALIZED (SELECT id FROM image_tasks WHERE id = $1 AND run = $2 FOR SHARE)
     UPDATE image_outputs o SET object_id = $4, object_expires_at = $5, body = NULL
       FROM task WHERE o.task_id = task.id AND o.position = $3`,
    [taskId, run, position, object.id, object.expiresAt],
  )
  return rowCount === 1
}

/** Removes a task's pictures; answers which objects they were. */
export async function deleteOutputs(taskId: string, transaction: Transaction): Promise<string[]> {
  const rows = await transaction.imageOutput.findMany({
    where: { taskId, objectId: { not: null } },
    select: { objectId: true },
  })
  await transaction.imageOutput.deleteMany({ where: { taskId } })
  return rows.flatMap((row) => row.objectId ?? [])
}

/** Tells every worker to stop drawing a task; arrives if the transaction commits. */
export async function announceCancel(
  taskId: string,
  channel: string,
  transaction: Transaction,
): Promise<void> {
  await transaction.$executeRaw`SELECT count(*) FROM pg_notify(${channel}, ${taskId})`
}

/** Those of the ids that are not being drawn any more. */
export async function listEnded(ids: readonly string[]): Promise<string[]> {
  const rows = await prisma.imageTask.findMany({
    where: { id: { in: [...ids] }, status: { not: 'processing' } },
    select: { id: true },
  })
  return rows.map(({ id }) => id)
}

export async function markSettled(id: string, now: Date, costNanos: bigint): Promise<void> {
  await pool.query({
    name: 'image-settled',
    text: 'UPDATE image_tasks SET settled_at = $2, cost_nanos = $3 WHERE id = $1 AND settled_at IS NULL',
    values: [id, now, costNanos],
  })
}

/** Tasks that ended before a time and whose money did not. */
export async function listUnsettled(before: Date, limit: number): Promise<string[]> {
  const { rows } = await pool.query(
    `SELECT id FROM image_tasks WHERE settlement IS NOT NULL AND settled_at IS NULL AND finished_at < $1
      ORDER BY finished_at LIMIT $2`,
    [before, limit],
  )
  return idsOf(rows)
}

/** Tasks whose worker never came back, and those that no worker came for. */
export async function listStuck(startedBefore: Date, createdBefore: Date, limit: number): Promise<string[]> {
  const { rows } = await pool.query(
    `SELECT id FROM image_tasks
      WHERE (status = 'processing' AND started_at < $1) OR (status = 'queued' AND created_at < $2) LIMIT $3`,
    [startedBefore, createdBefore, limit],
  )
  return idsOf(rows)
}

function idsOf(rows: unknown[]): string[] {
  return z
    .array(z.object({ id: z.string() }))
    .parse(rows)
    .map(({ id }) => id)
}

const nothing: TaskSettings = {
  n: 1,
  size: 'auto',
  quality: 'auto',
  outputFormat: 'png',
  outputCompression: null,
  background: 'auto',
  moderation: 'auto',
  seed: null,
}

/** Makes the row of a task that is being drawn readable again, whatever is wrong with its JSON: what it says of its hold stays, the rest goes. */
export async function repairTask(id: string): Promise<void> {
  await pool.query(
    `UPDATE image_tasks SET settings = $2::jsonb, routes = '[]', made = NULL, error = NULL, settlement = NULL,
        meter = ${bareMeterSql}
      WHERE id = $1 AND status = 'processing'`,
    [id, storedJson(nothing)],
  )
}
