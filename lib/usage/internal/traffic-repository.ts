import { z } from 'zod'
import { pool } from '@/lib/platform/db'
import { RouteOutcomes, TrafficRow } from '../traffic/traffic'
import { type TrafficQuestion, trafficSql } from './traffic-sql'

/** Traffic over all customers: tallies of the last minutes, rollups of all before. */

export async function sumTraffic(question: TrafficQuestion): Promise<TrafficRow[]> {
  const { rows } = await pool.query(trafficSql(question))
  return z.array(TrafficRow).parse(rows)
}

/** Newest first. */
export async function listOutcomesSince(moment: Date): Promise<RouteOutcomes[]> {
  const { rows } = await pool.query(
    `SELECT start, provider_id, model_id, sum(successful + refused)::float8 AS answered, sum(failed + failed_tries)::float8 AS failed,
        sum(rate_limited + rate_limited_tries)::float8 AS limited
      FROM (SELECT minute AS start, provider_id, model_id, successful, refused, failed, failed_tries, rate_limited, rate_limited_tries
              FROM traffic_tallies WHERE minute >= $1
            UNION ALL
            SELECT start, provider_id, model_id, successful, refused, failed, failed_tries, rate_limited, rate_limited_tries
              FROM traffic_rollups WHERE grain = 'five_minutes' AND cut = 'route' AND start >= $1) AS tries
      GROUP BY 1, 2, 3 ORDER BY 1 DESC, 2, 3`,
    [moment],
  )
  return z.array(RouteOutcomes).parse(rows)
}

/** Moves tallies of minutes before that moment into the rollups; answers how many, at most `limit`. */
export async function foldTrafficBefore(before: Date, limit: number): Promise<number> {
  const { rows } = await pool.query('SELECT usage_fold_traffic($1, $2) AS folded', [before, limit])
  return z.object({ folded: z.number() }).parse(rows[0]).folded
}

/** Forgets rollups of that size from before that moment: coarser ones stay. */
export async function deleteTrafficBefore(grain: 'five_minutes' | 'hour', before: Date): Promise<void> {
  await pool.query(
    `DELETE FROM traffic_rollups WHERE grain = $1 AND cut IN ('provider', 'route') AND start < $2`,
    [grain, before],
  )
}
