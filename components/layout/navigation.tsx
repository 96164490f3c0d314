'use client'

import { usePathname, useSearchParams } from 'next/navigation'
import { useEffect, useState } from 'react'

const STARTED = 'portico-navigation'

/** Next reports the start of a navigation outside of React (instrumentation-client.ts). */
export function announceNavigation(url: string): void {
  window.dispatchEvent(new CustomEvent(STARTED, { detail: url }))
}

const none = { path: '', from: '' }

/** The path of the page being loaded, after a delay; null if there is none. */
export function usePendingPath(afterMillis: number): string | null {
  const here = addressOf(usePathname(), useSearchParams())
  const [pending, setPending] = useState(none)
  const [seen, setSeen] = useState(here)
  // The page has loaded, or the reader went elsewhere: nothing is pending.
  if (seen !== here) {
    setSeen(here)
    setPending(none)
  }
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const onStart = (event: Event) => {
      if (!(event instanceof CustomEvent)) return
      const { pathname, searchParams } = new URL(String(event.detail), window.location.href)
      const isElsewhere = addressOf(pathname, searchParams) !== here
      clearTimeout(timer)
      // After Next's transition has begun: an update within it would wait for the page as well.
      timer = setTimeout(() => setPending({ path: pathname, from: isElsewhere ? here : '' }), afterMillis)
    }
    window.addEventListener(STARTED, onStart)
    return () => {
      clearTimeout(timer)
      window.removeEventListener(STARTED, onStart)
    }
  }, [here, afterMillis])
  return pending.from === here ? pending.path : null
}

function addressOf(path: string, search: URLSearchParams): string {
  return `${path}?${new URLSearchParams(search)}`
}

/** A thin line at the top while a page is loading. */
export function NavigationBar() {
  const path = usePendingPath(0)
  if (path === null) return null
  return (
    <div
      role="progressbar"
      aria-label="Loading the page"
      className="pointer-events-none fixed inset-x-0 top-0 z-60 h-0.5 origin-left animate-advance bg-brand"
    />
  )
}
