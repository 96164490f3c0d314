import { z } from 'zod'
import { StoredMarks } from '@/lib/money/budgets/schema'
import type { Marks } from '@/lib/platform/caller'
import { pool, prisma } from '@/lib/platform/db'
import type { Transaction } from '@/lib/platform/transaction'
import { LEASE_SECONDS, type TaskTable, type TurnSql } from '@/lib/work/tasks/kind'
import type { Batch, Prisma } from '@/prisma/generated/client'
import { BatchEndpoint, type LineFault } from './schema'

export type BatchRow = Batch

/** Batches for the task engine. There is nothing to settle: each line is charged separately. */
export const batchTable: TaskTable = {
  name: 'batches.take-turn',
  table: 'batches',
  endChannel: 'batches',
  turnColumn: 'turn',
  settlement: z.never(),
}

const open = ['queued', 'processing']

type NewBatch = Omit<Prisma.BatchUncheckedCreateInput, 'metadata' | 'marks' | 'idempotencyKey'> & {
  metadata: Record<string, string> | null | undefined
  marks: Marks | undefined
  idempotencyKey: string | undefined
}

export function insertBatch(
  { metadata, marks, idempotencyKey, ...batch }: NewBatch,
  transaction: Transaction,
): Promise<BatchRow> {
  return transaction.batch.create({
    data: {
      ...batch,
      idempotencyKey: idempotencyKey ?? null,
      ...(metadata && { metadata }),
      ...(marks && { marks: StoredMarks.parse(marks) }),
    },
  })
}

export function findBatch(customerId: string, id: string): Promise<BatchRow | null> {
  // PostgreSQL rejects NUL in a parameter.
  if (id.includes('\0')) return Promise.resolve(null)
  return prisma.batch.findFirst({ where: { id, customerId } })
}

export function findByKey(customerId: string, idempotencyKey: string, since: Date): Promise<BatchRow | null> {
  return prisma.batch.findFirst({ where: { customerId, idempotencyKey, createdAt: { gt: since } } })
}

/** Newest first, by their IDs, which begin with the time. */
export function listBatchRows(
  customerId: string,
  after: string | undefined,
  take: number,
): Promise<BatchRow[]> {
  const id = after === undefined ? {} : { id: { lt: after } }
  return prisma.batch.findMany({ where: { customerId, ...id }, orderBy: { id: 'desc' }, take })
}

/** Counts a customer's open batches under a lock, so two concurrent requests cannot pass the limit. */
export async function lockAndCountOpen(customerId: string, transaction: Transaction): Promise<number> {
  const lock = `portico:batches:${customerId}`
  await transaction.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${lock}, 0))`
  return transaction.batch.count({ where: { customerId, status: { in: open } } })
}

/** Makes the next turn due at once, or when the one in progress ends. Returns false if the batch has ended. */
export async function markCancelling(customerId: string, id: string, now: Date): Promise<boolean> {
  const { rowCount } = await pool.query(
    `UPDATE batches SET cancelling_at = coalesce(cancelling_at, $3),
        turn_state = CASE turn_state WHEN 'waiting' THEN 'waiting' ELSE 'again' END,
        next_turn_at = CASE turn_state WHEN 'waiting' THEN now() ELSE next_turn_at END
      WHERE customer_id = $1 AND id = $2 AND status IN ('queued', 'processing')`,
    [customerId, id, now],
  )
  return rowCount === 1
}

/** A batch whose turn this process has claimed. */
export const BatchTurn = z.object({
  id: z.string(),
  customer_id: z.string(),
  api_key_id: z.string().nullable(),
  user_id: z.string().nullable(),
  marks: StoredMarks.nullable(),
  endpoint: BatchEndpoint,
  input_file_id: z.string(),
  status: z.string(),
  turn: z.int(),
  failures: z.int(),
  cancelling_at: z.date().nullable(),
  expires_at: z.date(),
  created_at: z.date(),
})
export type BatchTurn = z.infer<typeof BatchTurn>

export const batchTurnSql: TurnSql = {
  claim: `UPDATE batches t SET turn = t.turn + 1, turn_state = 'taken',
      next_turn_at = now() + make_interval(secs => ${LEASE_SECONDS}), last_turn_at = asked_at
    FROM mine WHERE t.id = task_id
    RETURNING t.id, t.customer_id, t.api_key_id, t.user_id, t.marks, t.endpoint, t.input_file_id, t.status, t.failures, t.cancelling_at,
      t.expires_at, t.created_at, t.turn`,
  end: `WITH plans AS MATERIALIZED (
      SELECT * FROM json_to_recordset($1::json) AS p(id text, turn int, after float8, is_failure boolean))
    UPDATE batches t SET turn_state = 'waiting',
        next_turn_at = now() + make_interval(secs => CASE t.turn_state WHEN 'again' THEN 0 ELSE p.after END),
        failures = CASE WHEN p.is_failure THEN t.failures + 1 ELSE 0 END,
        completed = (SELECT count(*) FROM batch_lines l WHERE l.batch_id = t.id AND l.status = 'answered'),
        failed = (SELECT count(*) FROM batch_lines l WHERE l.batch_id = t.id AND l.status = 'failed')
      FROM plans p WHERE t.id = ANY (ARRAY(SELECT id FROM plans)) AND t.id = p.id AND t.turn = p.turn`,
}

type TurnKey = Pick<BatchTurn, 'id' | 'turn'>

/** queued → processing: all lines of its file are known. */
export async function markProcessing({ id, turn }: TurnKey, total: number, now: Date): Promise<void> {
  await prisma.batch.updateMany({
    where: { id, turn, status: 'queued' },
    data: { status: 'processing', total, inProgressAt: now },
  })
}

export async function markFinalizing({ id, turn }: TurnKey, now: Date): Promise<void> {
  await prisma.batch.updateMany({ where: { id, turn, finalizingAt: null }, data: { finalizingAt: now } })
}

type Ending = {
  status: 'completed' | 'failed' | 'expired' | 'cancelled'
  errors?: LineFault[]
  outputFileId?: string | null
  errorFileId?: string | null
}

/** Ends a batch with its final counts. Returns false if the turn is no longer this worker's. */
export async function markEnded(
  { id, turn }: TurnKey,
  { status, errors, outputFileId = null, errorFileId = null }: Ending,
  now: Date,
  transaction: Transaction,
): Promise<boolean> {
  const count = (lineStatus: string) =>
    transaction.batchLine.count({ where: { batchId: id, status: lineStatus } })
  const [completed, failed] = [await count('answered'), await count('failed')]
  const { count: ended } = await transaction.batch.updateMany({
    where: { id, turn, status: { in: open } },
    data: {
      status,
      completed,
      failed,
      ...(errors && { errors }),
      outputFileId,
      errorFileId,
      finishedAt: now,
      settledAt: now,
    },
  })
  return ended === 1
}

export async function deleteOld(finishedBefore: Date): Promise<void> {
  await pool.query(
    'DELETE FROM batch_lines l USING batches b WHERE b.id = l.batch_id AND b.settled_at IS NOT NULL',
  )
  await prisma.batch.deleteMany({ where: { finishedAt: { lt: finishedBefore } } })
}

export async function deleteBatchesOf(customerId: string): Promise<void> {
  await prisma.batch.deleteMany({ where: { customerId } })
}

/** The lines of open batches: waiting → answered | failed | unasked, each once. */

export type NewLine = { line: number; custom_id: string; byte_start: number; byte_end: number }

/** Lines that exist already stay as they are. */
export async function insertLines(batchId: string, lines: readonly NewLine[]): Promise<void> {
  await pool.query(
    `INSERT INTO batch_lines (batch_id, line, custom_id, byte_start, byte_end)
     SELECT $1, r.* FROM json_to_recordset($2::json) AS r(line int, custom_id text, byte_start bigint, byte_end bigint)
     ON CONFLICT (batch_id, line) DO NOTHING`,
    [batchId, JSON.stringify(lines)],
  )
}

const WaitingLine = z.object({
  line: z.int(),
  tries: z.int(),
  byte_start: z.coerce.number(),
  byte_end: z.coerce.number(),
  /** The request of an answer that may not have been charged. */
  request_id: z.string().nullable(),
})
export type WaitingLine = z.infer<typeof WaitingLine>

/** The waiting lines, those with the fewest tries first. */
export async function listWaiting(batchId: string, limit: number): Promise<WaitingLine[]> {
  const { rows } = await pool.query(
    `SELECT line, tries, byte_start, byte_end, request_id FROM batch_lines
      WHERE batch_id = $1 AND status = 'waiting' ORDER BY tries, line LIMIT $2`,
    [batchId, limit],
  )
  return z.array(WaitingLine).parse(rows)
}

type LineEnd = {
  status: 'answered' | 'failed'
  requestId: string
  statusCode: number
  /** JSON. */
  body: string
}

const Ended = z.tuple([z.object({ goes_on: z.boolean() })])

/**
 * waiting → answered or failed. Undefined if another worker was first or the batch no longer exists. `goesOn`: whether the batch
 * continues with further lines.
 */
export async function endLine(
  batchId: string,
  line: number,
  { status, requestId, statusCode, body }: LineEnd,
): Promise<{ goesOn: boolean } | undefined> {
  const { rows } = await pool.query(
    `UPDATE batch_lines l SET status = $3, request_id = $4, status_code = $5, body = $6, ended_at = now()
       FROM batches b WHERE b.id = l.batch_id AND l.batch_id = $1 AND l.line = $2 AND l.status = 'waiting'
     RETURNING b.cancelling_at IS NULL AS goes_on`,
    [batchId, line, status, requestId, statusCode, body],
  )
  return rows.length === 0 ? undefined : { goesOn: Ended.parse(rows)[0].goes_on }
}

/** Returns lines to waiting. */
export async function retryLines(
  batchId: string,
  lines: readonly number[],
  from: 'waiting' | 'answered',
): Promise<void> {
  await pool.query(
    `UPDATE batch_lines SET status = 'waiting', tries = tries + 1, body = NULL
      WHERE batch_id = $1 AND line = ANY ($2) AND status = $3`,
    [batchId, lines, from],
  )
}

/** waiting → unasked, for all lines. */
export async function dropWaiting(batchId: string): Promise<void> {
  await pool.query(`UPDATE batch_lines SET status = 'unasked' WHERE batch_id = $1 AND status = 'waiting'`, [
    batchId,
  ])
}

const Answered = z.object({ line: z.int(), request_id: z.string(), is_old: z.boolean() })

/** Answered lines with fewer tries than `triesBelow`. `is_old`: answered before `oldBefore`. */
export async function listAnswered(
  batchId: string,
  triesBelow: number,
  oldBefore: Date,
): Promise<z.infer<typeof Answered>[]> {
  const { rows } = await pool.query(
    `SELECT line, request_id, ended_at < $3 AS is_old FROM batch_lines
      WHERE batch_id = $1 AND status = 'answered' AND tries < $2`,
    [batchId, triesBelow, oldBefore],
  )
  return z.array(Answered).parse(rows)
}

const EndedLine = z.object({
  line: z.int(),
  custom_id: z.string(),
  status: z.string(),
  request_id: z.string().nullable(),
  status_code: z.int().nullable(),
  body: z.string().nullable(),
})
export type EndedLine = z.infer<typeof EndedLine>

const LINES_AT_ONCE = 500
const BYTES_AT_ONCE = 4 * 1024 * 1024

/** Ended lines in order, read a few megabytes at a time. */
export async function* readEnded(batchId: string, statuses: readonly string[]): AsyncGenerator<EndedLine> {
  for (let after = 0; ; ) {
    const { rows } = await pool.query(
      `SELECT * FROM (
         SELECT line, custom_id, status, request_id, status_code, body,
            row_number() OVER (ORDER BY line) AS number, sum(octet_length(body)) OVER (ORDER BY line) AS bytes
           FROM (SELECT * FROM batch_lines WHERE batch_id = $1 AND status = ANY ($2) AND line > $3 ORDER BY line LIMIT $4) l
       ) w WHERE number = 1 OR bytes IS NULL OR bytes < $5 ORDER BY line`,
      [batchId, statuses, after, LINES_AT_ONCE, BYTES_AT_ONCE],
    )
    const lines = z.array(EndedLine).parse(rows)
    yield* lines
    const last = lines.at(-1)
    if (last === undefined) return
    after = last.line
  }
}

export async function deleteLines(batchId: string): Promise<void> {
  await pool.query('DELETE FROM batch_lines WHERE batch_id = $1', [batchId])
}
