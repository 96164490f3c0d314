import type { ComponentProps } from 'react'
import { cn } from './cn'

/** A placeholder for content that is still loading. */
export function Skeleton({ className, ...rest }: ComponentProps<'div'>) {
  return (
    <div
      aria-hidden="true"
      className={cn('h-3 animate-shimmer rounded-sm bg-secondary', className)}
      {...rest}
    />
  )
}
