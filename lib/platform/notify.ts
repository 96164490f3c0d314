import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { z } from 'zod'
import { directConnection } from './database-connection'
import { pool, prisma } from './db'
import { ConfigurationError, env } from './env'
import { DEAD_AFTER_SECONDS, instanceId } from './instance'
import { logger } from './logger'
import { closeLine, EVERYONE, LOOK, openLine, THIS_PROCESS, tell } from './message-line'
import { beginLooks, endLooks, isTrusted, look, TRUST_MILLIS } from './message-rows'
import { isDoneWithin } from './probe'
import { afterCommit, type Transaction } from './transaction'

/**
 * Short messages to every node, such as a revoked key or a changed catalog. Without Redis they go by PostgreSQL's LISTEN/NOTIFY. With it
 * they go by Redis, and as rows if none may miss them; but by NOTIFY too while a process lives that has no Redis or is of an earlier
 * version. `onGap` tells subscribers to drop their caches, because some may have been missed.
 */
type Subscription = {
  /** A promise is kept until it settles: `untilHeard` waits for it. It must not reject. */
  onMessage: (payload: string) => unknown
  onGap: () => void
}

type Channels = {
  subscriptions: Map<string, Subscription[]>
  /** Pings of `untilHeard` that wait for answers, by id. They are told who answers, if by Redis. */
  questions: Map<string, (instance: string) => void>
  /** What subscribers still do because of messages that have arrived. */
  handling: Set<Promise<unknown>>
  client: pg.Client | undefined
  closed: boolean
  /** With Redis: whether all must go by NOTIFY nevertheless. */
  isMixed: boolean
  opening: Promise<void> | undefined
  connecting: Promise<void> | undefined
  listening: Promise<unknown>
}

const ECHO_CHANNEL = 'portico_echo'
/** Where this process is answered, so that an answer reaches it alone. */
const ANSWER_CHANNEL = `${ECHO_CHANNEL}_${randomUUID()}`
const LISTENER_NAME = 'portico-notify'

const channels: Channels = {
  subscriptions: new Map(
    [ECHO_CHANNEL, ANSWER_CHANNEL].map((channel) => [
      channel,
      [{ onMessage: hearEcho, onGap: () => undefined }],
    ]),
  ),
  questions: new Map(),
  handling: new Set(),
  client: undefined,
  closed: false,
  isMixed: true,
  opening: undefined,
  connecting: undefined,
  listening: Promise.resolve(),
}

const RECONNECT_MILLIS = 500
const HEARD_MILLIS = 10_000
/** A connection that is cut without a word says nothing for hours: one that has not answered by the next ping is given up. */
const PING_MILLIS = 5000

/** If it rejects, the subscription is removed, so that a retry is notified only once. */
export async function subscribe(channel: string, subscription: Subscription): Promise<void> {
  const before = channels.subscriptions.get(channel) ?? []
  channels.subscriptions.set(channel, [...before, subscription])
  try {
    await open()
    // One statement at a time, because subscribers may start together.
    const listenTo = () => channels.client?.query(`LISTEN ${pg.escapeIdentifier(channel)}`)
    channels.listening = channels.listening.catch(() => undefined).then(listenTo)
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

export const isByRedis = (): boolean => env().REDIS_URL !== undefined

/** For what is found later anyway: those hear it that listen now. */
export async function publish(channel: string, ...payloads: string[]): Promise<void> {
  if (isByRedis()) await open()
  if (!isByRedis() || channels.isMixed) return notify(channel, payloads)
  const areTaken = await Promise.all(payloads.map((payload) => tell(EVERYONE, `${channel} ${payload}`)))
  const left = payloads.filter((_, at) => !areTaken[at])
  if (left.length > 0) await send(prisma, channel, ...left)
}

async function notify(channel: string, payloads: string[]): Promise<void> {
  await pool.query('SELECT pg_notify($1, payload) FROM unnest($2::text[]) AS payload', [channel, payloads])
}

/** Arrives if and only if the transaction commits. */
export async function send(transaction: Transaction, channel: string, ...payloads: string[]): Promise<void> {
  await transaction.nodeMessage.createMany({ data: payloads.map((payload) => ({ channel, payload })) })
  if (isByRedis()) afterCommit(transaction, () => tell(EVERYONE, LOOK))
}

/** Like `publish`, if the transaction commits. */
export async function publishAfter(
  transaction: Transaction,
  channel: string,
  payload: string,
): Promise<void> {
  const now = () => publish(channel, payload).catch(() => undefined)
  if (!isByRedis()) await transaction.$executeRaw`SELECT count(*) FROM pg_notify(${channel}, ${payload})`
  else if (!afterCommit(transaction, now)) await send(transaction, channel, payload)
}

/**
 * The subscription of a cache, made when it first loads. `isHeard`: changes arrive, so what it has can be used. `begin` never rejects:
 * without it everything is loaded each time, which is only slower.
 */
export function subscribeLate(channel: string, subscription: Subscription) {
  let begun: Promise<void> | undefined
  let isMade = false
  const made = () => {
    isMade = true
  }
  const failed = () => {
    begun = undefined
  }
  return {
    isHeard: () => isMade && isListening(),
    begin: () => (begun ??= subscribe(channel, subscription).then(made, failed)),
  }
}

/**
 * Resolves when every node has handled all messages sent before. Messages arrive in order, so a node that answers a ping has
 * received them, and it answers when it has applied them. Waits no longer than the limit for a node that hangs: one with Redis then
 * trusts nothing any more that it has kept.
 */
export async function untilHeard(limitMillis = TRUST_MILLIS): Promise<void> {
  await open()
  if (isByRedis()) await look()
  const { rows } = await pool.query(
    `SELECT (SELECT count(*)::int FROM pg_stat_activity WHERE application_name = $1 AND datname = current_database()) AS nodes,
       ARRAY(SELECT id FROM instances WHERE by_redis AND heartbeat_at > now() - make_interval(secs => $2)) AS ids`,
    [LISTENER_NAME, DEAD_AFTER_SECONDS],
  )
  let { nodes, ids } = z.object({ nodes: z.number(), ids: z.array(z.string()) }).parse(rows[0])
  const others = new Set(ids.filter((id) => id !== instanceId()))
  await Promise.all([
    isByRedis() && isDoneWithin(Promise.all(channels.handling), limitMillis),
    (channels.isMixed || !isByRedis()) &&
      ask(limitMillis, {
        isLast: () => --nodes <= 0,
        put: (id) => notify(ECHO_CHANNEL, [`?${id} ${ANSWER_CHANNEL}`]),
      }),
    others.size > 0 &&
      ask(limitMillis, {
        isLast: (instance) => others.delete(instance) && others.size === 0,
        // A process without Redis gets no answer, and waits.
        put: (id) => isByRedis() && tell(EVERYONE, `${ECHO_CHANNEL} ?${id} ${THIS_PROCESS}`),
      }),
  ])
}

type Question = { isLast: (instance: string) => boolean; put: (id: string) => unknown }

async function ask(limitMillis: number, { isLast, put }: Question): Promise<void> {
  const id = randomUUID()
  const heard = new Promise<void>((resolve) => {
    channels.questions.set(id, (instance) => isLast(instance) && resolve())
  })
  try {
    await put(id)
    await isDoneWithin(heard, limitMillis)
  } finally {
    channels.questions.delete(id)
  }
}

/** Processes of version 0.1.0 name no channel, and answer on the common one with all that they were asked. */
function hearEcho(payload: string): void {
  const [id = '', who = ECHO_CHANNEL] = payload.slice(1).split(' ')
  if (!payload.startsWith('?')) return void channels.questions.get(id)?.(who)
  const isAskedByRedis = who.startsWith(EVERYONE)
  Promise.resolve(isAskedByRedis && look())
    .then(() => Promise.all(channels.handling))
    .then<unknown>(() =>
      isAskedByRedis ? tell(who, `${ECHO_CHANNEL} !${id} ${instanceId()}`) : notify(who, [`!${id}`]),
    )
    .catch(() => undefined)
}

function deliver(channel: string, payload: string): void {
  for (const one of channels.subscriptions.get(channel) ?? []) handle(one, payload)
}

function tellGap(): void {
  for (const list of channels.subscriptions.values()) for (const one of list) one.onGap()
}

function handle({ onMessage }: Subscription, payload: string): void {
  const answer = onMessage(payload)
  if (!(answer instanceof Promise)) return
  channels.handling.add(answer)
  answer.finally(() => channels.handling.delete(answer)).catch(() => undefined)
}

/** True while messages arrive. Otherwise, caches of revocable things must not be trusted. */
export function isListening(): boolean {
  const isConnected = channels.client !== undefined
  return isByRedis() ? isTrusted() && (isConnected || !channels.isMixed) : isConnected
}

export async function closeNotify(): Promise<void> {
  closeLine()
  await endLooks()
  await disconnect()
}

async function disconnect(): Promise<void> {
  channels.closed = true
  await channels.client?.end().catch(() => undefined)
  channels.client = undefined
}

function open(): Promise<void> {
  if (!isByRedis()) return connect()
  channels.opening ??= openRedis().catch((error: unknown) => {
    channels.opening = undefined
    throw error
  })
  return channels.opening
}

async function openRedis(): Promise<void> {
  const hearing = { deliver, tellGap, onMode }
  await openLine(hearing)
  await beginLooks(hearing)
  if (channels.isMixed) await connect()
}

function onMode(isMixed: boolean): void {
  if (isMixed) {
    channels.closed = false
    connect().catch(() => undefined)
  } else if (channels.client) {
    void disconnect()
    tellGap()
  }
  channels.isMixed = isMixed
}

function connect(): Promise<void> {
  if (channels.client) return Promise.resolve()
  channels.connecting ??= listen().finally(() => {
    channels.connecting = undefined
  })
  return channels.connecting
}

async function listen(): Promise<void> {
  const client = new pg.Client({
    ...directConnection(),
    application_name: LISTENER_NAME,
    keepAlive: true,
  })
  client.on('notification', ({ channel, payload }) => deliver(channel, payload ?? ''))
  client.on('error', () => lose(client))
  client.on('end', () => lose(client))
  await client.connect()
  for (const channel of channels.subscriptions.keys())
    await client.query(`LISTEN ${pg.escapeIdentifier(channel)}`)
  await untilHeardBy(client)
  channels.client = client
  ping(client)
  tellGap()
}

/** Checks the connection: a pooler accepts LISTEN but forwards nothing, and this may be the old database after a move. */
async function untilHeardBy(client: pg.Client): Promise<void> {
  const id = randomUUID()
  const heard = new Promise<void>((resolve) => {
    client.on('notification', ({ payload }) => payload === id && resolve())
  })
  await notify(ECHO_CHANNEL, [id])
  if (await isDoneWithin(heard, HEARD_MILLIS)) return
  if (await isDoneWithin(heard, RECONNECT_MILLIS)) return // this process was late
  await client.end()
  throw new ConfigurationError(
    'NOTIFY messages do not arrive. If DATABASE_URL points to a pooler, set DATABASE_DIRECT_URL to the database itself.',
  )
}

function ping(client: pg.Client): void {
  let isAnswered = true
  const timer = setInterval(() => {
    if (!isAnswered) lose(client)
    isAnswered = false
    if (channels.client !== client) clearInterval(timer)
    else
      client.query('SELECT').then(
        () => {
          isAnswered = true
        },
        () => undefined,
      )
  }, PING_MILLIS).unref()
}

function lose(client: pg.Client): void {
  if (channels.client !== client) return
  channels.client = undefined
  client.end().catch(() => undefined)
  if (channels.closed) return
  tellGap()
  logger.warn('the notification connection was lost; reconnecting')
  retry()
}

function retry(): void {
  setTimeout(() => {
    if (!channels.closed) connect().catch(retry)
  }, RECONNECT_MILLIS).unref()
}
