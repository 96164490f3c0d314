'use client'

import { useEffect, useEffectEvent, useRef } from 'react'
import { Button } from '@/components/ui/button'

type NextPageProps = { onReach: () => void; isLoading: boolean; error: Error | null }

/** The end of a list that goes on: the next page is fetched when it comes into sight, or by the button. */
export function NextPage({ onReach, isLoading, error }: NextPageProps) {
  const end = useRef<HTMLDivElement>(null)
  const reach = useEffectEvent(() => {
    if (!isLoading && error === null) onReach()
  })
  useEffect(() => {
    if (!end.current) return
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && reach(), {
      rootMargin: '200px',
    })
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [])
  return (
    <div ref={end} className="flex items-center justify-center gap-3 border-t border-line p-3">
      <Button onClick={onReach} loading={isLoading}>
        Load more
      </Button>
      {error && (
        <p role="alert" className="text-sm text-danger-text">
          {error.message}
        </p>
      )}
    </div>
  )
}
