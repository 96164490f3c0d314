import { z } from 'zod'
import { pool } from '../db'
import { logger } from '../logger'
import type { Workplace } from './places'

/** Pieces whose time comes, and those whose message was lost, are found so late at most. */
const LOOK_MILLIS = 500

type Searched = {
  places: ReadonlyMap<string, Workplace>
  /** Those of them whose pieces are in the queue. What is in rows is asked by its own places, each time. */
  queues: readonly string[]
}

/**
 * Tells places of work that is due: one question for all kinds of it, so that an idle process costs next to nothing.
 * Answers the function that ends it.
 */
export function startLooking({ places, queues }: Searched): () => void {
  const rows = [...places.keys()].filter((name) => !queues.includes(name))
  let isLooking = false
  const look = async () => {
    if (isLooking) return
    isLooking = true
    for (const name of rows) places.get(name)?.look()
    try {
      for (const name of await findDue(queues)) places.get(name)?.look()
    } catch (error) {
      logger.error({ err: String(error) }, 'due work could not be looked for')
    }
    isLooking = false
  }
  const timer = setInterval(look, LOOK_MILLIS)
  return () => clearInterval(timer)
}

const DueRow = z.object({ name: z.string() })

async function findDue(queues: readonly string[]): Promise<string[]> {
  const { rows } = await pool.query({
    name: 'jobs-due',
    text: `SELECT queue.name FROM unnest($1::text[]) AS queue(name)
            WHERE EXISTS (SELECT FROM pgboss.job_common AS job
                           WHERE job.name = queue.name AND job.state < 'active' AND NOT job.blocked AND job.start_after <= now())`,
    values: [queues],
  })
  return z
    .array(DueRow)
    .parse(rows)
    .map(({ name }) => name)
}
