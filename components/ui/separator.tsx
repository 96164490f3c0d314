'use client'

import { Separator as RadixSeparator } from 'radix-ui'
import type { ComponentProps } from 'react'
import { cn } from './cn'

export function Separator({ className, ...rest }: ComponentProps<typeof RadixSeparator.Root>) {
  return (
    <RadixSeparator.Root
      className={cn(
        'shrink-0 bg-border data-[orientation=horizontal]:h-px data-[orientation=horizontal]:w-full data-[orientation=vertical]:h-full data-[orientation=vertical]:w-px',
        className,
      )}
      {...rest}
    />
  )
}
