import type { VideoRate } from '@/lib/billing/price'
import type { StoredRequest, StoredResult } from './task-record'

type Billed = { videoMillis: number; videoRate: VideoRate }

/**
 * The seconds that a bill counts, and at which rate. Never more than was asked for: upstreams charge what they were asked
 * for, and nobody asked for the fraction of a second by which a file is longer.
 */
export function billedVideo(
  request: Pick<StoredRequest, 'duration' | 'frames' | 'generateAudio'>,
  { durationSeconds, fps, resolution }: Pick<StoredResult, 'durationSeconds' | 'fps' | 'resolution'>,
): Billed {
  const asked = request.frames === null ? request.duration : request.frames / fps
  const seconds = asked > 0 ? Math.min(durationSeconds, asked) : durationSeconds
  return {
    videoMillis: Math.round(seconds * 1000),
    videoRate: videoRateOf(resolution, request.generateAudio),
  }
}

export function videoRateOf(resolution: StoredResult['resolution'], hasAudio: boolean): VideoRate {
  return hasAudio ? `${resolution}_audio` : resolution
}
