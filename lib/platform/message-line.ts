import { createHash, randomUUID } from 'node:crypto'
import type { Cluster, Redis } from 'ioredis'
import { env } from './env'
import { logger } from './logger'
import { type Hearing, look } from './message-rows'
import { isDoneWithin } from './probe'
import { acrossNodes, type SharedRedis, sharedRedis } from './shared-redis'

/**
 * Messages by Redis: those hear one that are subscribed then. It makes messages quick; what must not be missed is also in
 * `message-rows.ts`. In a cluster both names are sharded channels of one server.
 */
const installation = createHash('sha256').update(`messages ${env().NEXTAUTH_SECRET}`).digest('base64url')
export const EVERYONE = `{portico:${installation.slice(0, 22)}}`
/** Where this process is answered, so that an answer reaches it alone. */
export const THIS_PROCESS = `${EVERYONE}:${randomUUID()}`

/** Tells a process to look for rows. */
export const LOOK = ''
/** A process tells itself now and then, to know that it hears. */
const CHECK = '='
const CHECK_MILLIS = 5000
const RETRY_MILLIS = 1000

type Line = {
  hearing: Hearing | undefined
  subscriber: Redis | undefined
  isHeard: boolean
  timer: NodeJS.Timeout | undefined
}

const line: Line = { hearing: undefined, subscriber: undefined, isHeard: false, timer: undefined }

/** Resolves after one attempt; others follow until it is open. */
export async function openLine(hearing: Hearing): Promise<void> {
  line.hearing = hearing
  await attempt()
}

export function closeLine(): void {
  line.hearing = undefined
  lose(line.subscriber)
}

/** False: Redis did not take it. Never rejects. */
export async function tell(name: string, text: string): Promise<boolean> {
  const send = (redis: SharedRedis) =>
    isCluster(redis) ? redis.spublish(name, text) : redis.publish(name, text)
  const refused = (error: unknown) => {
    // A user of Redis who may not publish can still count.
    if (error instanceof Error && error.name === 'ReplyError') return false
    throw error
  }
  return acrossNodes(
    (redis) => send(redis).then(() => true, refused),
    () => false,
  )
}

async function attempt(): Promise<void> {
  const isOpen = await isDoneWithin(open(), CHECK_MILLIS).catch(retry)
  if (isOpen === false) retry('it took too long')
}

async function open(): Promise<void> {
  const redis = await sharedRedis(env().REDIS_URL ?? '')
  const server = isCluster(redis) ? await serverOf(redis) : redis
  const subscriber = server.duplicate({ retryStrategy: null })
  subscriber
    .on('error', () => undefined)
    .on('message', hear)
    .on('smessage', hear)
  try {
    await subscriber.connect()
    if (isCluster(redis)) await subscriber.ssubscribe(EVERYONE, THIS_PROCESS)
    else await subscriber.subscribe(EVERYONE, THIS_PROCESS)
  } catch (error) {
    subscriber.disconnect()
    throw error
  }
  if (line.subscriber || !line.hearing) return subscriber.disconnect() // too late
  line.subscriber = subscriber
  line.isHeard = true
  line.timer = setInterval(() => check(subscriber), CHECK_MILLIS).unref()
  subscriber.once('end', () => lose(subscriber))
  line.hearing?.tellGap()
}

const isCluster = (redis: SharedRedis): redis is Cluster => redis.isCluster

/** The server of a cluster that has the names. */
async function serverOf(cluster: Cluster): Promise<Redis> {
  const slot = await cluster.cluster('KEYSLOT', EVERYONE)
  const address = cluster.slots[slot]?.[0]
  const server = cluster.nodes('master').find(({ options: { host, port } }) => `${host}:${port}` === address)
  if (server === undefined) throw new Error('no server of the cluster has the messages')
  return server
}

/** A server that hangs, or has handed the names to another, says nothing. */
function check(subscriber: Redis): void {
  if (!line.isHeard) lose(subscriber)
  line.isHeard = false
  void tell(THIS_PROCESS, CHECK)
}

function lose(subscriber: Redis | undefined): void {
  if (line.subscriber !== subscriber) return
  clearInterval(line.timer)
  line.subscriber = undefined
  subscriber?.disconnect()
  retry('the connection was lost')
}

function retry(error: unknown): void {
  logger.debug({ err: String(error) }, 'Redis brings no messages')
  setTimeout(() => {
    if (line.hearing && !line.subscriber) void attempt()
  }, RETRY_MILLIS).unref()
}

function hear(_: string, text: string): void {
  line.isHeard = true
  if (text === LOOK) look().catch(() => undefined)
  else if (text !== CHECK) {
    const [channel = '', payload = ''] = text.split(/ (.*)/s)
    line.hearing?.deliver(channel, payload)
  }
}
