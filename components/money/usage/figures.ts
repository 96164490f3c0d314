import type { ChartFormat } from '@/components/charts/chart-data'
import { formatMoney, fromNanos, toNanos } from '@/lib/client/format/money'
import { formatCompact, formatNumber } from '@/lib/client/format/number'
import type { UsageModality } from '@/lib/money/usage/schema'
import type { UsageMetric } from './view/usage-view'

export type UsedAmounts = {
  /** Shows only the unit of this kind: an image may have tokens too, which matter less. */
  modality?: UsageModality
  total_tokens: number
  images: number
  video_seconds: number
  characters: number
  audio_seconds: number
}

/** Usage in the units that people count: `1.2M tokens`, `3 images`, `45 s video`. */
export function formatAmount(used: UsedAmounts): string {
  const { modality, total_tokens, images, video_seconds, characters, audio_seconds } = used
  const parts = [
    {
      of: ['chat', 'embedding', 'moderation', 'rerank'],
      text: total_tokens > 0 && `${formatTokens(total_tokens)} ${total_tokens === 1 ? 'token' : 'tokens'}`,
    },
    { of: ['image'], text: images > 0 && (images === 1 ? '1 image' : `${formatNumber(images)} images`) },
    { of: ['speech'], text: characters > 0 && `${formatTokens(characters)} characters` },
    { of: ['transcription'], text: audio_seconds > 0 && `${formatLength(audio_seconds)} audio` },
    { of: ['video'], text: video_seconds > 0 && `${formatLength(video_seconds)} video` },
  ]
  return (
    parts
      .filter(({ of, text }) => text !== false && (modality === undefined || of.includes(modality)))
      .map(({ text }) => text)
      .join(', ') || '–'
  )
}

function formatTokens(count: number): string {
  return count < 10_000 ? formatNumber(count) : formatCompact(count)
}

function formatLength(seconds: number): string {
  return seconds < 120
    ? `${formatNumber(Math.round(seconds * 10) / 10)} s`
    : `${formatNumber(Math.round(seconds / 60))} min`
}

/** A cost in nano-dollars, the unit of charts. */
export function formatNanos(nanos: number): string {
  return formatMoney(fromNanos(nanos), 'sum')
}

/** The same for an axis: `$0`, `$0.0005`, `$1.50`, `$20`, `$1.2K`. */
export function formatNanosShort(nanos: number): string {
  if (nanos < 0) return `−${formatNanosShort(-nanos)}`
  const dollars = nanos / 1e9
  if (dollars >= 1000) return `$${formatCompact(dollars)}`
  if (Number.isInteger(dollars)) return `$${dollars}`
  return formatMoney(fromNanos(nanos), 'exact')
}

/** The change since before: `+12%`, `−40%`, `×34`; null where there is nothing to compare. */
export function describeChange(now: number, before: number): string | null {
  if (before <= 0) return null
  const ratio = now / before
  if (ratio >= 10) return `×${Math.round(ratio)}`
  const percent = Math.round((ratio - 1) * 100)
  if (percent === 0) return now === before ? '0%' : '±0%'
  return `${percent > 0 ? '+' : '−'}${Math.abs(percent)}%`
}

const percentFormat = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 1 })

/** Share of failed requests: `2.3%`. Never rounded to 0% or 100%. */
export function failedShare({
  requests,
  failed_requests,
}: {
  requests: number
  failed_requests: number
}): string {
  if (requests === 0) return '–'
  if (failed_requests > 0 && failed_requests / requests < 0.0005) return '< 0.1%'
  if (failed_requests < requests && failed_requests / requests >= 0.9995) return '> 99.9%'
  return percentFormat.format(failed_requests / requests)
}

/** Figures of every usage row: a day, a model or a key. */
export type UsageFigures = { requests: number; total_tokens: number; cost: string }

/** Metrics that add up; the others have their own charts. */
export type SummedMetric = Exclude<UsageMetric, 'errors' | 'latency'>

type Metric = { name: string; of: (figures: UsageFigures) => number; format: ChartFormat }

/** The metrics that add up, as integers: nano-dollars, requests, tokens. */
export const usageMetrics: Record<SummedMetric, Metric> = {
  cost: {
    name: 'Cost',
    // Below 2^53 nano-dollars, nine million dollars a day, a number is exact.
    of: ({ cost }) => Number(toNanos(cost) ?? 0n),
    format: { value: formatNanos, tick: formatNanosShort, unit: 'USD' },
  },
  requests: {
    name: 'Requests',
    of: ({ requests }) => requests,
    format: { value: formatNumber, tick: formatCompact, unit: 'Requests' },
  },
  tokens: {
    name: 'Tokens',
    of: ({ total_tokens }) => total_tokens,
    format: { value: formatNumber, tick: formatCompact, unit: 'Tokens' },
  },
}
