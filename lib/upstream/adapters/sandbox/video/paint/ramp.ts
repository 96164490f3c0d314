import { mixColours } from '../../images/colour/oklch'

export type Rgb = readonly [red: number, green: number, blue: number]

/** Colours in between, ready to be looked up: `at(0)` is the first, `at(1)` the last. */
export type Ramp = { at(share: number): Rgb }

type Stop = readonly [share: number, hex: string]

const STEPS = 512

/** Mixed as people see colours, so that the way from orange to blue does not lead through mud. */
export function rampOf(stops: readonly [Stop, ...Stop[]]): Ramp {
  const colours = Array.from({ length: STEPS + 1 }, (_, step) => colourAt(stops, step / STEPS))
  const black: Rgb = [0, 0, 0]
  return { at: (share) => colours[Math.round(Math.min(1, Math.max(0, share)) * STEPS)] ?? black }
}

export function rgbOf(hex: string): Rgb {
  const value = Number.parseInt(hex.slice(1), 16)
  return [value >> 16, (value >> 8) & 255, value & 255]
}

function colourAt(stops: readonly [Stop, ...Stop[]], share: number): Rgb {
  const after = stops.findIndex(([at]) => at >= share)
  const [toShare, toHex] = stops[after] ?? stops[stops.length - 1] ?? stops[0]
  const [fromShare, fromHex] = stops[after - 1] ?? [toShare, toHex]
  const part = toShare === fromShare ? 0 : (share - fromShare) / (toShare - fromShare)
  return rgbOf(mixColours(fromHex, toHex, part))
}
