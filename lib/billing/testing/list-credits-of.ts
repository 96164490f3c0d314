import { pool } from '@/lib/platform/db'

/** For tests: what an order booked in the ledger, in that order; positive is what the customer got. */
export async function listCreditsOf(orderId: string): Promise<{ kind: string; amountNanos: bigint }[]> {
  const { rows } = await pool.query(
    `SELECT e.kind, CASE WHEN e.credit_account = o.customer_id THEN e.amount_nanos ELSE -e.amount_nanos END AS "amountNanos"
       FROM ledger_entries e, orders o WHERE o.id = $1 AND e.key LIKE 'order:' || $1 || ':%'
      ORDER BY e.created_at, e.kind <> 'purchase', e.key`,
    [orderId],
  )
  return rows
}
