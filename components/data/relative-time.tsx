'use client'

import { formatDateTime, formatRelativeTime } from '@/lib/client/format/time'
import { useNow } from './use-now'

/** `2 min ago`, with the exact moment on hover. */
export function RelativeTime({ at, className }: { at: string; className?: string }) {
  const now = useNow()
  return (
    <time dateTime={at} title={formatDateTime(at)} className={className}>
      {formatRelativeTime(at, now)}
    </time>
  )
}
