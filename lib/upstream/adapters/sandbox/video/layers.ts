import type { FrameSize } from '@/lib/upstream/video-pixels'

/** What is drawn on and handed to the encoder as it is: brightness, then the two colours at half size (BT.709, studio range). */
export type Frame = FrameSize & { bytes: Uint8Array<ArrayBuffer>; planes: readonly Uint8Array[] }

/** Both sides even. */
export function createFrame(width: number, height: number): Frame {
  const pixels = width * height
  const bytes = new Uint8Array(pixels * 1.5)
  const ends = [0, pixels, pixels * 1.25, pixels * 1.5]
  return { width, height, bytes, planes: [0, 1, 2].map((at) => bytes.subarray(ends[at], ends[at + 1])) }
}

/** Samples multiplied by their opacity, with a spare column on both sides, so that neighbours may always be read. */
type Plane = {
  width: number
  height: number
  samples: Uint8Array
  opacity: Uint8Array
  /** For each row: the first column that shows anything, the one after the last, and 1 where all between is opaque. */
  from: Int32Array
  to: Int32Array
  solid: Uint8Array
}

/** A picture as video wants it. */
export type Layer = FrameSize & { planes: readonly Plane[] }

type Channel = (red: number, green: number, blue: number) => number
const channels: readonly Channel[] = [
  (red, green, blue) => 16 + 0.1826 * red + 0.6142 * green + 0.062 * blue,
  (red, green, blue) => 128 - 0.1006 * red - 0.3386 * green + 0.4392 * blue,
  (red, green, blue) => 128 + 0.4392 * red - 0.3989 * green - 0.0403 * blue,
]

/** From RGBA, four bytes a pixel, of even width and height. */
export function toLayer(pixels: Uint8Array, size: FrameSize): Layer {
  return { ...size, planes: channels.map((channel, at) => toPlane(pixels, size, channel, at === 0 ? 1 : 2)) }
}

function toPlane(pixels: Uint8Array, whole: FrameSize, channel: Channel, cell: 1 | 2): Plane {
  const [width, height] = [whole.width / cell, whole.height / cell]
  const stride = width + 2
  const plane: Plane = {
    width,
    height,
    samples: new Uint8Array(stride * height),
    opacity: new Uint8Array(stride * height),
    from: new Int32Array(height).fill(width),
    to: new Int32Array(height),
    solid: new Uint8Array(height).fill(1),
  }
  for (let y = 0; y < height; y++) {
    const row = y * stride + 1
    for (let x = 0; x < width; x++) {
      let [red, green, blue, alpha] = [0, 0, 0, 0]
      for (let part = 0; part < cell * cell; part++) {
        const at = ((y * cell + (part >> 1)) * whole.width + x * cell + (part & 1)) * 4
        const opacity = pixels[at + 3] ?? 0
        red += (pixels[at] ?? 0) * opacity
        green += (pixels[at + 1] ?? 0) * opacity
        blue += (pixels[at + 2] ?? 0) * opacity
        alpha += opacity
      }
      if (alpha === 0) continue
      const opacity = alpha / (cell * cell)
      plane.samples[row + x] = Math.round((channel(red / alpha, green / alpha, blue / alpha) * opacity) / 255)
      plane.opacity[row + x] = Math.round(opacity)
      plane.from[y] = Math.min(plane.from[y] ?? 0, x)
      plane.to[y] = x + 1
    }
    // The spare columns repeat what lies beside them.
    for (const data of [plane.samples, plane.opacity]) {
      data[row - 1] = data[row] ?? 0
      data[row + width] = data[row + width - 1] ?? 0
    }
    const isSolid =
      plane.from[y] === 0 &&
      plane.to[y] === width &&
      plane.opacity.subarray(row, row + width).every((one) => one === 255)
    plane.solid[y] = isSolid ? 1 : 0
  }
  return plane
}

export type Placement = {
  /** Where the layer's upper left corner lies, in pixels of the frame; fractions count. */
  x: number
  y: number
  scale?: number
  opacity?: number
}

export function drawLayer(frame: Frame, layer: Layer, { x, y, scale = 1, opacity = 1 }: Placement): void {
  const level = Math.round(opacity * 256)
  if (level <= 0) return
  for (const [index, plane] of layer.planes.entries()) {
    const cell = index === 0 ? 1 : 2
    const target = frame.planes[index]
    if (target !== undefined)
      drawPlane(target, frame.width / cell, frame.height / cell, plane, x / cell, y / cell, scale, level)
  }
}

/** Every sample of the frame that the plane covers takes the mean of the plane's four nearest. */
function drawPlane(
  target: Uint8Array,
  width: number,
  height: number,
  plane: Plane,
  left: number,
  top: number,
  scale: number,
  level: number,
): void {
  const { samples, opacity, from, to, solid } = plane
  const stride = plane.width + 2
  const step = Math.round(65536 / scale)
  const lastRow = Math.min(height, Math.floor(top + plane.height * scale + 0.5))
  for (let y = Math.max(0, Math.ceil(top - 0.5)); y < lastRow; y++) {
    const sourceY = Math.min(plane.height - 1, Math.max(0, (y + 0.5 - top) / scale - 0.5))
    const row = Math.floor(sourceY)
    const next = Math.min(row + 1, plane.height - 1)
    const lower = Math.round((sourceY - row) * 256)
    const upper = 256 - lower
    const first = Math.max(
      0,
      Math.ceil(left - 0.5),
      Math.floor(left + (Math.min(from[row] ?? 0, from[next] ?? 0) - 1) * scale),
    )
    const last = Math.min(
      width,
      Math.floor(left + plane.width * scale + 0.5),
      Math.ceil(left + (Math.max(to[row] ?? 0, to[next] ?? 0) + 1) * scale),
    )
    const isSolid = level === 256 && solid[row] === 1 && solid[next] === 1
    const [a, b] = [row * stride + 1, next * stride + 1]
    let read = Math.round((first + 0.5 - left) * step - 32768)
    for (let at = y * width + first; at < y * width + last; at++, read += step) {
      const x = read >> 16
      const right = (read >> 8) & 255
      const rest = 256 - right
      const value =
        ((samples[a + x] ?? 0) * rest + (samples[a + x + 1] ?? 0) * right) * upper +
        ((samples[b + x] ?? 0) * rest + (samples[b + x + 1] ?? 0) * right) * lower
      if (isSolid) {
        target[at] = value >> 16
        continue
      }
      const alpha =
        ((opacity[a + x] ?? 0) * rest + (opacity[a + x + 1] ?? 0) * right) * upper +
        ((opacity[b + x] ?? 0) * rest + (opacity[b + x + 1] ?? 0) * right) * lower
      if (alpha === 0) continue
      const share = ((alpha >> 8) * level) >> 8
      const cover = 65536 - share - (share >> 8)
      target[at] = ((value >> 8) * level + (target[at] ?? 0) * cover + 32768) >> 16
    }
  }
}

/** The frame as RGB, three bytes a pixel. */
export function toPixels({ width, height, planes: [luma, blue, red] }: Frame): Buffer {
  const pixels = new Uint8ClampedArray(width * height * 3)
  for (let at = 0; at < width * height; at++) {
    const half = (Math.floor(at / width) >> 1) * (width >> 1) + ((at % width) >> 1)
    const bright = ((luma?.[at] ?? 16) - 16) * 1.1644
    const [blueness, redness] = [(blue?.[half] ?? 128) - 128, (red?.[half] ?? 128) - 128]
    pixels[at * 3] = bright + 1.7927 * redness
    pixels[at * 3 + 1] = bright - 0.2132 * blueness - 0.5329 * redness
    pixels[at * 3 + 2] = bright + 2.1124 * blueness
  }
  return Buffer.from(pixels.buffer)
}
