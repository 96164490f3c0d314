import { LRUCache } from 'lru-cache'
import type { Caller } from '@/lib/platform/caller'
import { isListening, subscribe } from '@/lib/platform/notify'
import { remember } from '@/lib/platform/remember'
import { KEY_CHANNEL } from '../repository'

/** What a secret opens, ready for use: the caller it stands for and until when. */
export type Holder = {
  caller: Caller
  apiKeyId: string
  disabled: boolean
  isSuspended: boolean
  isDemo: boolean
  /** Milliseconds since 1970; the earlier of the key's own end and, for a rotated secret, the end of its grace. */
  endsAt: number
}

/** A look-up under way. A change that arrives meanwhile makes its answer worthless for anyone but those already waiting. */
type LookUp = { answer: Promise<Holder | null>; stale: boolean }

type HolderCache = {
  known: LRUCache<string, Holder>
  unknown: LRUCache<string, true>
  lookUps: Map<string, LookUp>
  watching: Promise<void> | undefined
  isWatching: boolean
}

// The push makes a change effective at once; this bounds what a lost message could do.
const KNOWN_MILLIS = 10_000
const UNKNOWN_MILLIS = 1_000

const cache = remember<HolderCache>('key-cache', () => ({
  // Without its own clock, which sets a timer at nearly every look-up to forget what time it is.
  // What is too old is kept, as no more than a sign that the secret has opened something.
  known: new LRUCache({ max: 20_000, ttl: KNOWN_MILLIS, ttlResolution: 0, noDeleteOnStaleGet: true }),
  unknown: new LRUCache({ max: 5_000, ttl: UNKNOWN_MILLIS, ttlResolution: 0 }),
  lookUps: new Map(),
  watching: undefined,
  isWatching: false,
}))

/** `null`: known to be no key. `undefined`: not known. */
export function readHolder(digest: string): Holder | null | undefined {
  // Without notice of changes an old answer cannot be distinguished from a current one.
  if (!cache.isWatching || !isListening()) return undefined
  return cache.known.get(digest) ?? (cache.unknown.has(digest) ? null : undefined)
}

/** Whether this secret was good a while ago: then whoever sends it is not guessing. */
export function hasOpened(digest: string): boolean {
  return cache.known.peek(digest, { allowStale: true }) !== undefined
}

/** Looks a digest up once, however many requests ask for it at the same time. */
export function loadHolder(
  digest: string,
  load: (digest: string) => Promise<Holder | null>,
): Promise<Holder | null> {
  const underWay = cache.lookUps.get(digest)
  if (underWay) return underWay.answer
  const lookUp: LookUp = { answer: watchKeyChanges().then(() => load(digest)), stale: false }
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

export function forgetHolders(digests: readonly string[]): void {
  for (const digest of digests) {
    cache.known.delete(digest)
    cache.unknown.delete(digest)
    abandon(digest, cache.lookUps.get(digest))
  }
}

function forgetAll(): void {
  cache.known.clear()
  cache.unknown.clear()
  for (const [digest, lookUp] of cache.lookUps) abandon(digest, lookUp)
}

/** Those who wait for it asked before the change; nobody else may join them. */
function abandon(digest: string, lookUp: LookUp | undefined): void {
  if (lookUp) lookUp.stale = true
  cache.lookUps.delete(digest)
}

/** Listens for changes made anywhere. Never rejects: without it every request is looked up, which is only slower. */
function watchKeyChanges(): Promise<void> {
  cache.watching ??= subscribe(KEY_CHANNEL, {
    onMessage: (payload) => forgetHolders(payload.split(',')),
    onGap: forgetAll,
  }).then(
    () => {
      cache.isWatching = true
    },
    () => {
      cache.watching = undefined
    },
  )
  return cache.watching
}
