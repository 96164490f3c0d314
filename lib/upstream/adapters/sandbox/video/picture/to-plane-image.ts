import type { Canvas } from '../paint/create-canvas'
import { createSamples } from './create-samples'
import type { Plane, PlaneImage } from './plane-image'
import { runsOf } from './runs-of'

type Channel = (red: number, green: number, blue: number) => number

/** BT.709 in studio range, as an unknown player takes a video for. */
const lumaOf: Channel = (red, green, blue) => 16 + 0.1826 * red + 0.6142 * green + 0.062 * blue
const blueOf: Channel = (red, green, blue) => 128 - 0.1006 * red - 0.3386 * green + 0.4392 * blue
const redOf: Channel = (red, green, blue) => 128 + 0.4392 * red - 0.3989 * green - 0.0403 * blue

/** `wraps`: its right edge meets its left one, as that of a layer which drifts by without end. */
export function toPlaneImage(canvas: Canvas, { wraps = false } = {}): PlaneImage {
  const make = { isOpaque: everyPixelOpaque(canvas), wraps }
  const half = halve(canvas)
  return {
    luma: toPlane(canvas, lumaOf, make),
    blue: toPlane(half, blueOf, make),
    red: toPlane(half, redOf, make),
  }
}

function everyPixelOpaque({ data }: Canvas): boolean {
  for (let at = 3; at < data.length; at += 4) if (data[at] !== 255) return false
  return true
}

function toPlane(
  { width, height, data }: Canvas,
  channel: Channel,
  { isOpaque, wraps }: { isOpaque: boolean; wraps: boolean },
): Plane {
  const stride = Math.ceil((width + 1) / 4) * 4
  const plane = createSamples(stride * (height + 1))
  const cover = isOpaque ? null : createSamples(stride * (height + 1))
  const samples = plane.bytes
  const opacity = cover?.bytes ?? null
  for (let y = 0; y < height; y++) {
    for (let x = 0, from = y * width * 4, to = y * stride; x < width; x++, from += 4, to++) {
      const alpha = data[from + 3] ?? 0
      if (alpha === 0) continue
      const value = channel(data[from] ?? 0, data[from + 1] ?? 0, data[from + 2] ?? 0)
      samples[to] = (value * alpha) / 255 + 0.5
      if (opacity !== null) opacity[to] = alpha
    }
  }
  if (wraps) for (const one of [samples, opacity]) if (one !== null) wrapEdge(one, width, height, stride)
  if (isOpaque && !wraps) repeatEdges(samples, width, height, stride)
  return {
    width,
    height,
    stride,
    samples: plane,
    opacity: cover,
    runs: runsOf(opacity, width, height, stride),
  }
}

/** The spare column is the first one again. */
function wrapEdge(samples: Uint8Array, width: number, height: number, stride: number): void {
  for (let y = 0; y < height; y++) samples[y * stride + width] = samples[y * stride] ?? 0
}

function repeatEdges(samples: Uint8Array, width: number, height: number, stride: number): void {
  for (let y = 0; y < height; y++) samples[y * stride + width] = samples[y * stride + width - 1] ?? 0
  samples.copyWithin(height * stride, (height - 1) * stride, height * stride)
}

/** The mean of four pixels, by their opacity. */
function halve({ width, height, data }: Canvas): Canvas {
  const halfWidth = width >> 1
  const halfHeight = height >> 1
  const half = new Uint8ClampedArray(halfWidth * halfHeight * 4)
  for (let y = 0; y < halfHeight; y++) {
    for (let x = 0; x < halfWidth; x++) {
      const first = (y * 2 * width + x * 2) * 4
      const below = first + width * 4
      average(data, [first, first + 4, below, below + 4], half, (y * halfWidth + x) * 4)
    }
  }
  return { width: halfWidth, height: halfHeight, data: half }
}

function average(
  data: Uint8ClampedArray,
  places: readonly [number, number, number, number],
  half: Uint8ClampedArray,
  to: number,
): void {
  let red = 0
  let green = 0
  let blue = 0
  let total = 0
  for (const at of places) {
    const alpha = data[at + 3] ?? 0
    red += (data[at] ?? 0) * alpha
    green += (data[at + 1] ?? 0) * alpha
    blue += (data[at + 2] ?? 0) * alpha
    total += alpha
  }
  if (total === 0) return
  half[to] = red / total
  half[to + 1] = green / total
  half[to + 2] = blue / total
  half[to + 3] = total / 4
}
