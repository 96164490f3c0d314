import { formatCompact, formatNumber } from '@/lib/client/format/number'
import type { UsageModality } from '@/lib/usage/schema'

export type UsedAmounts = {
  /** What was used, where it is one thing: then only that is said. A picture may have tokens too, which nobody asks for. */
  modality?: UsageModality
  total_tokens: number
  images: number
  video_seconds: number
}

/** What was used, in the unit that people count it in: `1.2M tokens`, `3 images`, `45 s video`. */
export function formatAmount({ modality, total_tokens, images, video_seconds }: UsedAmounts): string {
  const parts = [
    { of: ['chat', 'embedding'], text: total_tokens > 0 && `${formatTokens(total_tokens)} tokens` },
    { of: ['image'], text: images > 0 && (images === 1 ? '1 image' : `${formatNumber(images)} images`) },
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
