import { UpstreamError } from './contract/upstream-error'
import type { VideoHandle, VideoModel } from './contract/video-model'

/**
 * What operators set for providers, decrypted, in this process's memory alone. Its store puts all of it here whenever it
 * changes. Several keys of a provider are used in rotation; one that is refused or rate-limited rests while others serve.
 */
export type ProviderKey = {
  /** Of this very secret: another one has another id. */
  readonly id: string
  readonly secret: string
  /** The provider did not accept it, until it is tested or serves again. */
  readonly isRefused: boolean
  /** Called once when that changes, to be stored for all processes. */
  readonly noteRefusal: (isRefused: boolean) => void
}

export type ProviderSecrets = {
  readonly keys: readonly ProviderKey[]
  /** Sent with every request. */
  readonly headers: Readonly<Record<string, string>>
  /** Another one for other secrets. */
  readonly revision: string
}

/** A key that a customer brought: it serves that customer's requests alone. */
export type OwnKey = ProviderKey & {
  readonly providerId: string
  /** Where it does not serve a request, the installation's keys may. */
  readonly allowsFallback: boolean
}

const kept = {
  byProvider: new Map<string, ProviderSecrets>() as ReadonlyMap<string, ProviderSecrets>,
  ownByCustomer: new Map<string, readonly OwnKey[]>() as ReadonlyMap<string, readonly OwnKey[]>,
  ownById: new Map<string, OwnKey>() as ReadonlyMap<string, OwnKey>,
  /** By key, since when, in milliseconds of the monotonic clock. */
  refused: new Map<string, number>(),
  /** By key and model, in milliseconds of the monotonic clock: limits are a model's. */
  restsUntil: new Map<string, number>(),
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
  for (const [id, until] of kept.restsUntil) if (until <= now) kept.restsUntil.delete(id)
}

export function providerSecrets(providerId: string): ProviderSecrets | undefined {
  return kept.byProvider.get(providerId)
}

const none: readonly OwnKey[] = []

/** The keys that a customer brought, the oldest first. */
export function ownKeysOf(customerId: string): readonly OwnKey[] {
  return kept.ownByCustomer.get(customerId) ?? none
}

/** Throws where the customer has removed it: no other key may replace it. */
export function ownKey(id: string): OwnKey {
  const key = kept.ownById.get(id)
  if (key === undefined) throw new UpstreamError('failed', { status: 401 })
  return key
}

/** The key that is asked what concerns no model: the first that is not refused. */
export function firstKey({ keys }: ProviderSecrets): ProviderKey | undefined {
  return keys.find(({ id }) => !kept.refused.has(id)) ?? keys[0]
}

/** Where an upstream does not say how long. */
const SHORT_REST_SECONDS = 5
/** One that asks for longer is asked again by then, as a route is. */
const LONGEST_REST_SECONDS = 300

/**
 * Calls with the next key that serves; where the provider refuses or limits that one, with the others. Where all of them
 * are limited, rejects as rate limited until the first is free, and sends nothing before that. A key that is refused is
 * asked only where there is no other.
 */
export async function inTurns<Result>(
  keys: readonly ProviderKey[],
  model: string,
  call: (key: ProviderKey) => Promise<Result>,
): Promise<Result> {
  let failure: unknown
  for (const key of keysInTurn(keys, model)) {
    try {
      const result = await call(key)
      noteAccepted(key)
      return result
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error
      const isLimited = error.fault === 'rate_limited' && keys.length > 1
      if (isLimited) rest(key, model, error.retryAfterSeconds)
      else if (isRefusalOfKey(error)) noteRefused(key)
      else throw error
      failure = error
    }
  }
  const secondsLeft = restingSeconds(keys, model)
  if (secondsLeft === undefined) throw failure
  throw new UpstreamError('rate_limited', { status: 429, retryAfterSeconds: secondsLeft, cause: failure })
}

function keysInTurn(keys: readonly ProviderKey[], model: string): readonly ProviderKey[] {
  const accepted = keys.filter(({ id }) => !kept.refused.has(id))
  if (accepted.length === 0) return keys
  const now = performance.now()
  const ready = accepted.filter(({ id }) => now >= (kept.restsUntil.get(`${id} ${model}`) ?? 0))
  kept.turn = (kept.turn + 1) % Number.MAX_SAFE_INTEGER
  const first = ready.length === 0 ? 0 : kept.turn % ready.length
  return [...ready.slice(first), ...ready.slice(0, first)]
}

function rest({ id }: ProviderKey, model: string, seconds: number = SHORT_REST_SECONDS): void {
  const millis = Math.min(seconds, LONGEST_REST_SECONDS) * 1000
  kept.restsUntil.set(`${id} ${model}`, performance.now() + millis)
}

/** Until the first key that is limited may be asked again; undefined where none is. */
function restingSeconds(keys: readonly ProviderKey[], model: string): number | undefined {
  const now = performance.now()
  const left = keys
    .map(({ id }) => (kept.restsUntil.get(`${id} ${model}`) ?? 0) - now)
    .filter((millis) => millis > 0)
  return left.length === 0 ? undefined : Math.ceil(Math.min(...left) / 1000)
}

/** Adapters say `failed` of a 400 only where it is our key or account that is meant (Google, Anthropic). */
export function isRefusalOfKey({ fault, status }: UpstreamError): boolean {
  return fault === 'failed' && (status === 401 || status === 403 || status === 402 || status === 400)
}

function noteRefused(key: ProviderKey): void {
  if (kept.refused.has(key.id)) return
  kept.refused.set(key.id, performance.now())
  key.noteRefusal(true)
}

/** A key may be refused for some models and serve others: what it is must not change with every call. */
const REFUSED_FOR_MILLIS = 60_000

function noteAccepted(key: ProviderKey): void {
  const since = kept.refused.get(key.id)
  if (since === undefined || performance.now() - since < REFUSED_FOR_MILLIS) return
  kept.refused.delete(key.id)
  key.noteRefusal(false)
}

/** `keys`: at least one; `of`: the adapter with that key. */
type Turns = { keys: readonly [ProviderKey, ...ProviderKey[]]; of: (key: ProviderKey) => VideoModel }

/**
 * Keys may be of different accounts, and a task is known in one of them: what follows a start is asked with its own key,
 * which the handle names. A task of a deleted key is polled with the first of the others, as one that was begun
 * with the environment's key. Notifications name no key: tasks are polled instead (no `readNotification`).
 */
export function videosInTurns({ keys, of }: Turns): VideoModel {
  const find = (handle: VideoHandle) => {
    const { keyId, own } = readKeyed(handle)
    return { model: of(keys.find(({ id }) => id === keyId) ?? keys[0]), own }
  }
  return {
    async start(call) {
      const draft = call.draftOf === null ? null : readKeyed(call.draftOf)
      const sameKey = keys.filter(({ id }) => id === draft?.keyId)
      const able = sameKey.length > 0 ? sameKey : keys
      return inTurns(able, call.model, async (key) => {
        const { handle } = await of(key).start({ ...call, draftOf: draft?.own ?? null })
        return { handle: `${key.id} ${handle}` }
      })
    },
    status(handle, signal) {
      const { model, own } = find(handle)
      return model.status(own, signal)
    },
    cancel(handle, signal) {
      const { model, own } = find(handle)
      return model.cancel(own, signal)
    },
  }
}

/** For a provider without keys of its own: it may have had some when the task began. */
export function videosWithoutTurns(model: VideoModel): VideoModel {
  const { readNotification } = model
  return {
    start: (call) => {
      const draftOf = call.draftOf === null ? null : readKeyed(call.draftOf).own
      return model.start({ ...call, draftOf })
    },
    status: (handle, signal) => model.status(readKeyed(handle).own, signal),
    cancel: (handle, signal) => model.cancel(readKeyed(handle).own, signal),
    ...(readNotification && { readNotification: (body, name) => readNotification.call(model, body, name) }),
  }
}

function readKeyed(handle: VideoHandle): { keyId: string | undefined; own: VideoHandle } {
  const [, keyId, own = handle] = /^(pkey_[0-9a-z]+) (.*)$/s.exec(handle) ?? []
  return { keyId, own }
}
