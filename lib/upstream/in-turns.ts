import type { SpeechModel, TranscriptionModel } from './contract/audio-model'
import type { ChatModel } from './contract/chat-model'
import type { EmbeddingModel } from './contract/embedding-model'
import type { ImageModel } from './contract/image-model'
import type { ModerationModel } from './contract/moderation-model'
import type { RerankModel } from './contract/rerank-model'
import { UpstreamError } from './contract/upstream-error'
import type { VideoHandle, VideoModel } from './contract/video-model'
import { inTurns, type ProviderKey } from './provider-secrets'

/** Models whose every call is made with the key whose turn it is. `keys`: at least one; `of`: the adapter with that key. */
export type Turns<Model> = { keys: readonly [ProviderKey, ...ProviderKey[]]; of: (key: ProviderKey) => Model }

export function chatInTurns({ keys, of }: Turns<ChatModel>): ChatModel {
  const modelOf = (request: Readonly<Record<string, unknown>>) => String(request.model)
  return {
    complete: (call) => inTurns(keys, modelOf(call.request), (key) => of(key).complete(call)),
    stream: (call) => inTurns(keys, modelOf(call.request), (key) => of(key).stream(call)),
  }
}

export function embeddingsInTurns({ keys, of }: Turns<EmbeddingModel>): EmbeddingModel {
  return { embed: (call) => inTurns(keys, call.model, (key) => of(key).embed(call)) }
}

export function moderationsInTurns({ keys, of }: Turns<ModerationModel>): ModerationModel {
  return { moderate: (call) => inTurns(keys, call.model, (key) => of(key).moderate(call)) }
}

export function rerankInTurns({ keys, of }: Turns<RerankModel>): RerankModel {
  return { rerank: (call) => inTurns(keys, call.model, (key) => of(key).rerank(call)) }
}

export function speechInTurns({ keys, of }: Turns<SpeechModel>): SpeechModel {
  return { speak: (call) => inTurns(keys, call.model, (key) => of(key).speak(call)) }
}

export function transcriptionInTurns({ keys, of }: Turns<TranscriptionModel>): TranscriptionModel {
  return { transcribe: (call) => inTurns(keys, call.model, (key) => of(key).transcribe(call)) }
}

export function imagesInTurns({ keys, of }: Turns<ImageModel>): ImageModel {
  const { edit, vary } = of(keys[0])
  return {
    generate: (call) => inTurns(keys, call.model, (key) => of(key).generate(call)),
    ...(edit && { edit: (call) => inTurns(keys, call.model, (key) => able(of(key).edit)(call)) }),
    ...(vary && { vary: (call) => inTurns(keys, call.model, (key) => able(of(key).vary)(call)) }),
  }
}

/** All of one provider's adapters can do the same. */
function able<Ability>(ability: Ability | undefined): Ability {
  if (ability === undefined) throw new UpstreamError('unsupported')
  return ability
}

/**
 * Keys may be of different accounts, and a task is known in one of them: what follows a start is asked with its own key,
 * which the handle names. A task of a deleted key is polled with the first of the others, as one that was begun
 * with the environment's key. Notifications name no key: tasks are polled instead (no `readNotification`).
 */
export function videosInTurns({ keys, of }: Turns<VideoModel>): VideoModel {
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
