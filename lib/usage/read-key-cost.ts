import type { PoolClient } from 'pg'
import { clock } from '@/lib/platform/clock'
import { sumUsage } from './internal/rollup-repository'

const TWO_DAYS_MILLIS = 2 * 24 * 3600 * 1000

/** What was charged since a day (UTC) began for requests through a key, nano-USD; as `db`, in its transaction, sees it. */
export async function readKeyCost(
  key: { id: string; customerId: string },
  since: Date,
  db: PoolClient,
): Promise<bigint> {
  const end = new Date(clock.now().getTime() + TWO_DAYS_MILLIS).setUTCHours(0, 0, 0, 0)
  const filters = { modelId: undefined, apiKeyId: key.id }
  const [row] = await sumUsage(key.customerId, [since, new Date(end)], filters, [{ byKey: true }], db)
  return row?.cost_nanos ?? 0n
}
