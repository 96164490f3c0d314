import { z } from 'zod'
import { pool } from '@/lib/platform/db'

/** The customers' rollups, and what their ids are called: models and keys stay in their tables for good. */

/** What rows are narrowed to; a key of '' is none: asked from the console. */
export type UsageFilters = { modelId: string | undefined; apiKeyId: string | undefined }

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
  modality: z.enum(['chat', 'image', 'video']).nullable(),
  /** Empty: without a key. */
  api_key_id: z.string().nullable(),
})
export type UsageSumRow = z.infer<typeof UsageSumRow>

export type GroupingSet = ('day' | 'model_id' | 'modality' | 'api_key_id')[]

const sumsOf = UsageSums.keyof().options.map((column) => `sum(${column})::bigint AS ${column}`)

/**
 * Sums the rollups between the first and the last of `bounds`, each of which begins a day, for every grouping set. Added
 * up by day first, so that the sets share the work of it.
 */
export async function sumUsage(
  customerId: string,
  bounds: Date[],
  filters: UsageFilters,
  sets: readonly GroupingSet[],
): Promise<UsageSumRow[]> {
  const grouping = sets.map((set) => `(${set.join(', ')})`)
  const { rows } = await pool.query(
    `WITH daily AS MATERIALIZED (
       SELECT width_bucket(quarter, $2::timestamptz[]) AS day, model_id, modality, api_key_id, ${sumsOf}
         FROM usage_rollups
        WHERE customer_id = $1 AND quarter >= $3 AND quarter < $4
          AND ($5::text IS NULL OR model_id = $5) AND ($6::text IS NULL OR api_key_id = $6)
        GROUP BY 1, 2, 3, 4)
     SELECT day, model_id, modality, api_key_id, ${sumsOf} FROM daily GROUP BY GROUPING SETS (${grouping.join(', ')})`,
    [customerId, bounds, bounds[0], bounds.at(-1), filters.modelId, filters.apiKeyId],
  )
  return z.array(UsageSumRow).parse(rows)
}

/** What models and keys are called now, by id; also those that were withdrawn or revoked. */
export type UsageNames = { models: ReadonlyMap<string, string>; apiKeys: ReadonlyMap<string, string> }

export async function findNames(customerId: string, used: UsageSumRow[]): Promise<UsageNames> {
  const idsOf = (column: 'model_id' | 'api_key_id') => [...new Set(used.flatMap((row) => row[column] || []))]
  const { rows } = await pool.query(
    `SELECT 'model' AS kind, id, name FROM models WHERE id = ANY ($1)
      UNION ALL SELECT 'key', id, name FROM api_keys WHERE id = ANY ($2) AND customer_id = $3`,
    [idsOf('model_id'), idsOf('api_key_id'), customerId],
  )
  const named = z
    .array(z.object({ kind: z.enum(['model', 'key']), id: z.string(), name: z.string() }))
    .parse(rows)
  const namesOf = (kind: string) =>
    new Map(named.filter((row) => row.kind === kind).map((row) => [row.id, row.name]))
  return { models: namesOf('model'), apiKeys: namesOf('key') }
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
