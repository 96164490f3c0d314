import { z } from 'zod'
import { pool, prisma } from './db'
import { DEAD_AFTER_SECONDS } from './instance'
import type { SealedColumn } from './secrets'

/** The table of Idempotency-Keys. Each state change is one compare-and-set statement. */
export type RecordKey = { customerId: string; path: string; key: string }

/** The record as text, the same in all processes. */
export function nameOfRecord({ customerId, path, key }: RecordKey): string {
  return [customerId, path, key].join('\n')
}

/** The purpose for `seal` of responses that contain a secret. */
export function answerPurpose(name: string): string {
  return `answer to ${name}`
}

export const sealedAnswers: SealedColumn = {
  table: 'idempotency_records',
  column: 'body',
  owner: ['customer_id', 'path', 'key'],
  purposeOf: ({ customer_id: customerId = '', path = '', key = '' }) =>
    answerPurpose(nameOfRecord({ customerId, path, key })),
}

const StoredReply = z.object({
  fingerprint: z.instanceof(Buffer),
  status: z.number().int().nullable(),
  headers: z.record(z.string(), z.string()).nullable(),
  body: z.instanceof(Buffer).nullable(),
})
type StoredReply = z.infer<typeof StoredReply>

/**
 * True if `owner` now holds the key: it was new, expired, or left without a response by a process that died (or by this
 * process, which claims only keys that none of its running requests holds).
 */
export async function claimRecord(record: RecordKey, fingerprint: Buffer, owner: string): Promise<boolean> {
  const { rowCount } = await pool.query(
    `INSERT INTO idempotency_records AS r (customer_id, path, key, fingerprint, locked_by, expires_at)
     VALUES ($1, $2, $3, $4, $5, now() + interval '24 hours')
     ON CONFLICT (customer_id, path, key) DO UPDATE
       SET fingerprint = excluded.fingerprint, locked_by = excluded.locked_by, status = NULL, headers = NULL, body = NULL,
           created_at = now(), expires_at = excluded.expires_at
     WHERE r.expires_at < now()
        OR (r.status IS NULL AND r.fingerprint = excluded.fingerprint
            AND (r.locked_by = excluded.locked_by
                 OR instance_is_dead(r.locked_by, excluded.locked_by, $6)))`,
    [record.customerId, record.path, record.key, fingerprint, owner, DEAD_AFTER_SECONDS],
  )
  return rowCount === 1
}

export async function findRecord(record: RecordKey): Promise<StoredReply | undefined> {
  const { rows } = await pool.query(
    'SELECT fingerprint, status, headers, body FROM idempotency_records WHERE customer_id = $1 AND path = $2 AND key = $3',
    [record.customerId, record.path, record.key],
  )
  return rows[0] === undefined ? undefined : StoredReply.parse(rows[0])
}

/** False if another process has taken over the key. */
export async function completeRecord(
  record: RecordKey,
  owner: string,
  reply: { status: number; headers: Record<string, string>; body: Buffer },
): Promise<boolean> {
  const { rowCount } = await pool.query(
    `UPDATE idempotency_records SET status = $5, headers = $6, body = $7
      WHERE customer_id = $1 AND path = $2 AND key = $3 AND locked_by = $4 AND status IS NULL`,
    [
      record.customerId,
      record.path,
      record.key,
      owner,
      reply.status,
      JSON.stringify(reply.headers),
      reply.body,
    ],
  )
  return rowCount === 1
}

/** Frees the key of a request that failed. */
export async function releaseRecord(record: RecordKey, owner: string): Promise<void> {
  await pool.query(
    `DELETE FROM idempotency_records
      WHERE customer_id = $1 AND path = $2 AND key = $3 AND locked_by = $4 AND status IS NULL`,
    [record.customerId, record.path, record.key, owner],
  )
}

/** Deletes the stored responses of a customer. Running requests keep their keys, or a retry would run them again. */
export async function deleteAnswersOf(customerId: string): Promise<void> {
  await prisma.idempotencyRecord.deleteMany({ where: { customerId, status: { not: null } } })
}

export async function deleteExpiredRecords(): Promise<number> {
  const { rowCount } = await pool.query('DELETE FROM idempotency_records WHERE expires_at < now()')
  return rowCount ?? 0
}
