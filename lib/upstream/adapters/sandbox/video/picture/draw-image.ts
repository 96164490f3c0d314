import { blendRow } from './blend-row'
import type { Frame } from './create-frame'
import type { Plane, PlaneImage } from './plane-image'

export type Placement = {
  /** Where the picture's upper left corner comes to lie, in pixels of the frame; fractions count. */
  x: number
  y: number
  scale?: number
  /** How much wider than by the scale alone; the middle stays where it is. */
  stretch?: number
  /** 0–1 of its own opacity. */
  opacity?: number
  /** `light` adds to what is there, as a lamp does. */
  mode?: 'over' | 'light'
  /** Pixels of the frame by which each row is moved to the right, by its place in the picture (0 top, 1 bottom). */
  sway?: (row: number) => number
}

const LUMA_FLOOR = 16
const CHROMA_FLOOR = 128

export function drawImage(frame: Frame, image: PlaneImage, placement: Placement): void {
  const { width, height } = frame
  drawPlane(frame.luma, width, height, image.luma, placement, 1, LUMA_FLOOR)
  drawPlane(frame.blue, width >> 1, height >> 1, image.blue, placement, 2, CHROMA_FLOOR)
  drawPlane(frame.red, width >> 1, height >> 1, image.red, placement, 2, CHROMA_FLOOR)
}

/** Every sample of the frame that the picture covers takes the mean of the picture's four nearest. */
function drawPlane(
  target: Uint8Array,
  width: number,
  height: number,
  plane: Plane,
  placement: Placement,
  divisor: number,
  floor: number,
): void {
  const scale = placement.scale ?? 1
  const across = scale * (placement.stretch ?? 1)
  const left = placement.x / divisor + (plane.width * (scale - across)) / 2
  const top = placement.y / divisor
  const level = Math.round((placement.opacity ?? 1) * 256)
  if (level <= 0 || scale <= 0 || across < 0.02) return
  const step = Math.round(65536 / across)
  const fromY = Math.max(0, Math.ceil(top - 0.5))
  const toY = Math.min(height, Math.floor(top + plane.height * scale + 0.5))
  const blend = { level, floor: placement.mode === 'light' ? floor : null }
  const last = plane.height - 1
  for (let y = fromY; y < toY; y++) {
    const sourceY = Math.min(last, Math.max(0, (y + 0.5 - top) / scale - 0.5))
    const row = Math.floor(sourceY)
    const shift = placement.sway === undefined ? 0 : placement.sway(sourceY / plane.height) / divisor
    const reach = {
      upper: row * plane.stride,
      lower: Math.min(row + 1, last) * plane.stride,
      weight: Math.round((sourceY - row) * 256),
      step,
      origin: left + shift,
      limit: plane.width - 1,
    }
    blendRow(target, y * width, width, plane, row, reach, blend)
  }
}
