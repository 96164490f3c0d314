import { type FrameSize, type VideoRatio, videoRatios } from './video-pixels'

/** The ratio that a picture of this size loses least in: what `adaptive` comes to. */
export function nearestRatio({ width, height }: FrameSize): VideoRatio {
  const asked = Math.log(width / height)
  const distances = videoRatios.map((ratio) => ({ ratio, distance: Math.abs(asked - logOf(ratio)) }))
  return distances.reduce((best, one) => (one.distance < best.distance ? one : best)).ratio
}

function logOf(ratio: VideoRatio): number {
  const [across = 1, down = 1] = ratio.split(':').map(Number)
  return Math.log(across / down)
}
