import { UpstreamError } from '@/lib/upstream/contract/upstream-error'
import type { VideoCall, VideoMediaAccess } from '@/lib/upstream/contract/video-model'

/** The plainest call for a video, with what a test cares about laid over it. */
export function videoCall(more: Partial<VideoCall> = {}): VideoCall {
  return {
    model: 'seedance-1-0-pro-250528',
    taskId: 'vgen_01jd0000000000000000000000',
    customerId: 'cus_01jd0000000000000000000000',
    prompt: 'A paper boat on a quiet lake',
    media: [],
    draftOf: null,
    ratio: '16:9',
    resolution: '720p',
    duration: 5,
    frames: null,
    generateAudio: false,
    seed: null,
    cameraFixed: false,
    watermark: false,
    returnLastFrame: false,
    serviceTier: 'default',
    isDraft: false,
    webSearch: false,
    safetyIdentifier: null,
    executionExpiresAfterSeconds: 172_800,
    callbackUrl: null,
    signal: new AbortController().signal,
    ...more,
  }
}

/** Media by name instead of by network and store. `linkable` are the objects that the outside can read. */
export function mediaStub(
  bytes: Readonly<Record<string, Buffer>> = {},
  linkable: readonly string[] = [],
): VideoMediaAccess {
  return {
    async read(source, { signal }) {
      signal.throwIfAborted()
      const found = bytes['link' in source ? source.link : source.objectKey]
      if (found === undefined)
        throw new UpstreamError('rejected', { code: 'input_download_failed', message: 'It is not there.' })
      return found
    },
    link: async (objectKey, ttlSeconds) =>
      linkable.includes(objectKey) ? `https://store.example/${objectKey}?ttl=${ttlSeconds}` : null,
  }
}
