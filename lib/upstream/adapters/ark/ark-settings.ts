import type { VideoMediaAccess } from '@/lib/upstream/contract/video-media-access'

/** Volcengine Ark and BytePlus ModelArk: one API at two addresses. */
export type ArkAccess = {
  /** With its prefix: `https://ark.cn-beijing.volces.com/api/v3`. */
  baseUrl: string
  apiKey: string | null
  /** From the call to the last byte of an answer. */
  timeoutMs?: number
}

export type ArkSettings = ArkAccess & { media: VideoMediaAccess }
