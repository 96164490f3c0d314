'use client'

import { useEffect, useState } from 'react'

/** The time, renewed now and then, so that “2 min ago” does not stay so for ever. */
export function useNow(everyMillis = 30_000): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMillis)
    return () => clearInterval(timer)
  }, [everyMillis])
  return now
}
