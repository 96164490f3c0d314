import {
  type PixelTable,
  type VideoRatio,
  type VideoResolution,
  videoPixels,
  videoRatios,
} from './video-pixels'

const FPS = 24
const PIXEL_FRAMES_PER_TOKEN = 1024

export type VideoMeasure = {
  resolution: VideoResolution
  ratio: VideoRatio | 'adaptive'
  /** Where the model decides: the most that it may. */
  durationSeconds: number
  /** Instead of the duration. */
  frames: number | null
  /** Of reference videos, which some models bill as if they were made too. */
  inputVideoSeconds?: number
  table?: PixelTable
}

/**
 * Tokens of a video: `width · height · (24 · seconds + 1) / 1024`, rounded up. What the upstream says afterwards is the
 * truth; until then this is the most that a task can come to (`adaptive` counts as the largest ratio).
 */
export function estimateVideoTokens(measure: VideoMeasure): number {
  const { resolution, ratio, durationSeconds, frames, inputVideoSeconds = 0, table } = measure
  const ratios = ratio === 'adaptive' ? videoRatios : [ratio]
  const pixels = ratios
    .map((one) => videoPixels(resolution, one, table))
    .map((size) => size.width * size.height)
  const made = frames ?? FPS * durationSeconds + 1
  return Math.ceil((Math.max(...pixels) * (made + FPS * inputVideoSeconds)) / PIXEL_FRAMES_PER_TOKEN)
}
