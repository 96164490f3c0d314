import { nearestRatio } from '@/lib/upstream/nearest-ratio'
import { type FrameSize, type VideoRatio, videoPixels } from '@/lib/upstream/video-pixels'
import type { FilmOrder } from '../order/film-order'

export const FPS = 24

export type FilmMeasure = FrameSize & { ratio: VideoRatio; frames: number; seconds: number }

/** How large and how long a film is; `adaptive` is as its first picture, where it has one. */
export function measureFilm(order: FilmOrder, firstPicture: FrameSize | null): FilmMeasure {
  const ratio =
    order.ratio !== 'adaptive' ? order.ratio : firstPicture === null ? '16:9' : nearestRatio(firstPicture)
  const frames = order.frames ?? order.seconds * FPS
  return { ...videoPixels(order.resolution, ratio), ratio, frames, seconds: frames / FPS }
}
