import { drawOf, type SteadyBy } from '@/lib/platform/steady-choice'
import { UpstreamError } from './contract/upstream-error'
import type { VideoHandle, VideoModel } from './contract/video-model'

/**
 * The providers' keys and headers, decrypted, only in this process's memory. Their store replaces all of them when they change.
 * The keys of a provider are used in rotation, or each for its share of the conversations. A key that is refused or rate limited
 * pauses while others serve.
 */
export type ProviderKey = {
  /** Changes with the secret. */
  readonly id: string
  readonly secret: string
  /** The provider refused it, and it was neither tested nor used successfully since. */
  readonly isRefused: boolean
  /** Called when that changes, to store it for all processes. */
  readonly storeRefusal: (isRefused: boolean) => void
}

export type ProviderSecrets = {
  readonly keys: readonly ProviderKey[]
  /** Sent with every request. */
  readonly headers: Readonly<Record<string, string>>
  /** Changes with the secrets. */
  readonly revision: string
}

/** A customer's own key, which only serves that customer's requests. */
export type OwnKey = ProviderKey & {
  readonly providerId: string
  /** Whether the installation's keys may serve a request that this key does not. */
  readonly allowsFallback: boolean
}

const kept = {
  byProvider: new Map<string, ProviderSecrets>() as ReadonlyMap<string, ProviderSecrets>,
  ownByCustomer: new Map<string, readonly OwnKey[]>() as ReadonlyMap<string, readonly OwnKey[]>,
  ownById: new Map<string, OwnKey>() as ReadonlyMap<string, OwnKey>,
  /** When each key was refused, in milliseconds of the monotonic clock. */
  refused: new Map<string, number>(),
  /** When the pause of a key for a model ends, in milliseconds of the monotonic clock. Rate limits are per model. */
  pausedUntil: new Map<string, number>(),
  turn: 0,
}

export function keepProviderSecrets(
  byProvider: ReadonlyMap<string, ProviderSecrets>,
  ownByCustomer: ReadonlyMap<string, readonly OwnKey[]> = new Map(),
): void {
  const own = [...ownByCustomer.values()].flat()
  const keys = [...[...byProvider.values()].flatMap((secrets) => secrets.keys), ...own]
  const now = performance.now()
  kept.byProvider = byProvider
  kept.ownByCustomer = ownByCustomer
  kept.ownById = new Map(own.map((key) => [key.id, key]))
  const refused = keys.filter(({ isRefused }) => isRefused)
  kept.refused = new Map(refused.map(({ id }) => [id, kept.refused.get(id) ?? now]))
  for (const [id, until] of kept.pausedUntil) if (until <= now) kept.pausedUntil.delete(id)
}

export function providerSecrets(providerId: string): ProviderSecrets | undefined {
  return kept.byProvider.get(providerId)
}

const none: readonly OwnKey[] = []

/** A customer's own keys, the oldest first. */
export function ownKeysOf(customerId: string): readonly OwnKey[] {
  return kept.ownByCustomer.get(customerId) ?? none
}

/** Throws if the customer has removed the key, because no other key may replace it. */
export function ownKey(id: string): OwnKey {
  const key = kept.ownById.get(id)
  if (key === undefined) throw new UpstreamError('failed', { status: 401 })
  return key
}

/** The key for calls without a model: the first that is not refused. */
export function firstKey({ keys }: ProviderSecrets): ProviderKey | undefined {
  return keys.find(({ id }) => !kept.refused.has(id)) ?? keys[0]
}

/** The pause if an upstream does not send one. */
const DEFAULT_PAUSE_SECONDS = 5
/** Longer pauses are cut, as for routes. */
const LONGEST_PAUSE_SECONDS = 300

/**
 * Calls with the next key in rotation, or with the conversation's, and with the others if the provider refuses or rate limits it.
 * While all keys are rate limited, it rejects as rate limited and sends nothing. Refused keys are used only if there are no
 * others.
 */
export async function inTurns<Result>(
  keys: readonly ProviderKey[],
  model: string,
  call: (key: ProviderKey) => Promise<Result>,
  conversation?: SteadyBy,
): Promise<Result> {
  let failure: unknown
  for (const key of keysInTurn(keys, model, conversation)) {
    try {
      const result = await call(key)
      recordAccepted(key)
      return result
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error
      const isLimited = error.fault === 'rate_limited' && keys.length > 1
      if (isLimited) pause(key, model, error.retryAfterSeconds)
      else if (isRefusalOfKey(error)) recordRefused(key)
      else throw error
      failure = error
    }
  }
  const secondsLeft = pausedSeconds(keys, model)
  if (secondsLeft === undefined) throw failure
  throw new UpstreamError('rate_limited', { status: 429, retryAfterSeconds: secondsLeft, cause: failure })
}

function keysInTurn(
  keys: readonly ProviderKey[],
  model: string,
  conversation: SteadyBy | undefined,
): readonly ProviderKey[] {
  const accepted = keys.filter(({ id }) => !kept.refused.has(id))
  if (accepted.length === 0) return keys
  const now = performance.now()
  const ready = accepted.filter(({ id }) => now >= (kept.pausedUntil.get(`${id} ${model}`) ?? 0))
  if (ready.length < 2) return ready
  if (conversation) return ready.sort((a, b) => drawOf(a.id, conversation) - drawOf(b.id, conversation))
  kept.turn = (kept.turn + 1) % Number.MAX_SAFE_INTEGER
  const first = kept.turn % ready.length
  return [...ready.slice(first), ...ready.slice(0, first)]
}

function pause({ id }: ProviderKey, model: string, seconds: number = DEFAULT_PAUSE_SECONDS): void {
  const millis = Math.min(seconds, LONGEST_PAUSE_SECONDS) * 1000
  kept.pausedUntil.set(`${id} ${model}`, performance.now() + millis)
}

/** The time until the first paused key is free; undefined if none is paused. */
function pausedSeconds(keys: readonly ProviderKey[], model: string): number | undefined {
  const now = performance.now()
  const left = keys
    .map(({ id }) => (kept.pausedUntil.get(`${id} ${model}`) ?? 0) - now)
    .filter((millis) => millis > 0)
  return left.length === 0 ? undefined : Math.ceil(Math.min(...left) / 1000)
}

/** A 400 is `failed` only if it is about our key or account (Google, Anthropic). */
export function isRefusalOfKey({ fault, status }: UpstreamError): boolean {
  return fault === 'failed' && (status === 401 || status === 403 || status === 402 || status === 400)
}

function recordRefused(key: ProviderKey): void {
  if (kept.refused.has(key.id)) return
  kept.refused.set(key.id, performance.now())
  key.storeRefusal(true)
}

/** A key may be refused for some models and accepted for others: its state must not change with every call. */
const REFUSED_FOR_MILLIS = 60_000

function recordAccepted(key: ProviderKey): void {
  const since = kept.refused.get(key.id)
  if (since === undefined || performance.now() - since < REFUSED_FOR_MILLIS) return
  kept.refused.delete(key.id)
  key.storeRefusal(false)
}

/** `of`: the adapter with a key. */
type Turns = { keys: readonly [ProviderKey, ...ProviderKey[]]; of: (key: ProviderKey) => VideoModel }

/**
 * A task exists only in the account of the key that started it, so its handle names the key. Tasks of a deleted key, and those
 * begun with the environment's key, are polled with the first key. Callbacks name no key, so tasks are polled instead (no
 * `readNotification`).
 */
export function videosInTurns({ keys, of }: Turns): VideoModel {
  const find = (handle: VideoHandle) => {
    const { keyId, upstreamHandle } = readKeyed(handle)
    return { model: of(keys.find(({ id }) => id === keyId) ?? keys[0]), upstreamHandle }
  }
  return {
    async start(call) {
      const draft = call.draftOf === null ? null : readKeyed(call.draftOf)
      const sameKey = keys.filter(({ id }) => id === draft?.keyId)
      const able = sameKey.length > 0 ? sameKey : keys
      return inTurns(able, call.model, async (key) => {
        const { handle } = await of(key).start({ ...call, draftOf: draft?.upstreamHandle ?? null })
        return { handle: `${key.id} ${handle}` }
      })
    },
    status(handle, signal) {
      const { model, upstreamHandle } = find(handle)
      return model.status(upstreamHandle, signal)
    },
    cancel(handle, signal) {
      const { model, upstreamHandle } = find(handle)
      return model.cancel(upstreamHandle, signal)
    },
  }
}

/** For a provider without stored keys, which may have had some when the task began. */
export function videosWithoutTurns(model: VideoModel): VideoModel {
  const { readNotification } = model
  return {
    start: (call) => {
      const draftOf = call.draftOf === null ? null : readKeyed(call.draftOf).upstreamHandle
      return model.start({ ...call, draftOf })
    },
    status: (handle, signal) => model.status(readKeyed(handle).upstreamHandle, signal),
    cancel: (handle, signal) => model.cancel(readKeyed(handle).upstreamHandle, signal),
    ...(readNotification && { readNotification: (body, name) => readNotification.call(model, body, name) }),
  }
}

function readKeyed(handle: VideoHandle): { keyId: string | undefined; upstreamHandle: VideoHandle } {
  const [, keyId, upstreamHandle = handle] = /^(pkey_[0-9a-z]+) (.*)$/s.exec(handle) ?? []
  return { keyId, upstreamHandle }
}
