import { z } from 'zod'
import { pool } from '@/lib/platform/db'
import type { UsageFilters } from '../repository'
import { spansOf, sumColumns, sumsSql, UsageSums } from './rollup-repository'

/** Sums by end user and tag: the whole of what is known about one, or all of a kind. */

const MarkSums = UsageSums.extend({ value: z.string() })
export type MarkSums = z.infer<typeof MarkSums>

/** The `limit` end users or tags with the highest cost between the bounds. */
export async function sumByMark(
  customerId: string,
  bounds: readonly Date[],
  { modelId, callerIds }: UsageFilters,
  kind: 'end_user' | 'tag',
  limit: number,
): Promise<MarkSums[]> {
  const values: unknown[] = [customerId, `${kind === 'end_user' ? 'u' : 't'}:%`, limit, modelId, callerIds]
  const { rows } = await pool.query(
    `SELECT substr(label, 3) AS value, ${sumsSql(sumColumns)} FROM usage_marks
      WHERE customer_id = $1 AND label LIKE $2 AND ($4::text IS NULL OR model_id = $4) AND ($5::text[] IS NULL OR api_key_id = ANY ($5))
        AND (${within(bounds, values)}) GROUP BY mark, label ORDER BY sum(cost_nanos) DESC, sum(requests) DESC, label LIMIT $3`,
    values,
  )
  return z.array(MarkSums).parse(rows)
}

/** How many requests between the bounds have a value that came after the day's limit. */
export async function countUnlisted(customerId: string, bounds: readonly Date[]): Promise<number> {
  const values: unknown[] = [customerId]
  const { rows } = await pool.query(
    `SELECT coalesce(sum(requests), 0)::float8 AS count FROM usage_marks
      WHERE customer_id = $1 AND mark = sha256('') AND (${within(bounds, values)})`,
    values,
  )
  return z.object({ count: z.number() }).parse(rows[0]).count
}

function within(bounds: readonly Date[], values: unknown[]): string {
  const bind = (value: unknown) => `$${values.push(value)}`
  return spansOf(bounds, false)
    .map(
      ({ grain, from, until }) =>
        `grain = '${grain === 'day' ? 'day' : 'quarter'}' AND start >= ${bind(from)} AND start < ${bind(until)}`,
    )
    .map((span) => `(${span})`)
    .join(' OR ')
}

/** Of a deleted customer. */
export async function deleteMarksOf(customerId: string): Promise<void> {
  await pool.query('DELETE FROM usage_marks WHERE customer_id = $1', [customerId])
}
