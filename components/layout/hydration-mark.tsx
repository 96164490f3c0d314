'use client'

import { useEffect } from 'react'

/** Says on <html> that React answers by now: whoever drives the page (tests, extensions) need not guess. */
export function HydrationMark() {
  useEffect(() => {
    document.documentElement.dataset.hydrated = ''
  }, [])
  return null
}
