import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { z } from 'zod'
import { directConnection } from './database-connection'
import { pool } from './db'
import { ConfigurationError } from './env'
import { logger } from './logger'
import { isDoneWithin } from './probe'

/**
 * Short messages to every node, such as a revoked key or a changed catalog, by PostgreSQL's LISTEN/NOTIFY: a message sent in
 * a transaction arrives if and only if that transaction commits. A listener that lost its connection may have missed some:
 * `onGap` tells subscribers to drop their caches.
 */
type Subscription = { onMessage: (payload: string) => void; onGap: () => void }

type Channels = {
  subscriptions: Map<string, Subscription[]>
  /** Pings of `untilHeard` that wait for answers, by id. */
  questions: Map<string, () => void>
  client: pg.Client | undefined
  closed: boolean
  connecting: Promise<void> | undefined
  listening: Promise<unknown>
}

const ECHO_CHANNEL = 'portico_echo'
const LISTENER_NAME = 'portico-notify'

const channels: Channels = {
  subscriptions: new Map([[ECHO_CHANNEL, [{ onMessage: answerEcho, onGap: () => undefined }]]]),
  questions: new Map(),
  client: undefined,
  closed: false,
  connecting: undefined,
  listening: Promise.resolve(),
}

const RECONNECT_MILLIS = 500
const HEARD_MILLIS = 10_000

/** If it rejects, the subscription is removed, so that a retry is notified only once. */
export async function subscribe(channel: string, subscription: Subscription): Promise<void> {
  const before = channels.subscriptions.get(channel) ?? []
  channels.subscriptions.set(channel, [...before, subscription])
  try {
    await connect()
    // One statement at a time, because subscribers may start together.
    const listen = () => channels.client?.query(`LISTEN ${pg.escapeIdentifier(channel)}`)
    channels.listening = channels.listening.catch(() => undefined).then(listen)
    await channels.listening
  } catch (error) {
    const now = channels.subscriptions.get(channel) ?? []
    channels.subscriptions.set(
      channel,
      now.filter((one) => one !== subscription),
    )
    throw error
  }
}

export async function publish(channel: string, payload: string): Promise<void> {
  await pool.query('SELECT pg_notify($1, $2)', [channel, payload])
}

/**
 * Resolves when every node has handled all messages sent before. Messages arrive in order, so a node that answers a ping has
 * received them. Waits no longer than the limit for a node that hangs.
 */
export async function untilHeard(limitMillis = 1000): Promise<void> {
  await connect()
  const { rows } = await pool.query(
    'SELECT count(*)::int AS nodes FROM pg_stat_activity WHERE application_name = $1 AND datname = current_database()',
    [LISTENER_NAME],
  )
  let missing = z.array(z.object({ nodes: z.number() })).parse(rows)[0]?.nodes ?? 0
  const id = randomUUID()
  let timer: NodeJS.Timeout | undefined
  const heard = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, limitMillis)
    channels.questions.set(id, () => {
      missing -= 1
      if (missing <= 0) resolve()
    })
  })
  try {
    await publish(ECHO_CHANNEL, `?${id}`)
    await heard
  } finally {
    clearTimeout(timer)
    channels.questions.delete(id)
  }
}

function answerEcho(payload: string): void {
  const id = payload.slice(1)
  if (payload.startsWith('?')) publish(ECHO_CHANNEL, `!${id}`).catch(() => undefined)
  else channels.questions.get(id)?.()
}

/** True while messages arrive. Otherwise, caches of revocable things must not be trusted. */
export function isListening(): boolean {
  return channels.client !== undefined
}

export async function closeNotify(): Promise<void> {
  channels.closed = true
  await channels.client?.end().catch(() => undefined)
  channels.client = undefined
}

function connect(): Promise<void> {
  if (channels.client) return Promise.resolve()
  channels.connecting ??= open().finally(() => {
    channels.connecting = undefined
  })
  return channels.connecting
}

async function open(): Promise<void> {
  const client = new pg.Client({
    ...directConnection(),
    application_name: LISTENER_NAME,
    keepAlive: true,
  })
  client.on('notification', ({ channel, payload }) => {
    for (const one of channels.subscriptions.get(channel) ?? []) one.onMessage(payload ?? '')
  })
  client.on('error', () => lose(client))
  client.on('end', () => lose(client))
  await client.connect()
  for (const channel of channels.subscriptions.keys())
    await client.query(`LISTEN ${pg.escapeIdentifier(channel)}`)
  await untilHeardBy(client)
  channels.client = client
  for (const list of channels.subscriptions.values()) for (const one of list) one.onGap()
}

/** Checks the connection: a pooler accepts LISTEN but forwards nothing, and this may be the old database after a move. */
async function untilHeardBy(client: pg.Client): Promise<void> {
  const id = randomUUID()
  const heard = new Promise<void>((resolve) => {
    client.on('notification', ({ payload }) => payload === id && resolve())
  })
  await publish(ECHO_CHANNEL, id)
  if (await isDoneWithin(heard, HEARD_MILLIS)) return
  if (await isDoneWithin(heard, RECONNECT_MILLIS)) return // this process was late
  await client.end()
  throw new ConfigurationError(
    'NOTIFY messages do not arrive. If DATABASE_URL points to a pooler, set DATABASE_DIRECT_URL to the database itself.',
  )
}

function lose(client: pg.Client): void {
  if (channels.client !== client) return
  channels.client = undefined
  if (channels.closed) return
  for (const list of channels.subscriptions.values()) for (const one of list) one.onGap()
  logger.warn('the notification connection was lost; reconnecting')
  retry()
}

function retry(): void {
  setTimeout(() => {
    if (!channels.closed) connect().catch(retry)
  }, RECONNECT_MILLIS).unref()
}
