import { formatRate } from '@/components/catalog/models/figures'
import type { CategoryLeader } from '@/lib/catalog/rankings/schema'
import { type BenchmarkItem, MEASURED_METRIC } from '@/lib/catalog/rankings/scores-schema'
import { formatCompact, formatDuration, formatNumber } from '@/lib/client/format/number'

/** A sum of tokens: `1.2M`. */
export function formatTokens(tokens: string): string {
  return formatCompact(Number(tokens))
}

type UseUnit = {
  /** As a column heading and chart title. */
  name: string
  short: (amount: number) => string
}

/** The unit in which each modality is counted, by its metric. */
export const useUnits: Readonly<Record<string, UseUnit>> = {
  total_tokens: { name: 'Tokens', short: formatCompact },
  images: { name: 'Images', short: formatNumber },
  video_seconds: { name: 'Video seconds', short: (seconds) => formatNumber(Math.round(seconds)) },
  characters: { name: 'Characters', short: formatCompact },
  audio_seconds: { name: 'Audio seconds', short: (seconds) => formatNumber(Math.round(seconds)) },
}

/** `+25%`, `−8%`; null without an earlier figure. */
export function formatChange(change: number | null): string | null {
  if (change === null) return null
  const percent = Math.round(change * 100)
  if (percent > 999) return '>+999%'
  return `${percent > 0 ? '+' : percent < 0 ? '−' : '±'}${Math.abs(percent)}%`
}

const leadFormats: Readonly<Record<string, (value: number) => string>> = {
  images: (value) => `${formatNumber(value)} ${value === 1 ? 'image' : 'images'}`,
  characters: (value) => `${formatNumber(value)} characters of speech`,
  audio_seconds: (value) => `${formatNumber(Math.round(value))} seconds of audio`,
  video_seconds: (value) => `${formatNumber(Math.round(value))} seconds of video`,
  tps_p50: (value) => `${formatRate(value)} tokens per second`,
  ttft_p50_ms: (value) => `${formatDuration(value)} to the first token`,
}

/** The leader's figure in the unit of its metric. */
export function formatLead({ metric, value }: Pick<CategoryLeader, 'metric' | 'value'>): string {
  if (typeof value === 'string') return `${formatTokens(value)} tokens`
  return (
    leadFormats[metric]?.(value) ??
    (metric === MEASURED_METRIC ? formatScore(value, metric) : `${formatScore(value, metric)} ${metric}`)
  )
}

/** A score in the unit of its metric. */
export function formatScore(score: number, metric: string): string {
  const rounded = formatNumber(Math.round(score * 10) / 10)
  return metric.startsWith('%') ? `${rounded}%` : rounded
}

/** `71.2 – 88.4, 40 items`, as far as known. */
export function describeCertainty({ low, high, samples, metric }: BenchmarkItem): string {
  const interval =
    low === null || high === null ? null : `${formatScore(low, metric)} – ${formatScore(high, metric)}`
  const asked = samples === null ? null : `${formatNumber(samples)} items`
  return [interval, asked].filter(Boolean).join(', ')
}
