import type { VideoCapabilities } from '@/lib/catalog/models/schema'
import type { VideoRate } from '@/lib/money/prices/schema'
import { estimateVideoTokens, type VideoRatio, type VideoResolution } from '@/lib/upstream/video-pixels'

/** Limits of video requests, without zod, so that the studio can use them at once. */
export const MAX_PROMPT_CODE_POINTS = 32_000

type Measured = {
  ratio: VideoRatio | 'adaptive'
  resolution: VideoResolution
  /** Seconds; -1: the model decides. */
  duration: number
  frames: number | null
  hasReferenceVideo: boolean
}

/** The durations that a model supports in a resolution; null: every whole second of its range. */
export function durationsOf(able: VideoCapabilities, resolution: VideoResolution): readonly number[] | null {
  return able.seconds_at[resolution] ?? able.seconds ?? null
}

/** The model's default duration, or the first of the resolution's `choices`. */
export function defaultSeconds(able: VideoCapabilities, choices: readonly number[] | null): number {
  const { default_seconds: usual } = able
  return choices === null || choices.includes(usual) ? usual : (choices[0] ?? usual)
}

export const USUAL_FPS = 24

/** The longest duration of a task's video, in seconds. */
export function maxVideoSeconds(
  { duration, frames }: Pick<Measured, 'duration' | 'frames'>,
  able: VideoCapabilities,
): number {
  if (frames !== null) return frames / USUAL_FPS
  return duration === -1 ? able.max_seconds : duration
}

/** The most tokens that a task can use: for the hold, and for the studio's estimate. */
export function maxVideoTokens(asked: Measured, able: VideoCapabilities): number {
  return estimateVideoTokens({
    resolution: asked.resolution,
    ratio: asked.ratio,
    durationSeconds: asked.duration === -1 ? able.max_seconds : asked.duration,
    frames: asked.frames,
    inputVideoSeconds: asked.hasReferenceVideo ? able.max_billed_reference_seconds : 0,
    table: able.pixel_table,
  })
}

export function videoRateOf(resolution: VideoResolution, hasAudio: boolean): VideoRate {
  return hasAudio ? `${resolution}_audio` : resolution
}

/** A video's duration as the API shows it: of the video, else as requested; whole seconds, at least 1, or -1. */
export function wholeSeconds(
  { duration, frames }: Pick<Measured, 'duration' | 'frames'>,
  madeSeconds?: number,
): number {
  const seconds = madeSeconds ?? (frames === null ? duration : frames / USUAL_FPS)
  return seconds === -1 ? -1 : Math.max(1, Math.round(seconds))
}
