import { mixColours } from '../../images/colour/oklch'
import { createCanvas } from '../paint/create-canvas'
import { noiseOf } from '../paint/noise-of'
import { rampOf, rgbOf } from '../paint/ramp'
import { drawImage } from '../picture/draw-image'
import type { PlaneImage } from '../picture/plane-image'
import { toPlaneImage } from '../picture/to-plane-image'
import { backdrop, marginOf } from '../stage/backdrop'
import { seenAt } from '../stage/camera'
import type { FilmSet } from '../stage/film-set'
import type { Prop } from '../stage/prop'

/** Sand from the line down, and the wash that runs up on it and back. */
export function washShore(set: FilmSet, { line, depth }: { line: number; depth: number }): Prop[] {
  const { width, height, unit } = set
  const margin = marginOf(width, depth)
  const wide = width + 2 * margin
  const sand = sandImage(set, wide, height - line + unit * 0.1)
  const wash = washImage(set, wide, unit * 0.16)
  const top = line - unit * 0.02
  return [
    backdrop(sand, { left: -margin, top, depth }),
    (frame, { view, seconds }) => {
      const reach = Math.sin(seconds * 0.95) * 0.5 + 0.5
      const place = seenAt(view, frame, depth, -margin, top - unit * 0.09 + reach * unit * 0.06)
      drawImage(frame, wash, { ...place, opacity: 0.94 })
    },
  ]
}

function sandImage(set: FilmSet, width: number, height: number): PlaneImage {
  const { palette } = set
  const canvas = createCanvas(width, height)
  const noise = noiseOf(set.random.fork('sand').whole(0, 1e9))
  const dry = mixColours(
    mixColours('#ecd2a0', palette.light, 0.3),
    palette.near,
    set.hour === 'night' ? 0.62 : set.hour === 'dusk' ? 0.45 : 0.08,
  )
  const wet = mixColours(dry, palette.near, 0.34)
  const ramp = rampOf([
    [0, wet],
    [0.3, mixColours(wet, dry, 0.55)],
    [0.5, dry],
    [1, mixColours(dry, palette.near, 0.25)],
  ])
  for (let y = 0; y < canvas.height; y++) {
    for (let x = 0; x < canvas.width; x++) {
      const grain = (noise.plane(x * 0.7, y * 0.7) - 0.5) * 0.05 + (noise.plane(x / 90, y / 26) - 0.5) * 0.16
      const [red, green, blue] = ramp.at(y / canvas.height + grain)
      const at = (y * canvas.width + x) * 4
      canvas.data[at] = red
      canvas.data[at + 1] = green
      canvas.data[at + 2] = blue
      canvas.data[at + 3] = Math.min(1, y / 6) * 255
    }
  }
  return toPlaneImage(canvas)
}

/** Shallow water with a seam of foam along its lower edge. */
function washImage(set: FilmSet, width: number, height: number): PlaneImage {
  const canvas = createCanvas(width, height)
  const noise = noiseOf(set.random.fork('wash').whole(0, 1e9))
  const water = rgbOf(
    mixColours(mixColours(set.palette.far, set.palette.near, 0.2), set.palette.sky[2], 0.35),
  )
  const foam = rgbOf(mixColours(set.palette.paper, set.palette.near, set.hour === 'night' ? 0.4 : 0.04))
  for (let x = 0; x < canvas.width; x++) {
    const edge = canvas.height * (0.62 + 0.3 * noise.lineOctaves(x / (width * 0.09), 3))
    for (let y = 0; y < Math.min(canvas.height, edge); y++) {
      const toEdge = edge - y
      const isFoam = toEdge < height * (0.05 + 0.05 * noise.plane(x / 14, y / 9))
      const [red, green, blue] = isFoam ? foam : water
      const at = (y * canvas.width + x) * 4
      canvas.data[at] = red
      canvas.data[at + 1] = green
      canvas.data[at + 2] = blue
      canvas.data[at + 3] = (isFoam ? 0.95 : 0.72 * Math.min(1, y / (height * 0.3))) * 255
    }
  }
  return toPlaneImage(canvas)
}
