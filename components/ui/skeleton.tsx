import type { ComponentProps } from 'react'
import { cn } from './cn'

/** Space reserved for what is still loading. */
export function Skeleton({ className, ...rest }: ComponentProps<'div'>) {
  return (
    <div
      aria-hidden="true"
      className={cn('h-3 animate-shimmer rounded-sm bg-selected', className)}
      {...rest}
    />
  )
}
