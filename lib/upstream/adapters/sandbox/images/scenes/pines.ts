import { mixColours } from '../colour/oklch'
import { heightAt, type Line } from '../drawing/ridge'
import type { Stage } from '../drawing/stage'
import { round, svg } from '../drawing/svg'

type Stand = {
  /** Keep clear of this x. */
  free: number | null
  /** Of the tallest tree. */
  tall: number
  /** The layer whose colour they have. */
  tone: number
  /** Which share of the width stays clear to each side of `free`. */
  clearing?: number
}

/** A stand of pines along a ridge. */
export function pines(stage: Stage, line: Line, { free, tall, tone, clearing = 0.12 }: Stand): string {
  const { width, palette } = stage
  const random = stage.random.fork(`pines ${tall}`)
  const colour = stage.layer(tone)
  const lit = mixColours(colour, palette.second, 0.16)
  let drawn = ''
  for (let x = -tall * 0.1; x < width + tall * 0.1; x += tall * random.between(0.16, 0.42)) {
    if (free !== null && Math.abs(x - free) < clearing * width) continue
    const high = tall * random.between(0.45, 1)
    drawn += pineAt(x, heightAt(line, x) + tall * 0.08, high, colour, stage.detail > 1 ? lit : colour)
  }
  return drawn
}

function pineAt(x: number, y: number, high: number, colour: string, lit: string): string {
  const tiers = [
    [1, 0.1, 0.21],
    [0.84, 0.32, 0.18],
    [0.66, 0.52, 0.145],
    [0.48, 0.72, 0.1],
  ] as const
  let left = ''
  let right = ''
  for (const [, base, reach] of tiers) {
    const top = Math.min(1, base + 0.34)
    left += `M0 ${round(-top * high)}L${round(-reach * high)} ${round(-base * high)}L0 ${round(-base * high)}Z`
    right += `M0 ${round(-top * high)}L${round(reach * high)} ${round(-base * high)}L0 ${round(-base * high)}Z`
  }
  const trunk = svg.rect(-0.018 * high, -0.14 * high, 0.036 * high, 0.2 * high, colour)
  return svg.group(
    `translate(${round(x)} ${round(y)})`,
    trunk + svg.path(left, lit) + svg.path(right, colour),
  )
}
