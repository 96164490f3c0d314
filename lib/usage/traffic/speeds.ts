import { percentileOf } from './percentile-of'
import type { Traffic } from './traffic'

/** Throughputs are counted in sixteenths, so that slow ones have places too. */
const THROUGHPUT_UNIT = 16

/** Whole milliseconds of the whole answer; null: not measured. */
export function latencyMs({ latency }: Traffic, share: number): number | null {
  return wholeMillis(percentileOf(latency, share))
}

/** Whole milliseconds to the first token. */
export function ttftMs({ ttft }: Traffic, share: number): number | null {
  return wholeMillis(percentileOf(ttft, share))
}

/**
 * Tokens a second. More is better, so the 90th percentile is what 90 of 100 answers were at most as fast as.
 */
export function throughputTps({ throughput }: Traffic, share: number): number | null {
  const value = percentileOf(throughput, share)
  return value === null ? null : Number((value / THROUGHPUT_UNIT).toPrecision(3))
}

function wholeMillis(value: number | null): number | null {
  return value === null ? null : Math.round(value)
}
