'use client'

import { usePathname } from 'next/navigation'
import type { ReactNode } from 'react'
import { paths } from '@/lib/client/paths'
import { usePendingPath } from './navigation'
import { PageSkeleton, skeletonOf } from './page-skeleton'

/** How long the page before stays: most pages are there by then, and would only flicker. */
const PATIENCE_MILLIS = 90

const isConsole = (path: string) => path.startsWith(paths.console)

/**
 * The page, or the skeleton of the next one under the same bar. Not Next's `loading.tsx`: with one, a page that does
 * not exist answers 200, and a reader without scripts sees the skeleton alone.
 */
export function PendingPage({ children }: { children: ReactNode }) {
  const pathname = usePathname()
  const path = usePendingPath(PATIENCE_MILLIS)
  const staysHere = path !== null && path !== pathname && isConsole(path) === isConsole(pathname)
  const shape = staysHere ? skeletonOf(path) : null
  return (
    <>
      {shape && <PageSkeleton shape={shape} />}
      <div className="contents" hidden={shape !== null}>
        {children}
      </div>
    </>
  )
}
