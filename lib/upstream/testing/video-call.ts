import type { VideoCall } from '@/lib/upstream/contract/video-model'

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
