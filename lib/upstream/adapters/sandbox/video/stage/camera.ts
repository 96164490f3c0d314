import type { FrameSize } from '@/lib/upstream/video-pixels'

/** Where the camera is, in shares of the frame's width; nothing moves farther than `CAMERA_REACH`. */
export type View = { x: number; y: number; zoom: number }

export const CAMERA_REACH = 0.07
const MOST_ZOOM = 1.16

export type CameraMove =
  | 'still'
  | 'pan-left'
  | 'pan-right'
  | 'tilt-up'
  | 'tilt-down'
  | 'push-in'
  | 'pull-out'
  | 'drift'

/** Where the camera is after a share of the film: it starts and ends softly. */
export function viewAt(move: CameraMove, progress: number): View {
  const eased = progress * progress * (3 - 2 * progress)
  const swing = (eased * 2 - 1) * CAMERA_REACH
  switch (move) {
    case 'still':
      return { x: 0, y: 0, zoom: 1 }
    case 'pan-left':
      return { x: -swing, y: 0, zoom: 1 }
    case 'pan-right':
      return { x: swing, y: 0, zoom: 1 }
    case 'tilt-up':
      return { x: 0, y: -swing * 0.6, zoom: 1.06 }
    case 'tilt-down':
      return { x: 0, y: swing * 0.6, zoom: 1.06 }
    case 'push-in':
      return { x: swing * 0.25, y: 0, zoom: 1 + (MOST_ZOOM - 1) * eased }
    case 'pull-out':
      return { x: -swing * 0.25, y: 0, zoom: MOST_ZOOM - (MOST_ZOOM - 1) * eased }
    case 'drift':
      return { x: swing * 0.7, y: Math.sin(progress * 3) * 0.006, zoom: 1.02 + 0.06 * eased }
  }
}

export type Place = { x: number; y: number; scale: number }

/**
 * Where a point of the set is seen. The set is measured in pixels of the frame as a camera at rest sees it. Depth 0 is
 * the sky, which hardly moves; 1 the ground in front of us; more is nearer still.
 */
export function seenAt(view: View, { width, height }: FrameSize, depth: number, x: number, y: number): Place {
  const scale = 1 + (view.zoom - 1) * (0.25 + 0.75 * depth)
  return {
    x: width / 2 + (x - width / 2) * scale - view.x * width * depth,
    y: height / 2 + (y - height / 2) * scale - view.y * width * depth,
    scale,
  }
}
