import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { env, readSecret } from '@/lib/platform/env'
import { remember } from '@/lib/platform/remember'
import { createAiSdkChat } from '@/lib/upstream/adapters/ai-sdk/chat/ai-sdk-chat'
import { createAiSdkImages } from '@/lib/upstream/adapters/ai-sdk/images'
import { createAiSdkModelList, createAiSdkProbe } from '@/lib/upstream/adapters/ai-sdk/model-list'
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
import { createOpenAiCompatibleEmbeddings } from '@/lib/upstream/adapters/openai-compatible/embeddings'
import { createOpenAiCompatibleImages } from '@/lib/upstream/adapters/openai-compatible/images'
import {
  createOpenAiCompatibleModelList,
  createOpenAiCompatibleProbe,
} from '@/lib/upstream/adapters/openai-compatible/model-list'
import { createOpenAiCompatibleModerations } from '@/lib/upstream/adapters/openai-compatible/moderations'
import { createOpenAiCompatibleRerank } from '@/lib/upstream/adapters/openai-compatible/rerank'
import { createSandboxSpeech, createSandboxTranscription } from '@/lib/upstream/adapters/sandbox/audio'
import { createSandboxChat } from '@/lib/upstream/adapters/sandbox/chat/chat'
import { createSandboxEmbeddings } from '@/lib/upstream/adapters/sandbox/embeddings'
import { createSandboxImages } from '@/lib/upstream/adapters/sandbox/images/images'
import { createSandboxModerations } from '@/lib/upstream/adapters/sandbox/moderations'
import { createSandboxRerank } from '@/lib/upstream/adapters/sandbox/rerank'
import { createSandboxVault, createSandboxVideo } from '@/lib/upstream/adapters/sandbox/video/video'
import type { AdapterTarget, ModelList, ProviderProbe } from './contract/adapter'
import type { SpeechModel, TranscriptionModel } from './contract/audio-model'
import type { ChatModel } from './contract/chat-model'
import type { EmbeddingModel } from './contract/embedding-model'
import type { ImageModel } from './contract/image-model'
import type { ModerationModel } from './contract/moderation-model'
import type { PortraitVault } from './contract/portrait-vault'
import type { RerankModel } from './contract/rerank-model'
import type { VideoModel } from './contract/video-model'
import { videoMediaAccess } from './video-media-access'

/**
 * The only file that names adapters. One is made for each provider and kept while its address and key stay the same.
 *
 * An adapter is small; a vendor's package is not, nor is what draws pictures. Those are loaded when a call first needs
 * them, here and in the rooms in the same way: `await import('…')` inside the asynchronous call, of the package or of our
 * own module that cannot do without it. `import()` itself loads once for all who ask at the same time and keeps what it
 * has loaded, so nobody else does; where it fails, that call fails. What a call needs anyway is imported at the top.
 */
type Made = {
  target: AdapterTarget
  apiKey: string | undefined
  chat?: ChatModel
  embeddings?: EmbeddingModel
  moderations?: ModerationModel
  rerank?: RerankModel
  images?: ImageModel
  video?: VideoModel
  speech?: SpeechModel
  transcription?: TranscriptionModel
}

const madeByProvider = remember('upstream-registry', () => new Map<string, Made>())

export function chatModelFor(target: AdapterTarget): ChatModel {
  const made = madeFor(target)
  made.chat ??= makeChat(target, made.apiKey ?? null)
  return made.chat
}

export function embeddingModelFor(target: AdapterTarget): EmbeddingModel {
  const made = madeFor(target)
  made.embeddings ??=
    target.adapter === 'sandbox'
      ? createSandboxEmbeddings()
      : createOpenAiCompatibleEmbeddings(compatible(target, made, 'embeddings'))
  return made.embeddings
}

export function moderationModelFor(target: AdapterTarget): ModerationModel {
  const made = madeFor(target)
  made.moderations ??=
    target.adapter === 'sandbox'
      ? createSandboxModerations()
      : createOpenAiCompatibleModerations(compatible(target, made, 'moderations'))
  return made.moderations
}

export function rerankModelFor(target: AdapterTarget): RerankModel {
  const made = madeFor(target)
  made.rerank ??=
    target.adapter === 'sandbox'
      ? createSandboxRerank()
      : createOpenAiCompatibleRerank(compatible(target, made, 'reranking'))
  return made.rerank
}

export function imageModelFor(target: AdapterTarget): ImageModel {
  const made = madeFor(target)
  made.images ??= makeImages(target, made.apiKey ?? null)
  return made.images
}

export function videoModelFor(target: AdapterTarget): VideoModel {
  const made = madeFor(target)
  made.video ??= makeVideo(target, made.apiKey ?? null)
  return made.video
}

export function speechModelFor(target: AdapterTarget): SpeechModel {
  const made = madeFor(target)
  made.speech ??= makeSpeech(target, made.apiKey ?? null)
  return made.speech
}

export function transcriptionModelFor(target: AdapterTarget): TranscriptionModel {
  const made = madeFor(target)
  made.transcription ??= makeTranscription(target, made.apiKey ?? null)
  return made.transcription
}

/** Null where nothing needs to be asked, or nothing can be asked for free. */
export function providerProbeFor(target: AdapterTarget): ProviderProbe | null {
  const { apiKey = null } = madeFor(target)
  switch (target.adapter) {
    case 'openai-compatible':
      return createOpenAiCompatibleProbe({ baseUrl: addressOf(target), apiKey })
    case 'ark':
      return createArkProbe({ baseUrl: addressOf(target), apiKey })
    case 'ai-sdk':
      return createAiSdkProbe(sdkSettings(target, apiKey))
    default:
      return null
  }
}

/** Null where nothing can be asked for free. */
export function modelListFor(target: AdapterTarget): ModelList | null {
  const apiKey = keyOf(target) ?? null
  switch (target.adapter) {
    case 'sandbox':
      return null
    case 'ai-sdk':
      return createAiSdkModelList(sdkSettings(target, apiKey))
    default:
      return createOpenAiCompatibleModelList({ baseUrl: addressOf(target), apiKey })
  }
}

const VAULT_ADDRESS = 'https://ark.cn-beijing.volcengineapi.com'

/** The one place where portraits are registered: Ark where its access keys are set, else here. */
export function portraitVault(): PortraitVault {
  return remember('portrait-vault', () => {
    const { VOLC_ACCESSKEY: accessKey, VOLC_SECRETKEY: secretKey } = env()
    if (accessKey === undefined || secretKey === undefined) return createSandboxVault()
    return createArkVault({
      baseUrl: readSecret('ARK_CONTROL_BASE_URL') ?? VAULT_ADDRESS,
      accessKey,
      secretKey,
    })
  })
}

function madeFor(target: AdapterTarget): Made {
  const known = madeByProvider.get(target.providerId)
  if (known?.target === target) return known
  const apiKey = keyOf(target)
  // A refreshed catalog brings equal targets as new objects: the adapters behind them stay.
  const isSame = known?.apiKey === apiKey && isDeepStrictEqual(known?.target, target)
  const made = { ...(isSame && known), target, apiKey }
  madeByProvider.set(target.providerId, made)
  return made
}

function keyOf({ apiKeyEnv }: AdapterTarget): string | undefined {
  return apiKeyEnv === null ? undefined : readSecret(apiKeyEnv)
}

function makeChat(target: AdapterTarget, apiKey: string | null): ChatModel {
  if (target.adapter === 'sandbox') return createSandboxChat()
  if (target.adapter === 'ai-sdk') return createAiSdkChat(sdkSettings(target, apiKey))
  return createOpenAiCompatibleChat({
    ...reachOf(target, apiKey),
    webSearch: target.webSearch ?? undefined,
  })
}

/** Where only OpenAI's API has a way to ask for it. */
function compatible(
  target: AdapterTarget,
  { apiKey = null }: { apiKey?: string | null | undefined },
  what: string,
): Reach {
  if (target.adapter !== 'openai-compatible')
    throw new Error(`the provider ${target.providerId} serves no ${what}`)
  return reachOf(target, apiKey)
}

function makeSpeech(target: AdapterTarget, apiKey: string | null): SpeechModel {
  if (target.adapter === 'sandbox') return createSandboxSpeech()
  if (target.adapter !== 'openai-compatible')
    throw new Error(`the provider ${target.providerId} serves no speech`)
  return createOpenAiCompatibleSpeech(reachOf(target, apiKey))
}

function makeTranscription(target: AdapterTarget, apiKey: string | null): TranscriptionModel {
  if (target.adapter === 'sandbox') return createSandboxTranscription()
  if (target.adapter !== 'openai-compatible')
    throw new Error(`the provider ${target.providerId} serves no transcripts`)
  return createOpenAiCompatibleTranscription(reachOf(target, apiKey))
}

function makeImages(target: AdapterTarget, apiKey: string | null): ImageModel {
  if (target.adapter === 'sandbox') return createSandboxImages()
  if (target.adapter === 'ark') throw new Error(`the provider ${target.providerId} serves no images`)
  if (target.adapter === 'ai-sdk') return createAiSdkImages(sdkSettings(target, apiKey))
  return createOpenAiCompatibleImages(reachOf(target, apiKey), target)
}

function makeVideo(target: AdapterTarget, apiKey: string | null): VideoModel {
  const media = videoMediaAccess()
  if (target.adapter === 'sandbox')
    return createSandboxVideo({ folder: join(env().DATA_DIR, 'sandbox-films'), media })
  if (target.adapter === 'ai-sdk') return createAiSdkVideo({ ...sdkSettings(target, apiKey), media })
  if (target.adapter !== 'ark') throw new Error(`the provider ${target.providerId} serves no video`)
  return createArkVideo({ baseUrl: addressOf(target), apiKey, media })
}

function sdkSettings(target: AdapterTarget, apiKey: string | null): SdkSettings {
  if (target.sdk === null) throw new Error(`the provider ${target.providerId} names no vendor`)
  return { ...reachOf(target, apiKey), sdk: target.sdk, webSearch: target.webSearch === 'native' }
}

type Reach = { baseUrl: string; apiKey: string | null } & {
  [Limit in 'firstByteTimeoutMs' | 'answerTimeoutMs' | 'idleTimeoutMs']?: number
}

/** What every adapter over HTTP needs: the address, the key and the time limits. */
function reachOf(target: AdapterTarget, apiKey: string | null): Reach {
  const { firstByteMs, answerMs, idleMs } = target.timeouts
  return {
    baseUrl: addressOf(target),
    apiKey,
    ...(firstByteMs === undefined ? {} : { firstByteTimeoutMs: firstByteMs }),
    ...(answerMs === undefined ? {} : { answerTimeoutMs: answerMs }),
    ...(idleMs === undefined ? {} : { idleTimeoutMs: idleMs }),
  }
}

function addressOf(target: AdapterTarget): string {
  if (target.baseUrl === null) throw new Error(`the provider ${target.providerId} has no address`)
  return target.baseUrl
}
