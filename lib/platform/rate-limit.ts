import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { networkOf } from './client-address'
import { env } from './env'
import { AppError } from './errors'
import { acrossNodes, type SharedRedis } from './shared-redis'

/**
 * Requests per minute by the generic cell rate algorithm: a bucket of `perMinute` requests that refills evenly. Only the time
 * when it is full again is stored, in this process, or for all nodes in Redis if `REDIS_URL` is set.
 */
export type LimitState = {
  allowed: boolean
  limit: number
  remaining: number
  /** Until the limit is fully restored. */
  resetSeconds: number
  /** Until a request is allowed; 0 if this one was. */
  retryAfterSeconds: number
}

const MAX_BUCKETS = 100_000

const buckets = new LRUCache<string, number>({ max: MAX_BUCKETS })

export function takeFromBucket(bucket: string, perMinute: number, nowMillis: number): LimitState {
  const next = decide(buckets.get(bucket) ?? 0, perMinute, nowMillis)
  if (next.state.allowed) buckets.set(bucket, next.fullAt)
  return next.state
}

/** What `takeFromBucket` would return, without using a token. */
function lookIntoBucket(bucket: string, perMinute: number, nowMillis: number): LimitState {
  return decide(buckets.get(bucket) ?? 0, perMinute, nowMillis).state
}

/** Like `takeFromBucket`, for all nodes if Redis is configured. While Redis is unreachable, this process counts alone. */
export function takeToken(bucket: string, perMinute: number): LimitState | Promise<LimitState> {
  return acrossNodes(
    (redis) => countShared(redis, bucket, perMinute, true),
    (now) => takeFromBucket(bucket, perMinute, now),
  )
}

/** The state of a bucket, without using a token. */
function lookForToken(bucket: string, perMinute: number): LimitState | Promise<LimitState> {
  return acrossNodes(
    (redis) => countShared(redis, bucket, perMinute, false),
    (now) => lookIntoBucket(bucket, perMinute, now),
  )
}

function decide(fullAt: number, perMinute: number, now: number): { state: LimitState; fullAt: number } {
  const cost = 60_000 / perMinute
  const nextFullAt = Math.max(fullAt, now) + cost
  const allowed = nextFullAt - now <= 60_000 + 1e-6
  const effective = allowed ? nextFullAt : fullAt
  return {
    fullAt: nextFullAt,
    state: {
      allowed,
      limit: perMinute,
      remaining: Math.max(0, Math.floor((60_000 - (effective - now) + 1e-6) / cost)),
      resetSeconds: Math.max(0, Math.ceil((effective - now) / 1000)),
      retryAfterSeconds: allowed ? 0 : Math.max(1, Math.ceil((nextFullAt - now - 60_000) / 1000)),
    },
  }
}

/**
 * The same decision in one step inside Redis, by the clock of Redis. If that clock is set back, a bucket is at most a minute
 * from full. Returns the bucket's previous `fullAt`, and the time.
 */
const takeScript = `
local time = redis.call('TIME')
local now, cost = time[1] * 1000 + time[2] / 1000, tonumber(ARGV[1])
local full = math.min(tonumber(redis.call('GET', KEYS[1]) or '0'), now + 60000)
local nextFull = math.max(full, now) + cost
if ARGV[2] == '1' and nextFull - now <= 60000.000001 then redis.call('SET', KEYS[1], string.format('%.3f', nextFull), 'PX', 60000) end
return {string.format('%.3f', full), string.format('%.3f', now)}`

const Taken = z.tuple([z.coerce.number(), z.coerce.number()])

async function countShared(
  redis: SharedRedis,
  bucket: string,
  perMinute: number,
  isTaken: boolean,
): Promise<LimitState> {
  const key = `portico:limit:${bucket}`
  const result = await redis.eval(takeScript, 1, key, 60_000 / perMinute, isTaken ? '1' : '0')
  const [before, now] = Taken.parse(result)
  return decide(before, perMinute, now).state
}

/**
 * Against guessing: wrong keys, passwords and sign-in links are counted per client address (for IPv6, per /64). Above
 * RATE_LIMIT_AUTH_FAILURE a minute, credentials from that address are refused without being checked.
 */
const bucketOf = (address: string) => `auth_failure:ip:${networkOf(address)}`

/** Throws `rate_limit_exceeded` while this address has failed too often. */
export async function refuseAfterAuthFailures(address: string): Promise<void> {
  refuse(await lookForToken(bucketOf(address), env().RATE_LIMIT_AUTH_FAILURE))
}

/** Counts a failure. Throws `rate_limit_exceeded` above the limit, in place of the failure's own error. */
export async function countAuthFailure(address: string): Promise<void> {
  refuse(await takeToken(bucketOf(address), env().RATE_LIMIT_AUTH_FAILURE))
}

function refuse({ allowed, limit, retryAfterSeconds }: LimitState): void {
  if (allowed) return
  throw new AppError('rate_limit_exceeded', {
    message: `More than ${limit} failed sign-ins per minute from this address. Try again in ${retryAfterSeconds} s.`,
    retryAfterSeconds,
    metadata: { limit_source: 'gateway' },
  })
}
