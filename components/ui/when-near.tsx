'use client'

import { type ReactNode, useCallback, useState } from 'react'
import { Skeleton } from './skeleton'

type WhenNearProps = { /** About the height of the content. */ className: string; children: ReactNode }

/** Renders its content, and so loads what is lazy in it, once the reader is near it. */
export function WhenNear({ className, children }: WhenNearProps) {
  const [isNear, setNear] = useState(false)
  const watch = useCallback((element: Element | null) => {
    if (element === null) return undefined
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setNear(true),
      { rootMargin: '50% 0px' },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  if (isNear) return children
  return (
    <div ref={watch}>
      <Skeleton className={className} />
    </div>
  )
}
