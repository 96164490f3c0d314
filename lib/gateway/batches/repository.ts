import { z } from 'zod'
import { pool, prisma } from '@/lib/platform/db'
import type { Transaction } from '@/lib/platform/transaction'
import type { TaskTable } from '@/lib/work/tasks/kind'
import type { Batch, Prisma } from '@/prisma/generated/client'
import { BatchEndpoint, type LineFault } from './schema'

export type BatchRow = Batch

/** The batches as the task engine sees them. Each line pays for itself. */
export const batchTable: TaskTable = {
  name: 'batches.take-turn',
  table: 'batches',
  endChannel: 'batches',
  counter: 'turn',
  settlement: z.never(),
}

const open = ['queued', 'processing']

type NewBatch = Omit<Prisma.BatchUncheckedCreateInput, 'metadata' | 'idempotencyKey'> & {
  metadata: Record<string, string> | null | undefined
  idempotencyKey: string | undefined
}

export function insertBatch(
  { metadata, idempotencyKey, ...batch }: NewBatch,
  transaction: Transaction,
): Promise<BatchRow> {
  return transaction.batch.create({
    data: { ...batch, idempotencyKey: idempotencyKey ?? null, ...(metadata && { metadata }) },
  })
}

export function findBatch(customerId: string, id: string): Promise<BatchRow | null> {
  // Postgres cannot even be asked for a NUL.
  if (id.includes('\0')) return Promise.resolve(null)
  return prisma.batch.findFirst({ where: { id, customerId } })
}

export function findByKey(customerId: string, idempotencyKey: string, since: Date): Promise<BatchRow | null> {
  return prisma.batch.findFirst({ where: { customerId, idempotencyKey, createdAt: { gt: since } } })
}

/** Newest first, by their ids, which begin with a time. */
export function listBatchRows(
  customerId: string,
  after: string | undefined,
  take: number,
): Promise<BatchRow[]> {
  const id = after === undefined ? {} : { id: { lt: after } }
  return prisma.batch.findMany({ where: { customerId, ...id }, orderBy: { id: 'desc' }, take })
}

/** One customer's are counted and added to one at a time, so that two at once do not pass the limit. */
export async function lockAndCountOpen(customerId: string, transaction: Transaction): Promise<number> {
  const lock = `portico:batches:${customerId}`
  await transaction.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${lock}, 0))`
  return transaction.batch.count({ where: { customerId, status: { in: open } } })
}

/** Its next turn is due at once, or when the one in progress ends. False when it has ended. */
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

/** A batch whose turn this process runs. */
export const BatchTurn = z.object({
  id: z.string(),
  customer_id: z.string(),
  api_key_id: z.string().nullable(),
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

export const turnColumns =
  't.id, t.customer_id, t.api_key_id, t.endpoint, t.input_file_id, t.status, t.failures, t.cancelling_at, t.expires_at, t.created_at'

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

/** Ends a batch, with its counts as they are. False when its turn is no longer this worker's. */
export async function markEnded(
  { id, turn }: TurnKey,
  { status, errors, outputFileId = null, errorFileId = null }: Ending,
  now: Date,
  transaction: Transaction,
): Promise<boolean> {
  const count = (of: string) => transaction.batchLine.count({ where: { batchId: id, status: of } })
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
