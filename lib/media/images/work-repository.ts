import { z } from 'zod'
import { bareMeterSql } from '@/lib/money/usage/task-meter'
import { clock } from '@/lib/platform/clock'
import { pool, prisma } from '@/lib/platform/db'
import { storedJson } from '@/lib/platform/json'
import { isByRedis, publish, publishAfter } from '@/lib/platform/notify'
import type { Transaction } from '@/lib/platform/transaction'
import { LEASE_SECONDS, type TurnSql } from '@/lib/work/tasks/kind'
import type { TaskError } from '@/lib/work/tasks/schema'
import { Prisma } from '@/prisma/generated/client'
import {
  type ImageStatus,
  imageTable,
  type Settlement,
  type StoredResult,
  statesBefore,
  type TaskSettings,
} from './internal/task-record'
import { taskColumns } from './repository'

/** What workers write. Each change of state compares before it sets; `run` is the run that may still write to the task. */

export const imageTurnSql: TurnSql = {
  claim: `UPDATE image_tasks t SET run = t.run + 1, turn_state = 'taken',
      next_turn_at = now() + make_interval(secs => ${LEASE_SECONDS}),
      status = CASE WHEN t.status = 'queued' THEN 'processing' ELSE t.status END,
      started_at = CASE WHEN t.status IN ('queued', 'processing') THEN coalesce(t.started_at, asked_at) ELSE t.started_at END
    FROM mine WHERE t.id = task_id
    RETURNING ${taskColumns}, t.tries, t.run AS turn`,
  end: `WITH plans AS MATERIALIZED (
      SELECT * FROM json_to_recordset($1::json)
        AS p(id text, turn int, after float8, failed boolean, untouched boolean, waits jsonb))
    UPDATE image_tasks t SET turn_state = 'waiting',
        next_turn_at = now() + make_interval(secs => CASE t.turn_state WHEN 'again' THEN 0 ELSE p.after END),
        tries = t.tries + p.failed::int,
        waiting_for = p.waits,
        started_at = CASE WHEN p.untouched AND t.status = 'processing' THEN now() ELSE t.started_at END
      FROM plans p WHERE t.id = ANY (ARRAY(SELECT id FROM plans)) AND t.id = p.id AND t.run = p.turn`,
}

export const overdueSql = `SELECT id FROM image_tasks
  WHERE (status = 'processing' AND started_at < $1::timestamptz - interval '1 hour')
     OR (status = 'queued' AND created_at < $1::timestamptz - interval '7 days')
  LIMIT $2`

export type Ending = {
  to: Extract<ImageStatus, 'completed' | 'failed' | 'cancelled'>
  finishedAt: Date
  expiresAt: Date
  settlement: Settlement
  /** Images that were stored. */
  outputs?: readonly StoredOutput[]
  made?: StoredResult
  costNanos?: bigint
  error?: TaskError
}

/** The process that ends a task settles its money at once; after this long, another turn does. */
const SETTLED_WITHIN_SECONDS = 30

const endText = `WITH ended AS (
    UPDATE image_tasks SET status = $3, finished_at = $5, expires_at = $6, settlement = $7::jsonb,
      made = coalesce($8::jsonb, made), cost_nanos = $9::bigint, error = $10::jsonb,
      turn_state = 'waiting', next_turn_at = $5::timestamptz + interval '${SETTLED_WITHIN_SECONDS} seconds'
     WHERE id = $1 AND ($2::int IS NULL OR run = $2) AND status = ANY($4::text[]) RETURNING id),
  drawn AS (
    INSERT INTO image_outputs (task_id, position, mime_type, size_bytes, width, height, revised_prompt, object_id, object_expires_at)
    SELECT ended.id, o.position, o."mimeType", o."sizeBytes", o.width, o.height, o."revisedPrompt", o."objectId", o."objectExpiresAt"
      FROM ended, json_to_recordset($11::json) AS o(position int, "mimeType" text, "sizeBytes" int, width int, height int,
        "revisedPrompt" text, "objectId" text, "objectExpiresAt" timestamptz))
  SELECT id FROM ended`

/** Without Redis the statement itself announces the end. */
const announcingText = `${endText}, pg_notify('${imageTable.endChannel}', id)`

/** Also announces the end. False if the task has ended already or another run has claimed it. `run` null: any run. */
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
  const text = isByRedis() ? endText : announcingText
  const rows: unknown = transaction
    ? await transaction.$queryRawUnsafe(text, ...values)
    : (await pool.query({ name: 'image-end', text, values })).rows
  const isEnded = idsOf(z.array(z.unknown()).parse(rows)).length === 1
  const { endChannel } = imageTable
  if (isEnded && isByRedis())
    await (transaction
      ? publishAfter(transaction, endChannel, id)
      : publish(endChannel, id).catch(() => undefined))
  return isEnded
}

/** Keeps the provider's answer for a later run. False if another run has claimed the task. */
export async function keepAnswer(
  id: string,
  run: number,
  made: StoredResult,
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

/** For images that could not all be stored: keeps their bytes in the database. */
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

/** An image from the database was stored. False if another run has claimed the task. */
export async function moveToStore(
  { taskId, run, position }: { taskId: string; run: number; position: number },
  object: { id: string; expiresAt: Date },
): Promise<boolean> {
  // Locked, so that a run that claims the task sees this change, or prevents it.
  const count = await prisma.$executeRaw`
    WITH task AS MATERIALIZED (SELECT id FROM image_tasks WHERE id = ${taskId} AND run = ${run} FOR SHARE)
    UPDATE image_outputs o SET object_id = ${object.id}, object_expires_at = ${object.expiresAt}, body = NULL
      FROM task WHERE o.task_id = task.id AND o.position = ${position}`
  return count === 1
}

/** Deletes a task's images and returns the ids of their objects. */
export async function deleteOutputs(taskId: string, transaction: Transaction): Promise<string[]> {
  const rows = await transaction.imageOutput.findMany({
    where: { taskId, objectId: { not: null } },
    select: { objectId: true },
  })
  await transaction.imageOutput.deleteMany({ where: { taskId } })
  return rows.flatMap((row) => row.objectId ?? [])
}

function idsOf(rows: unknown[]): string[] {
  return z
    .array(z.object({ id: z.string() }))
    .parse(rows)
    .map(({ id }) => id)
}

export async function readBody(taskId: string, position: number): Promise<Buffer> {
  const where = { taskId_position: { taskId, position } }
  const row = await prisma.imageOutput.findUnique({ where, select: { body: true } })
  return bufferOf(row?.body)
}

/** A view of the same bytes, not a copy. */
function bufferOf(body: Uint8Array | null | undefined): Buffer {
  if (!body) throw new Error('the picture is not in the database')
  return Buffer.from(body.buffer, body.byteOffset, body.byteLength)
}

const Slices = z.array(z.object({ body: z.instanceof(Uint8Array).nullable() }))

/** A slice, so that no image is in memory whole. */
export async function readBodySlice(
  taskId: string,
  position: number,
  { start, length }: { start: number; length: number },
): Promise<Buffer> {
  const rows = await prisma.$queryRaw`
    SELECT substring(body FROM ${start + 1}::int FOR ${length}::int) AS body FROM image_outputs
     WHERE task_id = ${taskId} AND position = ${position}`
  return bufferOf(Slices.parse(rows)[0]?.body)
}

/** True for one read at a time, as long as it renews the claim within `leaseSeconds`. False once the result was delivered. */
export async function claimResult(id: string, token: string, leaseSeconds: number): Promise<boolean> {
  const count = await prisma.$executeRaw`
    UPDATE image_tasks SET claim_token = ${token}, claim_until = now() + make_interval(secs => ${leaseSeconds})
     WHERE id = ${id} AND status = 'completed' AND claimed_at IS NULL AND deleted_at IS NULL
       AND (claim_until IS NULL OR claim_until < now() OR claim_token = ${token})`
  return count === 1
}

/** The result was delivered: it cannot be read again, and bytes kept only for it are deleted. False if the claim was lost. */
export async function completeClaim(id: string, token: string, now: Date): Promise<boolean> {
  const count = await prisma.$executeRaw`
    WITH claimed AS (
      UPDATE image_tasks SET claimed_at = ${now}, claim_token = NULL, claim_until = NULL
       WHERE id = ${id} AND claim_token = ${token} AND claimed_at IS NULL RETURNING id),
    emptied AS (UPDATE image_outputs SET body = NULL WHERE body IS NOT NULL AND task_id IN (SELECT id FROM claimed))
    SELECT id FROM claimed`
  return count === 1
}

/** The delivery failed: the next read may claim the result. */
export async function releaseClaim(id: string, token: string): Promise<void> {
  await prisma.imageTask.updateMany({
    where: { id, claimToken: token, claimedAt: null },
    data: { claimToken: null, claimUntil: null },
  })
}

/** Deletes the bytes in the database of tasks that can no longer be read. */
export async function emptyExpired(now: Date): Promise<void> {
  await prisma.imageOutput.updateMany({
    where: { body: { not: null }, task: { expiresAt: { lte: now } } },
    data: { body: null },
  })
}

const emptySettings: TaskSettings = {
  n: 1,
  size: 'auto',
  quality: 'auto',
  outputFormat: 'png',
  outputCompression: null,
  background: 'auto',
  moderation: 'auto',
  seed: null,
}

/** Makes the row of a `processing` task readable again, whatever is wrong with its JSON: only the hold is kept. */
export async function repairTask(id: string): Promise<void> {
  await prisma.$executeRaw`
    UPDATE image_tasks SET settings = ${storedJson(emptySettings)}::jsonb, routes = '[]', made = NULL, error = NULL, settlement = NULL,
        meter = ${Prisma.raw(bareMeterSql)}
     WHERE id = ${id} AND status = 'processing'`
}

/** Makes a task of the version before due here, whether that version had queued it or not. That version no longer finds it. */
export async function adoptTask(id: string): Promise<void> {
  await prisma.imageTask.updateMany({
    where: { id, nextTurnAt: null, status: { in: ['queued', 'processing'] satisfies ImageStatus[] } },
    data: { nextTurnAt: clock.now() },
  })
}

export async function adoptWaiting(): Promise<void> {
  const now = clock.now()
  await prisma.imageTask.updateMany({
    where: { status: 'queued' satisfies ImageStatus, admittedAt: null, nextTurnAt: null },
    data: { nextTurnAt: now, admittedAt: now },
  })
}
