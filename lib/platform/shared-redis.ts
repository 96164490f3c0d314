import type { Cluster, Redis } from 'ioredis'
import { env } from './env'
import { logger } from './logger'
import { isDoneWithin } from './probe'

/** One server, or a cluster. A script's keys are of one customer, in braces, and so on one server of a cluster. */
export type SharedRedis = Redis | Cluster

/** Redis is tried again this long after it did not answer. */
const AWAY_MILLIS = 1000

const shared: { client: Promise<SharedRedis> | undefined; awayUntil: number } = {
  client: undefined,
  awayUntil: 0,
}

/**
 * Counts for all nodes in Redis, if `REDIS_URL` is set; else, and while Redis does not answer, `here`, in this process alone.
 * `here` gets the time by a monotonic clock.
 */
export function acrossNodes<Result>(
  there: (redis: SharedRedis) => Promise<Result>,
  here: (nowMillis: number) => Result,
): Result | Promise<Result> {
  const url = env().REDIS_URL
  const now = performance.now()
  if (url === undefined || now < shared.awayUntil) return here(now)
  return inRedis(url, there, here, now)
}

async function inRedis<Result>(
  url: string,
  there: (redis: SharedRedis) => Promise<Result>,
  here: (nowMillis: number) => Result,
  now: number,
): Promise<Result> {
  const wasAway = shared.awayUntil > 0
  if (wasAway) shared.awayUntil = now + AWAY_MILLIS // only this call tries Redis again
  try {
    const result = await inTime(sharedRedis(url).then(there))
    if (wasAway) logger.warn('Redis answers again: limits apply across all nodes')
    if (wasAway) shared.awayUntil = 0
    return result
  } catch (error) {
    if (shared.awayUntil === 0)
      logger.warn({ err: String(error) }, 'Redis did not answer: limits apply per process')
    shared.awayUntil = now + AWAY_MILLIS
    return here(now)
  }
}

/** The connection of this process. Rejects if Redis is away. */
export function sharedRedis(url: string): Promise<SharedRedis> {
  shared.client ??= connect(url).catch((error: unknown) => {
    shared.client = undefined
    throw error
  })
  return shared.client
}

const TICK_MILLIS = 50
const ANSWER_TICKS = 6
const CONNECT_TICKS = 40

/**
 * Rejects if the answer takes too long. Only turns of the event loop count: a busy process reads answers late, and would
 * otherwise take a Redis that has answered for one that is away.
 */
function inTime<Result>(answer: Promise<Result>, mostTicks = ANSWER_TICKS): Promise<Result> {
  return new Promise((resolve, reject) => {
    let ticks = 0
    const timer = setInterval(() => {
      ticks += 1
      if (ticks >= mostTicks) reject(new Error('it took too long'))
    }, TICK_MILLIS)
    answer.then(resolve, reject).finally(() => clearInterval(timer))
  })
}

/** A server that hangs does not hold up the end of the process. */
export async function closeRedis(): Promise<void> {
  const { client } = shared
  if (client === undefined) return
  const quit = client.then((redis) => redis.quit())
  if (await isDoneWithin(quit, QUIT_MILLIS).catch(() => false)) return
  client.then(
    (redis) => redis.disconnect(),
    () => undefined,
  )
}

const QUIT_MILLIS = 1000

const options = {
  lazyConnect: true,
  connectTimeout: 1000,
  maxRetriesPerRequest: 1,
  enableOfflineQueue: false,
}

/** The first address that answers says whether it is one of a cluster: managed clusters have one address for all. */
async function connect(list: string): Promise<SharedRedis> {
  const { Cluster, Redis } = await import('ioredis')
  const urls = list.split(',')
  let failure: unknown
  for (const url of urls) {
    try {
      const client = await opened(new Redis(url, options))
      if (!(await isOfCluster(client))) return client
      client.disconnect()
      return await opened(new Cluster(urls, clusterOptions(url)))
    } catch (error) {
      failure = error
    }
  }
  throw failure
}

/** Without the limit, one that is accepted and never answered would wait forever. */
async function opened<Client extends SharedRedis>(client: Client): Promise<Client> {
  client.on('error', (error) => logger.debug({ err: error.message }, 'Redis is not reachable'))
  return orDisconnect(
    client,
    client.connect().then(() => client),
  )
}

async function isOfCluster(client: Redis): Promise<boolean> {
  return (await orDisconnect(client, client.info('cluster'))).includes('cluster_enabled:1')
}

async function orDisconnect<Result>(client: SharedRedis, answer: Promise<Result>): Promise<Result> {
  try {
    return await inTime(answer, CONNECT_TICKS)
  } catch (error) {
    client.disconnect()
    throw error
  }
}

/** A server that hangs never says that another has taken over. */
const SLOTS_MILLIS = 5000

/** The servers that a cluster names are reached as the first one is: by its user, and by TLS with the name in its certificate. */
function clusterOptions(url: string) {
  const { protocol, username, password } = new URL(url)
  const { lazyConnect, enableOfflineQueue, ...each } = options
  const redisOptions = {
    ...each,
    ...(username !== '' && { username: decodeURIComponent(username) }),
    ...(password !== '' && { password: decodeURIComponent(password) }),
    ...(protocol === 'rediss:' && { tls: {} }),
  }
  const dnsLookup = (host: string, found: (error: null, address: string) => void) => found(null, host)
  return { lazyConnect, enableOfflineQueue, redisOptions, dnsLookup, slotsRefreshInterval: SLOTS_MILLIS }
}

/** Throws if Redis does not answer. */
export async function checkRedis(): Promise<void> {
  const client = await connect(env().REDIS_URL ?? '')
  try {
    await client.ping()
  } finally {
    client.disconnect()
  }
}
