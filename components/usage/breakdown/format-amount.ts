import { formatCompact, formatNumber } from '@/lib/client/format/number'

export type UsedAmounts = { total_tokens: number; images: number; video_seconds: number }

/** What was used, in the unit that it is paid in: `1.2M tokens`, `3 images`, `45 s video`. */
export function formatAmount({ total_tokens, images, video_seconds }: UsedAmounts): string {
  const parts = [
    images > 0 && (images === 1 ? '1 image' : `${formatNumber(images)} images`),
    video_seconds > 0 && `${formatNumber(Math.round(video_seconds * 10) / 10)} s video`,
  ].filter((part) => part !== false)
  if (parts.length > 0) return parts.join(', ')
  if (total_tokens === 0) return '–'
  return `${total_tokens < 10_000 ? formatNumber(total_tokens) : formatCompact(total_tokens)} tokens`
}
