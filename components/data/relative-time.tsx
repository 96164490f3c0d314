'use client'

import { useEffect, useState } from 'react'
import {
  formatDateTime,
  formatRelativeTime,
  formatTimeExact,
  formatTimeShort,
} from '@/lib/client/format/time'

/** `2 min ago`, with the exact moment on hover. */
export function RelativeTime({ at }: { at: string }) {
  const now = useNow()
  return (
    <time dateTime={at} title={formatDateTime(at)}>
      {formatRelativeTime(at, now)}
    </time>
  )
}

const HOUR_MILLIS = 3_600_000

/** `21 Nov, 14:03:27`, as logs have it; how long ago that was on hover. */
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

/** In a long list: `2 min ago` within the hour, then `21 Nov, 14:03`, because a hundred lines of “20 h ago” say nothing. */
export function RecentTime({ at, zone }: RecentTimeProps) {
  // The time at hand is some seconds old; what is listed is past.
  const now = Math.max(useNow(), Date.parse(at))
  const isRecent = now - Date.parse(at) < HOUR_MILLIS
  return (
    <time dateTime={at} title={formatDateTime(at, zone)}>
      {isRecent ? formatRelativeTime(at, now) : formatTimeShort(at, now, zone)}
    </time>
  )
}

/** `12 s`, `1 min 5 s`: for how long something has been under way. Not read aloud, for it changes every second. */
export function Elapsed({ since }: { since: string }) {
  const seconds = Math.max(0, Math.floor((useNow(1000) - Date.parse(since)) / 1000))
  return (
    <span aria-hidden="true" className="figures" data-elapsed={seconds}>
      {seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`}
    </span>
  )
}

/** The time, renewed now and then, so that “2 min ago” does not stay so for ever. */
export function useNow(everyMillis = 30_000): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMillis)
    return () => clearInterval(timer)
  }, [everyMillis])
  return now
}
