'use client'

import { Label as RadixLabel } from 'radix-ui'
import type { ComponentProps } from 'react'
import { cn } from './cn'

export function Label({ className, ...rest }: ComponentProps<typeof RadixLabel.Root>) {
  return (
    <RadixLabel.Root className={cn('text-sm font-medium text-foreground select-none', className)} {...rest} />
  )
}
