import type { VideoHandle, VideoModel } from './contract/video-model'
import { inTurns, type ProviderKey } from './provider-secrets'

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
