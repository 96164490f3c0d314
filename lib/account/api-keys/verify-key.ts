import type { BlockList } from 'node:net'
import { LRUCache } from 'lru-cache'
import { StoredMarks } from '@/lib/money/budgets/schema'
import { LimitReset } from '@/lib/money/ledger/schema'
import { type Caller, type CallerKey, callLimitsOf, spendLimitsOf } from '@/lib/platform/caller'
import { isWithin, toNetworks } from '@/lib/platform/client-address'
import { clock } from '@/lib/platform/clock'
import { env } from '@/lib/platform/env'
import { AppError } from '@/lib/platform/errors'
import { logger } from '@/lib/platform/logger'
import { subscribeLate } from '@/lib/platform/notify'
import { countAuthFailure, refuseAfterAuthFailures } from '@/lib/platform/rate-limit'
import { mayDo, Role } from '@/lib/platform/roles'
import { parseSecret, secretDigest } from './key-secret'
import { findHolderByDigest, type HolderRow, KEY_CHANNEL, updateLastUsed } from './repository'
import { KeyRoutingRecord } from './schema'

/** The sender of a secret. */
type Sender = { readonly peer: string }

/**
 * The caller of a secret: at once if the key is cached, else from the database. Unknown, disabled, expired and revoked keys give
 * the same error, so that it does not reveal which secrets once existed. An address with too many failures is refused before
 * the database is asked, except for recently valid secrets: a stranger behind the same address locks no one out.
 */
export function verifyKey(secret: string, sender?: Sender): Caller | Promise<Caller> {
  const digest = secretDigest(secret)
  const cached = readHolder(digest)
  if (cached !== undefined) return callerOf(cached, sender)
  // Malformed secrets need no lookup.
  return parseSecret(secret) === undefined ? refuseKey(sender) : lookUp(digest, sender)
}

async function lookUp(digest: string, sender: Sender | undefined): Promise<Caller> {
  if (sender && !wasValid(digest)) await refuseAfterAuthFailures(sender.peer)
  return callerOf(await loadHolder(digest, findHolder), sender)
}

/** Counts a failure of this sender and throws: `invalid_api_key`, or `rate_limit_exceeded` once there were too many. */
export async function refuseKey(sender: Sender | undefined, message?: string): Promise<never> {
  if (sender) await countAuthFailure(sender.peer)
  throw new AppError('invalid_api_key', { message })
}

function callerOf(holder: Holder | null, sender: Sender | undefined): Caller | Promise<Caller> {
  const now = clock.now()
  const isOpen =
    holder !== null && !holder.disabled && holder.endsAt > now.getTime() && (!holder.isDemo || env().demo)
  if (!isOpen) return refuseKey(sender)
  if (holder.isSuspended) throw new AppError('account_suspended')
  if (holder.networks && sender) refuseOutside(holder.networks, sender.peer)
  recordUse(holder.apiKeyId, now)
  return holder.caller
}

function refuseOutside(networks: BlockList, address: string): void {
  if (isWithin(networks, address)) return
  throw new AppError('network_not_allowed', {
    message: `This API key may not be used from ${address}.`,
  })
}

async function findHolder(digest: string): Promise<Holder | null> {
  const row = await findHolderByDigest(digest)
  return row === null ? null : toHolder(row)
}

function toHolder(row: HolderRow): Holder {
  const ends = [row.expiresAt, row.formerUntil]
  return {
    caller: toCaller(row),
    apiKeyId: row.id,
    disabled: row.status !== 'active' || hasLostOwner(row),
    isSuspended: row.customer.suspendedAt !== null,
    isDemo: row.customer.isDemo,
    networks: row.networks.length === 0 ? null : toNetworks(row.networks),
    endsAt: Math.min(...ends.map((end) => end?.getTime() ?? Number.POSITIVE_INFINITY)),
  }
}

type CallerRow = Omit<HolderRow, 'formerUntil'>

/** A member's key ends with the membership. */
export function hasLostOwner({ owner }: Pick<CallerRow, 'owner'>): boolean {
  return owner !== null && (owner.endedAt !== null || owner.userId === null)
}

export function toCaller(row: CallerRow): Caller {
  const { customer, owner, project } = row
  const member = owner === null ? undefined : { id: owner.id, role: roleOf(row, owner) }
  return {
    customerId: row.customerId,
    userId: null,
    apiKey: toCallerKey(row),
    isOperator: customer.isOperator && row.scopes.includes('operator') && mayManage(member?.role),
    limits: callLimitsOf(customer),
    member,
    project:
      project === null
        ? undefined
        : {
            id: project.id,
            allowedModels: project.limitsModels ? project.allowedModels : null,
            rateLimitRpm: project.rateLimitRpm,
            limits: callLimitsOf(project),
          },
    spendLimits: spendLimitsOf({ customer, member: owner, project }),
  }
}

/** An admin may know the secret of a key that a member had before becoming an owner: it acts as an admin. */
function roleOf({ createdAt }: CallerRow, { role, roleSince }: NonNullable<CallerRow['owner']>): Role {
  return role === 'owner' && roleSince !== null && createdAt < roleSince ? 'admin' : Role.parse(role)
}

const mayManage = (role: Role = 'admin') => mayDo(role, 'organization.manage')

/** The fields of a key that apply to its requests. */
function toCallerKey(row: CallerRow): CallerKey {
  const { zdr, data_collection, ...routing } = KeyRoutingRecord.parse(row.routing)
  return {
    id: row.id,
    name: row.name,
    scopes: row.scopes,
    allowedModels: row.limitsModels ? row.allowedModels : null,
    limitNanos: row.limitNanos,
    limitReset: LimitReset.nullable().parse(row.limitReset),
    rateLimitRpm: row.rateLimitRpm,
    ...(row.tags !== null && { tags: tagsOf(row) ?? {} }),
    limits: callLimitsOf(row),
    ...(row.contentsUntil !== null && { contentsUntil: row.contentsUntil.getTime() }),
    defaultModels: { chat: row.defaultChatModel, image: row.defaultImageModel, video: row.defaultVideoModel },
    routing: {
      order: routing.order,
      allowFallbacks: routing.allow_fallbacks,
      sort: routing.sort,
      models: routing.models,
      ...((zdr || data_collection === 'deny') && { dataRules: { zdr, data_collection } }),
    },
  }
}

/** The tags of a key's requests; undefined: none. */
export function tagsOf({ tags }: Pick<HolderRow, 'tags'>): Record<string, string> | undefined {
  return StoredMarks.shape.tags.parse(tags ?? undefined)
}

/** The key of a current, valid secret. Does not count as a use. */
export async function findKeyBySecret(
  secret: string,
): Promise<{ customerId: string; scopes: readonly string[] } | null> {
  if (parseSecret(secret) === undefined) return null
  const row = await findHolderByDigest(secretDigest(secret))
  if (row === null || row.status !== 'active' || row.formerUntil !== null || hasLostOwner(row)) return null
  const isOver = row.expiresAt !== null && row.expiresAt <= clock.now()
  return isOver ? null : { customerId: row.customerId, scopes: row.scopes }
}

/** The cached result of a secret: its caller and until when it is valid. */
type Holder = {
  caller: Caller
  apiKeyId: string
  disabled: boolean
  isSuspended: boolean
  isDemo: boolean
  /** Those that may use it; null: all. */
  networks: BlockList | null
  /** Milliseconds since 1970; the earlier of the key's expiry and, for a replaced secret, the end of its grace period. */
  endsAt: number
}

/** A lookup in progress. `stale`: the key has changed meanwhile, so the result is valid only for those already waiting. */
type LookUp = { answer: Promise<Holder | null>; stale: boolean }

// A notification makes a change effective at once; this bounds the effect of a row that was changed without one.
const KNOWN_MILLIS = 300_000
const UNKNOWN_MILLIS = 1_000

const cache = {
  // `ttlResolution: 0` avoids a timer on nearly every lookup. Stale entries only show that the secret was once valid.
  known: new LRUCache<string, Holder>({
    max: 20_000,
    ttl: KNOWN_MILLIS,
    ttlResolution: 0,
    noDeleteOnStaleGet: true,
  }),
  unknown: new LRUCache<string, true>({ max: 5_000, ttl: UNKNOWN_MILLIS, ttlResolution: 0 }),
  lookUps: new Map<string, LookUp>(),
}
const changes = subscribeLate(KEY_CHANNEL, {
  onMessage: (payload) => dropHolders(payload.split(',')),
  onGap: dropAll,
})

/** Null: known to be invalid. Undefined: not cached. */
function readHolder(digest: string): Holder | null | undefined {
  // Without change notifications, a cached entry may be outdated.
  if (!changes.isHeard()) return undefined
  return cache.known.get(digest) ?? (cache.unknown.has(digest) ? null : undefined)
}

/** Whether this secret was valid recently: then its sender is not guessing. */
function wasValid(digest: string): boolean {
  return cache.known.peek(digest, { allowStale: true }) !== undefined
}

/** Looks a digest up once for all concurrent requests. */
function loadHolder(
  digest: string,
  load: (digest: string) => Promise<Holder | null>,
): Promise<Holder | null> {
  const pending = cache.lookUps.get(digest)
  if (pending) return pending.answer
  const lookUp: LookUp = { answer: changes.begin().then(() => load(digest)), stale: false }
  cache.lookUps.set(digest, lookUp)
  lookUp.answer = lookUp.answer
    .then((holder) => {
      if (!lookUp.stale && holder) cache.known.set(digest, holder)
      if (!lookUp.stale && !holder) {
        cache.known.delete(digest)
        cache.unknown.set(digest, true)
      }
      return holder
    })
    .finally(() => {
      if (cache.lookUps.get(digest) === lookUp) cache.lookUps.delete(digest)
    })
  return lookUp.answer
}

export function dropHolders(digests: readonly string[]): void {
  for (const digest of digests) {
    cache.known.delete(digest)
    cache.unknown.delete(digest)
    abandon(digest, cache.lookUps.get(digest))
  }
}

function dropAll(): void {
  cache.known.clear()
  cache.unknown.clear()
  for (const [digest, lookUp] of cache.lookUps) abandon(digest, lookUp)
}

/** Later requests must not join a lookup that began before the change. */
function abandon(digest: string, lookUp: LookUp | undefined): void {
  if (lookUp) lookUp.stale = true
  cache.lookUps.delete(digest)
}

/** Last uses that are not written yet: one write per flush instead of one per request. */
type LastUsed = { uses: Map<string, Date>; timer: NodeJS.Timeout | undefined }

const FLUSH_MILLIS = 10_000

const lastUsed: LastUsed = { uses: new Map(), timer: undefined }

function recordUse(apiKeyId: string, now: Date = clock.now()): void {
  lastUsed.uses.set(apiKeyId, now)
  writeSoon()
}

function writeSoon(): void {
  lastUsed.timer ??= setTimeout(flushLastUsed, FLUSH_MILLIS).unref()
}

/** The last use that is not in the database yet. */
export function readPendingUse(apiKeyId: string): Date | undefined {
  return lastUsed.uses.get(apiKeyId)
}

/** Writes pending last uses. Never rejects: retried while the database is unavailable; lost if the process ends before. */
export async function flushLastUsed(): Promise<void> {
  clearTimeout(lastUsed.timer)
  lastUsed.timer = undefined
  if (lastUsed.uses.size === 0) return
  const uses = new Map(lastUsed.uses)
  try {
    await updateLastUsed(uses)
  } catch (error) {
    logger.warn({ err: String(error) }, 'last uses of keys not written')
    writeSoon()
    return
  }
  // A key used again since then waits for the next flush.
  for (const [id, time] of uses) if (lastUsed.uses.get(id) === time) lastUsed.uses.delete(id)
}
