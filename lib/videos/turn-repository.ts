import pg from 'pg'
import { z } from 'zod'
import { pool } from '@/lib/platform/db'
import { logger } from '@/lib/platform/logger'
import { storedJson } from '@/lib/platform/stored-json'
import { bareMeterSql } from '@/lib/usage/bare-meter-sql'
import type { UpstreamTry } from '@/lib/usage/meter-reading'
import type { Settlement, StoredRequest } from './internal/task-record'
import { TaskRow, taskColumns } from './repository'

const nothing: StoredRequest = {
  prompt: '',
  media: [],
  draftTaskId: null,
  draftHandle: null,
  ratio: '16:9',
  resolution: '720p',
  duration: 0,
  frames: null,
  generateAudio: false,
  seed: null,
  cameraFixed: false,
  watermark: false,
  returnLastFrame: false,
  serviceTier: 'default',
  isDraft: false,
  webSearch: false,
  safetyIdentifier: null,
  executionExpiresAfterSeconds: 0,
}
const release: Settlement = { kind: 'release' }

/**
 * Makes the row of a task readable again, whatever is wrong with its JSON: what it says of its hold stays, the rest goes. Its
 * next turn, due at once, ends it and gives the money back. Only after an hour: what this process cannot read, one of another
 * version may. False while that may be.
 */
async function repairTask(id: string): Promise<boolean> {
  const { rowCount } = await pool.query(
    `UPDATE video_tasks SET request = $2::jsonb, settlement = $3::jsonb, routes = '[]', attempts = '[]', error = NULL, result = NULL,
        meter = ${bareMeterSql},
        handle = NULL, turn_state = 'waiting', next_turn_at = now()
      WHERE id = $1 AND created_at < now() - interval '1 hour'`,
    [id, storedJson(nothing), storedJson(release)],
  )
  return rowCount === 1
}

/**
 * Turns of tasks. The rows are the queue: each says when its next turn is due. Whoever takes a turn has it for as long as
 * it says that it lives; what it learned is written only while nobody else has taken the next one.
 */

/** A silent worker's turn is another's after so long. */
const LEASE_SECONDS = 30
/** No start takes that long; one whose worker fell silent may have reached the upstream, so it is not repeated earlier. */
const START_LEASE_SECONDS = 120
/** Of the turns that are due, so many are looked through for those whose customers have room. */
const LOOKED_THROUGH = 100

const isDue = "(settled_at IS NULL OR status IN ('queued', 'processing')) AND next_turn_at <= now()"

/** A task whose turn this process has. */
export const Turn = TaskRow.extend({
  /** No upstream has it: from here on one may. */
  is_start: z.boolean(),
})
export type Turn = z.infer<typeof Turn>
const Id = z.object({ id: z.string() })

// Turns make the index of what is due long with entries of earlier ones: it is to be read in order, and only from its
// beginning. A limit that the planner does not know makes it do that, and IS TRUE keeps it from reading the index twice.
const claimText = `WITH due AS MATERIALIZED (
    SELECT id, next_turn_at, row_number() OVER (PARTITION BY customer_id ORDER BY next_turn_at)
        + coalesce(($3::jsonb ->> customer_id)::int, 0) AS place
      FROM (SELECT id, customer_id, next_turn_at FROM video_tasks WHERE ${isDue} AND customer_id <> ALL($4::text[])
             ORDER BY next_turn_at LIMIT $6) soonest),
  mine AS (
    SELECT id AS task_id, handle IS NULL AND settlement IS NULL AND status IN ('queued', 'processing')
        AND execution_deadline_at > $5 AS is_start
      FROM video_tasks
     WHERE id = ANY (ARRAY(SELECT id FROM due WHERE place <= $2 ORDER BY next_turn_at LIMIT $1)) AND (${isDue}) IS TRUE
       FOR UPDATE SKIP LOCKED)
  UPDATE video_tasks SET turn = turn + 1, turn_state = 'taken',
      next_turn_at = now() + make_interval(secs => CASE WHEN is_start THEN ${START_LEASE_SECONDS} ELSE ${LEASE_SECONDS} END),
      starts = starts + is_start::int,
      starting_at = CASE WHEN is_start THEN coalesce(starting_at, now()) ELSE starting_at END
    FROM mine WHERE id = task_id
    RETURNING ${taskColumns}, is_start`

/**
 * Takes up to `limit` turns that are due, those that have waited longest first, and no more of a customer than `share` with
 * those that this process works on. Two processes never have the same turn.
 */
export async function claimTurns(
  { limit, share, running }: { limit: number; share: number; running: ReadonlyMap<string, number> },
  now: Date,
): Promise<Turn[]> {
  const full = [...running].filter(([, count]) => count >= share).map(([customerId]) => customerId)
  const { rows } = await pool.query({
    name: 'video-claim-turns',
    text: claimText,
    values: [limit, share, JSON.stringify(Object.fromEntries(running)), full, now, LOOKED_THROUGH],
  })
  const turns: Turn[] = []
  for (const row of rows) {
    const turn = Turn.safeParse(row)
    if (turn.success) turns.push(turn.data)
    else await reportUnreadable(Id.parse(row).id, turn.error)
  }
  return turns
}

/** The turn of one task that has ended, due or not; undefined while somebody else has it, or when nothing is left to do. */
export async function claimTurn(id: string): Promise<Turn | undefined> {
  const { rows } = await pool.query(
    `UPDATE video_tasks SET turn = turn + 1, turn_state = 'taken', next_turn_at = now() + make_interval(secs => ${LEASE_SECONDS})
      WHERE id = $1 AND turn_state = 'waiting' AND settled_at IS NULL AND status NOT IN ('queued', 'processing')
      RETURNING ${taskColumns}, false AS is_start`,
    [id],
  )
  return rows[0] === undefined ? undefined : Turn.parse(rows[0])
}

/** It must not hold up the others that were taken with it, nor its money for ever. */
async function reportUnreadable(id: string, error: Error): Promise<void> {
  if (await repairTask(id))
    logger.error({ task: id, err: error.message }, 'a video task cannot be read: it ends, free of charge')
  else logger.warn({ task: id, err: error.message }, 'a video task cannot be read')
}

/** How the upstream says that it goes; progress 0 to 100, null where it does not tell. */
export type News = { progress: number | null; isRunning: boolean }

/** What a turn comes to where the task is not over. */
export type Plan = {
  /** When the next turn is due. */
  afterSeconds: number
  news?: News | undefined
  /** Who took it, and under which name. */
  taken?: { routeId: string; handle: string }
  /** The upstream gave up for a reason that may pass: the next turn starts it again. */
  startsAnew?: boolean
  /** Adds to what is known of who did not take it. */
  attempts?: readonly UpstreamTry[]
}

type Key = { id: string; turn: number }

// The list of ids has the rows found by their key, however small the table was when the statement was planned; as a parameter
// it would be planned for each length anew.
// A handle that comes too late is kept all the same where there is none: an upstream that works for us must not be forgotten.
// Nudges of a start that came to nothing end with it: they would bring its handle back.
const planText = `WITH plans AS MATERIALIZED (
    SELECT * FROM json_to_recordset($1::json) AS p(id text, turn int, after float8, handle text, route text, anew boolean,
      tries jsonb, percent int, runs boolean)),
  late AS (
    UPDATE video_tasks t SET handle = p.handle, route_id = p.route
      FROM plans p WHERE t.id = ANY (ARRAY(SELECT id FROM plans)) AND t.id = p.id AND t.turn <> p.turn AND t.handle IS NULL AND p.handle IS NOT NULL)
  UPDATE video_tasks t SET
      turn_state = 'waiting',
      next_turn_at = now() + make_interval(secs => CASE turn_state WHEN 'again' THEN 0 ELSE p.after END),
      handle = CASE WHEN p.anew THEN NULL ELSE coalesce(p.handle, t.handle) END,
      route_id = coalesce(p.route, t.route_id),
      nudge_digest = CASE WHEN p.anew THEN NULL ELSE t.nudge_digest END,
      attempts = t.attempts || p.tries,
      progress = CASE WHEN p.anew THEN NULL WHEN status IN ('queued', 'processing') THEN coalesce(p.percent, progress)
        ELSE progress END,
      started_at = CASE WHEN p.runs AND status = 'queued' THEN coalesce(started_at, now()) ELSE started_at END,
      status = CASE WHEN p.runs AND status = 'queued' THEN 'processing' ELSE status END
    FROM plans p WHERE t.id = ANY (ARRAY(SELECT id FROM plans)) AND t.id = p.id AND t.turn = p.turn`

/** Ends turns with what they learned. Those that were overtaken change nothing. */
export async function planTurns(ends: readonly (Key & Plan)[]): Promise<void> {
  const plans = ends.map(({ id, turn, afterSeconds, news, taken, startsAnew, attempts }) => ({
    id,
    turn,
    after: afterSeconds,
    handle: taken?.handle ?? null,
    route: taken?.routeId ?? null,
    anew: startsAnew === true,
    tries: attempts ?? [],
    percent: news?.progress ?? null,
    runs: news?.isRunning === true,
  }))
  try {
    await pool.query({ name: 'video-plan-turns', text: planText, values: [JSON.stringify(plans)] })
  } catch (error) {
    if (!isDataFault(error)) throw error
    // What the database cannot take of one must not hold up the others; its turn is somebody else's when its time is over.
    if (ends.length > 1) for (const end of ends) await planTurns([end])
    else logger.error({ task: ends[0]?.id, err: String(error) }, 'the end of a turn could not be written')
  }
}

/** SQLSTATE classes 22 (data exception) and 23 (constraint violation): trying again gives the same answer. */
function isDataFault(error: unknown): boolean {
  return error instanceof pg.DatabaseError && /^2[23]/.test(error.code ?? '')
}

/** Says that their worker lives; answers which are not its own any more. */
export async function extendTurns(turns: readonly Key[]): Promise<Set<string>> {
  const { rows } = await pool.query(
    `UPDATE video_tasks t SET next_turn_at = greatest(next_turn_at, now() + make_interval(secs => $2))
       FROM json_to_recordset($1::json) AS k(id text, turn int)
      WHERE t.id = k.id AND t.turn = k.turn AND turn_state <> 'waiting' RETURNING t.id`,
    [keysOf(turns), LEASE_SECONDS],
  )
  const ours = new Set(
    z
      .array(Id)
      .parse(rows)
      .map(({ id }) => id),
  )
  return new Set(turns.map(({ id }) => id).filter((id) => !ours.has(id)))
}

/** Turns that will not be finished here are due again. */
export async function returnTurns(turns: readonly Key[]): Promise<void> {
  await pool.query(
    `UPDATE video_tasks t SET turn_state = 'waiting', next_turn_at = now()
       FROM json_to_recordset($1::json) AS k(id text, turn int) WHERE t.id = k.id AND t.turn = k.turn`,
    [keysOf(turns)],
  )
}

/** The turns of workers that have all died are due again; but for starts, which may have reached the upstream. */
export async function returnAllTurns(): Promise<void> {
  await pool.query(
    `UPDATE video_tasks SET turn_state = 'waiting', next_turn_at = now()
      WHERE (settled_at IS NULL OR status IN ('queued', 'processing')) AND turn_state <> 'waiting' AND next_turn_at > now()
        AND (handle IS NOT NULL OR settlement IS NOT NULL OR status NOT IN ('queued', 'processing'))`,
  )
}

export type Nudge = {
  /** SHA-256 of the secret in its link, which is not kept itself. */
  digest: Buffer
  /** The route whose upstream was given the link. */
  routeId: string
}

/** Before that upstream is asked to take the task, so that a nudge finds it. Links of earlier asks end. */
export async function saveNudge(id: string, { digest, routeId }: Nudge): Promise<void> {
  await pool.query('UPDATE video_tasks SET nudge_digest = $2, nudge_route_id = $3 WHERE id = $1', [
    id,
    digest,
    routeId,
  ])
}

const Nudged = TaskRow.pick({ handle: true, routes: true }).extend({ nudge_route_id: z.string().nullable() })

/** The task that a nudge is about; undefined when its link is not one of ours, or the task is over. */
export async function findNudged(id: string, digest: Buffer): Promise<z.infer<typeof Nudged> | undefined> {
  const { rows } = await pool.query(
    `SELECT handle, routes, nudge_route_id FROM video_tasks
      WHERE id = $1 AND nudge_digest = $2 AND settled_at IS NULL`,
    [id, digest],
  )
  return rows[0] === undefined ? undefined : Nudged.parse(rows[0])
}

/**
 * An upstream says that something has changed: the next turn is due at once, or as soon as the one is over that somebody
 * has. `handle` is kept where there is none and the task's end is open: whoever started it may have died before it could
 * write it down. False when the link has ended meanwhile.
 */
export async function hastenByNudge(id: string, digest: Buffer, handle: string): Promise<boolean> {
  const { rowCount } = await pool.query(
    `UPDATE video_tasks SET turn_state = CASE turn_state WHEN 'waiting' THEN 'waiting' ELSE 'again' END,
        next_turn_at = CASE turn_state WHEN 'waiting' THEN now() ELSE next_turn_at END,
        handle = CASE WHEN settlement IS NULL THEN coalesce(handle, $3) ELSE handle END,
        route_id = CASE WHEN settlement IS NULL AND handle IS NULL THEN nudge_route_id ELSE route_id END
      WHERE id = $1 AND nudge_digest = $2 AND settled_at IS NULL`,
    [id, digest, handle],
  )
  return rowCount === 1
}

function keysOf(turns: readonly Key[]): string {
  return JSON.stringify(turns.map(({ id, turn }) => ({ id, turn })))
}
