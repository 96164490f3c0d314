import { mixColours } from '../colour/oklch'
import type { Palette } from '../colour/palette'
import type { Random } from '../random-of'
import { round } from './svg'

/** The short side of every picture in drawing units, whatever its size in pixels. */
export const SHORT_SIDE = 1000

type Stop = readonly [offset: number, colour: string, opacity?: number]

/** What a scene draws on: its room, its colours, its luck, and the gradients that it has asked for. */
export class Stage {
  readonly #defs: string[] = []

  constructor(
    readonly width: number,
    readonly height: number,
    readonly palette: Palette,
    readonly random: Random,
    /** 1 is a sketch, 3 has everything. */
    readonly detail: 1 | 2 | 3,
  ) {}

  /** Everything that the content refers to. */
  get defs(): string {
    return `<defs>${this.#defs.join('')}</defs>`
  }

  /** A layer's colour: 0 is the farthest, 1 the nearest. */
  layer(share: number): string {
    return mixColours(this.palette.far, this.palette.near, share)
  }

  /** Down the shape that it fills, or across it by an angle in degrees. */
  linear(stops: readonly Stop[], angle = 90): string {
    const x = Math.cos((angle * Math.PI) / 180) / 2
    const y = Math.sin((angle * Math.PI) / 180) / 2
    const ends = `x1="${round2(0.5 - x)}" y1="${round2(0.5 - y)}" x2="${round2(0.5 + x)}" y2="${round2(0.5 + y)}"`
    return this.#define('linearGradient', ends, stops)
  }

  /** From the middle of the shape that it fills to its edge. */
  radial(stops: readonly Stop[], centre: readonly [number, number] = [0.5, 0.5]): string {
    return this.#define('radialGradient', `cx="${centre[0]}" cy="${centre[1]}" r="0.5"`, stops)
  }

  /** Shows of the content only what lies inside the shapes. */
  clip(shapes: string, content: string): string {
    const id = `d${this.#defs.length}`
    this.#defs.push(`<clipPath id="${id}">${shapes}</clipPath>`)
    return `<g clip-path="url(#${id})">${content}</g>`
  }

  #define(kind: string, geometry: string, stops: readonly Stop[]): string {
    const id = `d${this.#defs.length}`
    const marks = stops.map(
      ([offset, colour, opacity]) =>
        `<stop offset="${round2(offset)}" stop-color="${colour}"${opacity === undefined ? '' : ` stop-opacity="${opacity}"`}/>`,
    )
    this.#defs.push(`<${kind} id="${id}" ${geometry}>${marks.join('')}</${kind}>`)
    return `url(#${id})`
  }
}

function round2(value: number): number {
  return round(value * 100) / 100
}
