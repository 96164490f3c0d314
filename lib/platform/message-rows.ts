import { z } from 'zod'
import { askCanary, DEAD_AFTER_SECONDS } from './instance'
import { logger } from './logger'

/**
 * Messages as rows of `node_messages`, which a process with Redis looks for every second, and at once when Redis says so. What is
 * cached is trusted for three seconds from the beginning of a look: so however Redis or a process hangs, three seconds after
 * a commit no process trusts what was before it.
 */
const LOOK_MILLIS = 1000
export const TRUST_MILLIS = 3000
/** Rows are kept longer than this. */
const GAP_MILLIS = 3_600_000

/** Where messages go. `onMode`: whether a live process hears, and sends, by NOTIFY alone. */
export type Hearing = {
  deliver: (channel: string, payload: string) => void
  tellGap: () => void
  onMode: (isMixed: boolean) => void
}

type Rows = {
  hearing: Hearing | undefined
  /** The PostgreSQL snapshot of the last look; undefined if it failed, so that the next is a gap. */
  snapshot: string | undefined
  /** The connection that it is from. */
  client: unknown
  lookedAt: number
  trustedUntil: number
  looking: Promise<void> | undefined
  next: Promise<void> | undefined
  timer: NodeJS.Timeout | undefined
}

const rows: Rows = {
  hearing: undefined,
  snapshot: undefined,
  client: undefined,
  lookedAt: 0,
  trustedUntil: 0,
  looking: undefined,
  next: undefined,
  timer: undefined,
}

export const isTrusted = () => performance.now() < rows.trustedUntil

/** The first look must succeed. */
export async function beginLooks(hearing: Hearing): Promise<void> {
  rows.hearing = hearing
  await look()
  const failed = (error: unknown) => logger.debug({ err: String(error) }, 'messages could not be looked for')
  rows.timer = setInterval(() => look().catch(failed), LOOK_MILLIS).unref()
}

export async function endLooks(): Promise<void> {
  clearInterval(rows.timer)
  await rows.looking?.catch(() => undefined)
}

/** Resolves after a look that began after this call. */
export function look(): Promise<void> {
  if (rows.looking === undefined) {
    rows.looking = lookOnce().finally(() => {
      rows.looking = undefined
    })
    return rows.looking
  }
  const again = () => {
    rows.next = undefined
    return look()
  }
  rows.next ??= rows.looking.then(again, again)
  return rows.next
}

const Found = z.object({
  snapshot: z.string(),
  is_gap: z.boolean(),
  is_mixed: z.boolean(),
  messages: z.array(z.object({ channel: z.string(), payload: z.string() })),
})

/**
 * What has been committed since the snapshot of the last look, whenever it began. A restored dump has rows of transactions that this
 * database has not had. Nothing from a replica, as the old primary becomes after a failover.
 */
const lookText = `SELECT pg_current_snapshot()::text AS snapshot,
  coalesce(pg_snapshot_xmax($1::pg_snapshot) > pg_snapshot_xmax(pg_current_snapshot()), true) AS is_gap,
  EXISTS (SELECT FROM instances WHERE NOT by_redis AND heartbeat_at > now() - make_interval(secs => $2)) AS is_mixed,
  (SELECT coalesce(json_agg(json_build_object('channel', channel, 'payload', payload) ORDER BY id), '[]') FROM node_messages
    WHERE xid >= pg_snapshot_xmin($1::pg_snapshot) AND NOT pg_visible_in_snapshot(xid, $1::pg_snapshot)
      AND pg_visible_in_snapshot(xid, pg_current_snapshot())) AS messages
  WHERE NOT pg_is_in_recovery()`

async function lookOnce(): Promise<void> {
  const beganAt = performance.now()
  const since = beganAt - rows.lookedAt < GAP_MILLIS ? rows.snapshot : undefined
  rows.snapshot = undefined // after a failure the database may be another one
  const answer = await askCanary(lookText, [since ?? null, DEAD_AFTER_SECONDS])
  const found = Found.parse(answer.rows[0])
  rows.hearing?.onMode(found.is_mixed)
  if (found.is_gap || answer.client !== rows.client) rows.hearing?.tellGap()
  for (const { channel, payload } of found.messages) rows.hearing?.deliver(channel, payload)
  rows.snapshot = found.snapshot
  rows.client = answer.client
  rows.lookedAt = beganAt
  rows.trustedUntil = beganAt + TRUST_MILLIS
}
