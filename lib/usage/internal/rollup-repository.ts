import type { PoolClient } from 'pg'
import { z } from 'zod'
import { pool } from '@/lib/platform/db'
import { UsageModality } from '../schema'
import { quarterListSql, usedModelsSql } from './quarter-list-sql'
import type { RecordFilter, Stretch } from './record-list-sql'
import { type Grouping, type UsageFilters, usageSumsSql } from './usage-sums-sql'

/** The customers' rollups, and what their ids are called: models and keys stay in their tables for good. */

/** Sums of rollups, over whatever they are grouped by. */
const UsageSums = z.object({
  requests: z.bigint(),
  failed: z.bigint(),
  prompt_tokens: z.bigint(),
  cached_tokens: z.bigint(),
  completion_tokens: z.bigint(),
  images: z.bigint(),
  video_millis: z.bigint(),
  cost_nanos: z.bigint(),
  latency_millis: z.bigint(),
})
export type UsageSums = z.infer<typeof UsageSums>

/** What the row is not grouped by is null. */
const UsageSumRow = UsageSums.extend({
  /** 1 for the first day. */
  day: z.number().nullable(),
  model_id: z.string().nullable(),
  modality: UsageModality.nullable(),
  /** Empty: without a key. */
  api_key_id: z.string().nullable(),
})
export type UsageSumRow = z.infer<typeof UsageSumRow>

const sumColumns = UsageSums.keyof().options

/** What was used in the days that `bounds` begin and end, once for every grouping; `db` where a transaction has to see it. */
export async function sumUsage(
  customerId: string,
  bounds: readonly Date[],
  filters: UsageFilters,
  groupings: readonly Grouping[],
  db: Pick<PoolClient, 'query'> = pool,
): Promise<UsageSumRow[]> {
  const { rows } = await db.query(usageSumsSql(customerId, bounds, filters, groupings, sumColumns))
  return z.array(UsageSumRow).parse(rows)
}

/** What models and keys are called now, by id; also those that were withdrawn or revoked. */
export type UsageNames = {
  models: ReadonlyMap<string, string>
  /** With the end of each secret: several keys may have one name. */
  apiKeys: ReadonlyMap<string, z.infer<typeof NamedKey>>
}

const NamedModel = z.object({ id: z.string(), name: z.string() })
const NamedKey = NamedModel.extend({ last4: z.string() })

export async function findNames(customerId: string, used: UsageSumRow[]): Promise<UsageNames> {
  const idsOf = (column: 'model_id' | 'api_key_id') => [...new Set(used.flatMap((row) => row[column] || []))]
  const [models, keys] = await Promise.all([
    pool.query('SELECT id, name FROM models WHERE id = ANY ($1)', [idsOf('model_id')]),
    pool.query('SELECT id, name, last4 FROM api_keys WHERE id = ANY ($1) AND customer_id = $2', [
      idsOf('api_key_id'),
      customerId,
    ]),
  ])
  return {
    models: new Map(
      NamedModel.array()
        .parse(models.rows)
        .map(({ id, name }) => [id, name]),
    ),
    apiKeys: new Map(
      NamedKey.array()
        .parse(keys.rows)
        .map((key) => [key.id, key]),
    ),
  }
}

/** Whether there is, or was, such a model, and such a key of the customer's. */
export async function findFilters(customerId: string, modelId: string | null, apiKeyId: string | null) {
  const { rows } = await pool.query(
    `SELECT EXISTS (SELECT FROM models WHERE id = $1) AS "model",
            EXISTS (SELECT FROM api_keys WHERE id = $2 AND customer_id = $3) AS "apiKey"`,
    [modelId, apiKeyId, customerId],
  )
  return z.object({ model: z.boolean(), apiKey: z.boolean() }).parse(rows[0])
}

/** Moves tallies of quarters before that moment into the rollups; answers how many, at most `limit`. */
export async function foldTalliesBefore(before: Date, limit: number): Promise<number> {
  const { rows } = await pool.query('SELECT usage_fold_tallies($1, $2) AS folded', [before, limit])
  return z.object({ folded: z.number() }).parse(rows[0]).folded
}

/** Ids of the models that the customer ever used and the filter lets pass. */
export async function listUsedModels(customerId: string, filter: RecordFilter): Promise<string[]> {
  const { rows } = await pool.query(usedModelsSql(customerId, filter))
  return z
    .array(z.object({ model_id: z.string() }))
    .parse(rows)
    .map((row) => row.model_id)
}

/** When it began, and between which of its moments lies what was asked for. */
export type Quarter = Stretch & { quarter: Date }

/** The latest quarters of an hour that hold something the filter lets pass; see `quarterListSql`. */
export async function listQuarters(...question: Parameters<typeof quarterListSql>): Promise<Quarter[]> {
  const { rows } = await pool.query(quarterListSql(...question))
  return z
    .array(z.object({ quarter: z.date(), first_at: z.date(), last_at: z.date() }))
    .parse(rows)
    .map((row) => ({ quarter: row.quarter, firstAt: row.first_at, lastAt: row.last_at }))
}
