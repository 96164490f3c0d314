import type { ComponentProps } from 'react'
import { cn } from './cn'

export function Kbd({ className, ...rest }: ComponentProps<'kbd'>) {
  return (
    <kbd
      className={cn(
        'inline-flex h-4.5 min-w-4.5 items-center justify-center rounded-xs border border-border bg-muted px-1 font-sans text-2xs text-muted-foreground',
        className,
      )}
      {...rest}
    />
  )
}
