import type { Random } from '../../images/random-of'
import { type Canvas, createCanvas } from './create-canvas'
import type { Ramp, Rgb } from './ramp'

export type SkylineLook = {
  /** From the roofs (0) to the street (1). */
  body: Ramp
  /** Of a building's sunny side. */
  lit: Rgb
  window: Rgb
  /** 0–1 of the windows. */
  glowing: number
  /** Of a building, in pixels. */
  least: number
  widest: number
}

export type Window = { x: number; y: number; width: number; height: number }

export type Skyline = {
  canvas: Canvas
  /** Windows that are dark, to be lit one by one. */
  dark: Window[]
  /** The tips of masts. */
  masts: { x: number; y: number }[]
}

/** Houses shoulder to shoulder, with roofs of all kinds and windows in rows. */
export function paintSkyline(random: Random, width: number, height: number, look: SkylineLook): Skyline {
  const canvas = createCanvas(width, height)
  const skyline: Skyline = { canvas, dark: [], masts: [] }
  for (let x = -look.least * random.next(); x < canvas.width; ) {
    const wide = Math.round(random.between(look.least, look.widest))
    const centre = 1 - Math.abs((x + wide / 2) / canvas.width - 0.5) * 0.7
    const tall = canvas.height * Math.min(0.94, random.between(0.32, 0.9) * centre)
    house(skyline, random, look, Math.round(x), wide, Math.round(canvas.height - tall))
    x += wide - random.whole(0, 2)
  }
  return skyline
}

function house(
  skyline: Skyline,
  random: Random,
  look: SkylineLook,
  x: number,
  wide: number,
  top: number,
): void {
  const { canvas } = skyline
  const step = Math.max(2, Math.round(wide * 0.16))
  fill(canvas, look, x, top, wide, canvas.height - top, 0.62)
  const roof = random.whole(0, 4)
  if (roof === 1) fill(canvas, look, x + step, top - step * 2, wide - 2 * step, step * 2, 0.62)
  if (roof === 2)
    for (let row = 0; row < wide * 0.7; row++)
      fill(canvas, look, x + row / 1.4, top - row, wide - row * 1.43, 1, 0.5)
  if (roof === 3) {
    fill(canvas, look, x + step, top - step, wide - 2 * step, step, 0.62)
    fill(canvas, look, x + wide / 2 - 1, top - step * 5, 2, step * 5, 0)
    skyline.masts.push({ x: x + wide / 2, y: top - step * 5 })
  }
  windows(skyline, random, look, x, wide, top)
}

function windows(
  skyline: Skyline,
  random: Random,
  look: SkylineLook,
  x: number,
  wide: number,
  top: number,
): void {
  const cell = Math.max(5, Math.round(look.least * 0.2))
  const pane = Math.max(2, Math.round(cell * 0.46))
  const columns = Math.floor((wide - cell) / cell)
  const left = x + Math.round((wide - columns * cell + cell - pane) / 2)
  for (let column = 0; column < columns; column++) {
    for (let y = top + cell; y < skyline.canvas.height - cell; y += cell) {
      const window = { x: left + column * cell, y, width: pane, height: Math.round(pane * 1.3) }
      if (random.next() < look.glowing) light(skyline.canvas, window, look.window)
      else if (random.chance(0.05)) skyline.dark.push(window)
    }
  }
}

function light({ width, height, data }: Canvas, window: Window, [red, green, blue]: Rgb): void {
  for (let y = Math.max(0, window.y); y < Math.min(height, window.y + window.height); y++)
    for (let x = Math.max(0, window.x); x < Math.min(width, window.x + window.width); x++) {
      const at = (y * width + x) * 4
      data[at] = red
      data[at + 1] = green
      data[at + 2] = blue
    }
}

/** The last third is in the light. */
function fill(
  { width, height, data }: Canvas,
  look: SkylineLook,
  x: number,
  y: number,
  wide: number,
  tall: number,
  litFrom: number,
): void {
  const from = Math.max(0, Math.round(x))
  const to = Math.min(width, Math.round(x + wide))
  const edge = litFrom === 0 ? to : x + wide * litFrom
  for (let row = Math.max(0, Math.round(y)); row < Math.min(height, Math.round(y + tall)); row++) {
    const body = look.body.at(row / height)
    for (let column = from; column < to; column++) {
      const at = (row * width + column) * 4
      const share = column >= edge ? 0.22 : 0
      data[at] = body[0] + (look.lit[0] - body[0]) * share
      data[at + 1] = body[1] + (look.lit[1] - body[1]) * share
      data[at + 2] = body[2] + (look.lit[2] - body[2]) * share
      data[at + 3] = 255
    }
  }
}
