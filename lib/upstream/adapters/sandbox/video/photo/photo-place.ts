import type { FrameSize } from '@/lib/upstream/video-pixels'
import type { Placement } from '../picture/draw-image'
import type { CameraMove } from '../stage/camera'

const MOST_ZOOM = 1.14

/** Where the camera ends, of what the zoom leaves it: -1 to 1 to each side. */
const ends: Record<CameraMove, readonly [x: number, y: number, zoom: number]> = {
  still: [0, 0, 1],
  'pan-left': [-1, 0, 1.1],
  'pan-right': [1, 0, 1.1],
  'tilt-up': [0, -1, 1.1],
  'tilt-down': [0, 1, 1.1],
  'push-in': [0, -0.15, MOST_ZOOM],
  'pull-out': [0, 0.1, 1.08],
  drift: [0.7, -0.3, 1.12],
}

/** How a picture lies on the frame: exactly on it at 0, as far as the camera goes at 1. It never shows its edge. */
export function photoPlace({ width, height }: FrameSize, move: CameraMove, progress: number): Placement {
  const [towardsX, towardsY, end] = ends[move]
  const eased = progress ** 1.6 * (1.6 - 0.6 * progress)
  const scale = 1 + (end - 1) * eased
  const spareX = (width * (scale - 1)) / 2
  const spareY = (height * (scale - 1)) / 2
  return { x: -spareX - spareX * towardsX, y: -spareY - spareY * towardsY, scale }
}
