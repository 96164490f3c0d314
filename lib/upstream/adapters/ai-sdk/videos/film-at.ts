import type { VideoResult, VideoSource } from '@/lib/upstream/contract/video-model'

/** A film of which its vendor says no more than this. */
export function filmAt(video: VideoSource, said: Partial<VideoResult> = {}): VideoResult {
  return {
    video,
    lastFrame: null,
    fps: null,
    durationSeconds: null,
    resolution: null,
    ratio: null,
    seed: null,
    usage: null,
    ...said,
  }
}
