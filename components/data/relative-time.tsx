'use client'

import { useEffect, useState } from 'react'
import {
  formatDateTime,
  formatRelativeTime,
  formatTimeExact,
  formatTimeShort,
} from '@/lib/client/format/time'

/** `2 min ago`, with the exact time on hover. */
export function RelativeTime({ at }: { at: string }) {
  const now = useNow()
  return (
    <time dateTime={at} title={formatDateTime(at)}>
      {formatRelativeTime(at, now)}
    </time>
  )
}

const HOUR_MILLIS = 3_600_000

/** `21 Nov, 14:03:27`, as in logs; the relative time on hover. */
export function ExactTime({ at, zone }: RecentTimeProps) {
  const now = useNow()
  return (
    <time
      dateTime={at}
      title={`${formatDateTime(at, zone)}, ${formatRelativeTime(at, Math.max(now, Date.parse(at)))}`}
    >
      {formatTimeExact(at, zone)}
    </time>
  )
}

type RecentTimeProps = { at: string; zone?: string | undefined }

/** For long lists: `2 min ago` within the last hour, then `21 Nov, 14:03`. A hundred lines of “20 h ago” say nothing. */
export function RecentTime({ at, zone }: RecentTimeProps) {
  // `useNow` may be seconds behind, but listed times are in the past.
  const now = Math.max(useNow(), Date.parse(at))
  const isRecent = now - Date.parse(at) < HOUR_MILLIS
  return (
    <time dateTime={at} title={formatDateTime(at, zone)}>
      {isRecent ? formatRelativeTime(at, now) : formatTimeShort(at, now, zone)}
    </time>
  )
}

/** `12 s`, `1 min 5 s`: how long something has been running. Hidden from screen readers, because it changes every second. */
export function Elapsed({ since }: { since: string }) {
  const seconds = Math.max(0, Math.floor((useNow(1000) - Date.parse(since)) / 1000))
  return (
    <span aria-hidden="true" className="figures" data-elapsed={seconds}>
      {seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`}
    </span>
  )
}

/** The current time, updated regularly to keep “2 min ago” right. */
export function useNow(everyMillis = 30_000): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMillis)
    return () => clearInterval(timer)
  }, [everyMillis])
  return now
}
