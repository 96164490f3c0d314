import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { LRUCache } from 'lru-cache'
import { env, readSecret } from '@/lib/platform/env'
import type { SteadyBy } from '@/lib/platform/steady-choice'
import { createAiSdkChat } from '@/lib/upstream/adapters/ai-sdk/chat/ai-sdk-chat'
import { createAiSdkEmbeddings } from '@/lib/upstream/adapters/ai-sdk/embeddings'
import { createAiSdkImages } from '@/lib/upstream/adapters/ai-sdk/images'
import {
  createAiSdkModelList,
  createAiSdkProbe,
  hasModelList,
} from '@/lib/upstream/adapters/ai-sdk/model-list'
import type { SdkSettings } from '@/lib/upstream/adapters/ai-sdk/vendor-fetch'
import { createAiSdkVideo } from '@/lib/upstream/adapters/ai-sdk/videos/ai-sdk-video'
import { createArkVault } from '@/lib/upstream/adapters/ark/ark-vault'
import { createArkVideo } from '@/lib/upstream/adapters/ark/ark-video'
import { createArkProbe } from '@/lib/upstream/adapters/ark/ask-ark'
import {
  createOpenAiCompatibleSpeech,
  createOpenAiCompatibleTranscription,
} from '@/lib/upstream/adapters/openai-compatible/audio'
import { createOpenAiCompatibleChat } from '@/lib/upstream/adapters/openai-compatible/chat'
import {
  createOpenAiCompatibleEmbeddings,
  createOpenAiCompatibleRerank,
} from '@/lib/upstream/adapters/openai-compatible/embeddings'
import { createAccountReader } from '@/lib/upstream/adapters/openai-compatible/get-json'
import { createOpenAiCompatibleImages } from '@/lib/upstream/adapters/openai-compatible/images'
import {
  createOpenAiCompatibleModelList,
  createOpenAiCompatibleProbe,
} from '@/lib/upstream/adapters/openai-compatible/model-list'
import { createOpenAiCompatibleModerations } from '@/lib/upstream/adapters/openai-compatible/moderations'
import { createSandboxSpeech, createSandboxTranscription } from '@/lib/upstream/adapters/sandbox/audio'
import { createSandboxChat } from '@/lib/upstream/adapters/sandbox/chat/chat'
import { createSandboxEmbeddings, createSandboxRerank } from '@/lib/upstream/adapters/sandbox/embeddings'
import { createSandboxImages } from '@/lib/upstream/adapters/sandbox/images/images'
import { createSandboxModerations } from '@/lib/upstream/adapters/sandbox/moderations'
import { createSandboxVault, createSandboxVideo } from '@/lib/upstream/adapters/sandbox/video/video'
import { videosInTurns, videosWithoutTurns } from '@/lib/upstream/provider-secrets'
import { type Access, cloudAccess, plainAccess } from './access'
import type { AdapterTarget, ModelList, ProviderProbe } from './contract/adapter'
import type { SpeechModel, TranscriptionModel } from './contract/audio-model'
import type { ChatModel } from './contract/chat-model'
import type { EmbeddingModel } from './contract/embedding-model'
import type { ImageModel } from './contract/image-model'
import type { ModerationModel } from './contract/moderation-model'
import type { PortraitVault } from './contract/portrait-vault'
import type { RerankModel } from './contract/rerank-model'
import type { VideoModel } from './contract/video-model'
import { firstKey, inTurns, ownKey, type ProviderKey, providerSecrets } from './provider-secrets'
import { videoMediaAccess } from './video-media-access'

/**
 * The only file that names adapters. Each provider and key has its own adapter, which is kept while its address and key stay
 * the same.
 *
 * Adapters are small; vendors' packages and image libraries are not. Those are loaded when a call first needs them, by
 * `await import('…')` inside the asynchronous call, of the package or of our module that uses it. `import()` loads once for
 * all concurrent callers and caches, so no other cache is needed; if it fails, only that call fails.
 */
type Made = {
  target: AdapterTarget
  /** From the environment. */
  apiKey: string | undefined
  /** The models by key id, and by `ENVIRONMENT` for `apiKey`; with the access token or deployment where there are such. */
  byKey: Map<string, Partial<Models>>
}

type Models = {
  chat: ChatModel
  embedding: EmbeddingModel
  moderation: ModerationModel
  rerank: RerankModel
  image: ImageModel
  video: VideoModel
  speech: SpeechModel
  transcription: TranscriptionModel
}

/** Adapters by provider, or by a customer's own key. */
export const madeByKey = new LRUCache<string, Made>({ max: 5000 })

/**
 * Calls a model by its id at the upstream, with the conversation's key of the provider, the next one in rotation, or the
 * environment's.
 */
export function askModel<Kind extends Exclude<keyof Models, 'video'>, Answer>(
  kind: Kind,
  { target, upstreamId }: { target: AdapterTarget; upstreamId: string },
  ask: (model: Models[Kind]) => Promise<Answer>,
  conversation?: SteadyBy,
): Promise<Answer> {
  const made = madeFor(target)
  const keys = keysOf(target)
  const { keyForm } = target
  const askWith = keyForm
    ? async (key?: ProviderKey) => {
        const call = { key: secretOf(made, key) ?? '', model: upstreamId }
        return ask(modelOf(made, kind, key, await cloudAccess(target, keyForm, call)))
      }
    : (key?: ProviderKey) => ask(modelOf(made, kind, key))
  return keys.length === 0 ? askWith() : inTurns(keys, upstreamId, askWith, conversation)
}

/** A model whose tasks are polled with the key that started them. */
export function videoModelFor(target: AdapterTarget): VideoModel {
  const made = madeFor(target)
  const of = (key?: ProviderKey) => modelOf(made, 'video', key)
  const [first, ...others] = keysOf(target)
  return first ? videosInTurns({ keys: [first, ...others], of }) : videosWithoutTurns(of())
}

const ENVIRONMENT = ''

function secretOf(made: Made, key: ProviderKey | undefined): string | null {
  return key?.secret ?? made.apiKey ?? null
}

/** Access tokens change every hour, and some adapters are made for a deployment. */
const MOST_MADE = 200

/** Created on first use. `access`: for keys of several fields. */
function modelOf<Kind extends keyof Models>(
  made: Made,
  kind: Kind,
  key: ProviderKey | undefined,
  access?: Access,
): Models[Kind] {
  const owner = key?.id ?? ENVIRONMENT
  const id = access === undefined ? owner : `${owner} ${access.id}`
  const models = made.byKey.get(id) ?? {}
  const known: Models[Kind] | undefined = models[kind]
  if (known !== undefined) return known
  const model = makers[kind](made.target, access ?? plainAccess(made.target, secretOf(made, key)))
  models[kind] = model
  const [oldest] = made.byKey.keys()
  if (oldest !== undefined && made.byKey.size >= MOST_MADE) made.byKey.delete(oldest)
  made.byKey.set(id, models)
  return model
}

function keysOf(target: AdapterTarget): readonly ProviderKey[] {
  if (target.ownKey !== undefined) return [ownKey(target.ownKey)]
  return providerSecrets(target.providerId)?.keys ?? []
}

/** Null if no check is needed or none is free of charge. `key`: the key to check. */
export function providerProbeFor(target: AdapterTarget, key = keyOf(target)): ProviderProbe | null {
  const access = () => accessOf(target, key)
  switch (target.adapter) {
    case 'openai-compatible':
      return async (signal) => createOpenAiCompatibleProbe(reachOf(target, await access()))(signal)
    case 'ark':
      return async (signal) => createArkProbe(reachOf(target, await access()))(signal)
    case 'ai-sdk':
      if (!hasModelList(target)) return null
      return async (signal) => createAiSdkProbe(sdkSettings(target, await access()))?.(signal)
    default:
      return null
  }
}

/** Null if no such request is free of charge. `key`: the key to use. */
export function modelListFor(target: AdapterTarget, key = keyOf(target)): ModelList | null {
  const access = () => accessOf(target, key)
  switch (target.adapter) {
    case 'sandbox':
      return null
    case 'ai-sdk':
      if (!hasModelList(target)) return null
      return async (signal) =>
        (await createAiSdkModelList(sdkSettings(target, await access()))?.(signal)) ?? null
    default:
      return async (signal) => createOpenAiCompatibleModelList(reachOf(target, await access()))(signal)
  }
}

async function accessOf(target: AdapterTarget, key: string | undefined): Promise<Access> {
  const { keyForm } = target
  return keyForm ? cloudAccess(target, keyForm, { key: key ?? '' }) : plainAccess(target, key ?? null)
}

/** Reads what a provider says about the operator's account, with its own key or a given one. */
export function accountReaderFor(
  target: AdapterTarget,
  { key = keyOf(target), keyHeader, headers = {} }: AccountAccess = {},
) {
  const reach = reachOf(target, plainAccess(target, keyHeader === undefined ? (key ?? null) : null))
  const named = keyHeader === undefined || key === undefined ? {} : { [keyHeader]: key }
  return createAccountReader({ ...reach, headers: { ...reach.headers, ...headers, ...named } })
}

/** `keyHeader`: the header for the key in place of `Authorization`. */
type AccountAccess = {
  key?: string | undefined
  keyHeader?: string | undefined
  headers?: Readonly<Record<string, string>> | undefined
}

const VAULT_ADDRESS = 'https://ark.cn-beijing.volcengineapi.com'

let vault: PortraitVault | undefined

/** The registry of all portraits: Ark's if its access keys are set, else our own. */
export function portraitVault(): PortraitVault {
  vault ??= openVault()
  return vault
}

function openVault(): PortraitVault {
  const { VOLC_ACCESSKEY: accessKey, VOLC_SECRETKEY: secretKey } = env()
  if (accessKey === undefined || secretKey === undefined) return createSandboxVault()
  return createArkVault({
    baseUrl: readSecret('ARK_CONTROL_BASE_URL') ?? VAULT_ADDRESS,
    accessKey,
    secretKey,
  })
}

function madeFor(target: AdapterTarget): Made {
  const key = target.ownKey === undefined ? target.providerId : `own ${target.ownKey}`
  const known = madeByKey.get(key)
  if (known?.target === target) return known
  const apiKey = environmentKey(target)
  // A refreshed catalog has equal targets as new objects, for which adapters are kept.
  const isSame = known?.apiKey === apiKey && isDeepStrictEqual(known?.target, target)
  const made: Made = isSame && known ? { ...known, target } : { target, apiKey, byKey: new Map() }
  madeByKey.set(key, made)
  return made
}

function environmentKey({ apiKeyEnv }: AdapterTarget): string | undefined {
  return apiKeyEnv === null ? undefined : readSecret(apiKeyEnv)
}

/** The key for calls without a model. */
function keyOf(target: AdapterTarget): string | undefined {
  if (target.ownKey !== undefined) return ownKey(target.ownKey).secret
  const stored = providerSecrets(target.providerId)
  return (stored && firstKey(stored)?.secret) ?? environmentKey(target)
}

const makers: { [Kind in keyof Models]: (target: AdapterTarget, access: Access) => Models[Kind] } = {
  chat(target, access) {
    if (target.adapter === 'sandbox') return createSandboxChat()
    if (target.adapter === 'ai-sdk') return createAiSdkChat(sdkSettings(target, access))
    return createOpenAiCompatibleChat({
      ...reachOf(target, access),
      webSearch: target.webSearch ?? undefined,
    })
  },
  embedding(target, access) {
    if (target.adapter === 'sandbox') return createSandboxEmbeddings()
    if (target.adapter === 'ai-sdk') return createAiSdkEmbeddings(sdkSettings(target, access))
    const reached = compatible(target, access, 'embeddings')
    return createOpenAiCompatibleEmbeddings(reached, target.embeddings ?? undefined)
  },
  moderation: (target, access) =>
    target.adapter === 'sandbox'
      ? createSandboxModerations()
      : createOpenAiCompatibleModerations(compatible(target, access, 'moderations')),
  rerank: (target, access) =>
    target.adapter === 'sandbox'
      ? createSandboxRerank()
      : createOpenAiCompatibleRerank(compatible(target, access, 'reranking')),
  speech: (target, access) =>
    target.adapter === 'sandbox'
      ? createSandboxSpeech()
      : createOpenAiCompatibleSpeech(compatible(target, access, 'speech'), target.speech),
  transcription: (target, access) =>
    target.adapter === 'sandbox'
      ? createSandboxTranscription()
      : createOpenAiCompatibleTranscription(compatible(target, access, 'transcripts')),
  image(target, access) {
    if (target.adapter === 'sandbox') return createSandboxImages()
    if (target.adapter === 'ark') throw new Error(`the provider ${target.providerId} serves no images`)
    if (target.adapter === 'ai-sdk') return createAiSdkImages(sdkSettings(target, access))
    return createOpenAiCompatibleImages(reachOf(target, access), target)
  },
  video(target, access) {
    const media = videoMediaAccess()
    if (target.adapter === 'sandbox')
      return createSandboxVideo({ folder: join(env().DATA_DIR, 'sandbox-films'), media })
    if (target.adapter === 'ai-sdk') return createAiSdkVideo({ ...sdkSettings(target, access), media })
    if (target.adapter !== 'ark') throw new Error(`the provider ${target.providerId} serves no video`)
    return createArkVideo({ ...reachOf(target, access), media })
  },
}

/** For modalities that only the adapter `openai-compatible` serves. */
function compatible(target: AdapterTarget, access: Access, what: string): Reach {
  if (target.adapter !== 'openai-compatible')
    throw new Error(`the provider ${target.providerId} serves no ${what}`)
  return reachOf(target, access)
}

function sdkSettings(target: AdapterTarget, access: Access): SdkSettings {
  if (target.sdk === null) throw new Error(`the provider ${target.providerId} names no vendor`)
  const { sign } = access
  return {
    ...reachOf(target, access),
    sdk: target.sdk,
    webSearch: target.webSearch === 'native',
    ...(sign && { sign }),
  }
}

type Reach = { baseUrl: string; apiKey: string | null; headers?: Readonly<Record<string, string>> } & {
  [Limit in 'firstByteTimeoutMs' | 'answerTimeoutMs' | 'idleTimeoutMs']?: number
}

/**
 * What every adapter over HTTP needs: base URL, key, the operator's headers and time limits. The headers may identify an
 * account, so they are not sent with a customer's own key.
 */
function reachOf(target: AdapterTarget, { baseUrl, apiKey, headers: own }: Access): Reach {
  const { firstByteMs, answerMs, idleMs } = target.timeouts
  const { keyHeader } = target
  const given = target.ownKey === undefined ? providerSecrets(target.providerId)?.headers : undefined
  const headers = keyHeader && apiKey !== null ? { ...given, [keyHeader]: apiKey.trim() } : given
  if (baseUrl === null) throw new Error(`the provider ${target.providerId} has no address`)
  return {
    baseUrl,
    apiKey: keyHeader ? null : apiKey,
    ...((headers || own) && { headers: { ...own, ...headers } }),
    ...(firstByteMs === undefined ? {} : { firstByteTimeoutMs: firstByteMs }),
    ...(answerMs === undefined ? {} : { answerTimeoutMs: answerMs }),
    ...(idleMs === undefined ? {} : { idleTimeoutMs: idleMs }),
  }
}
