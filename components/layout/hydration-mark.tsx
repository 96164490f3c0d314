'use client'

import { useEffect } from 'react'

/** Marks <html> once React answers, so that what drives the page (tests, extensions) need not guess. */
export function HydrationMark() {
  useEffect(() => {
    document.documentElement.dataset.hydrated = ''
  }, [])
  return null
}
