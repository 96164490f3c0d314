'use client'

import { ToggleGroup as RadixToggleGroup } from 'radix-ui'
import type { ComponentProps } from 'react'
import { cn } from './cn'

/** A segmented control. */
export function ToggleGroup({ className, ...rest }: ComponentProps<typeof RadixToggleGroup.Root>) {
  return (
    <RadixToggleGroup.Root
      className={cn(
        'inline-flex h-8 w-fit items-stretch gap-0.5 rounded-md border border-border bg-muted p-0.5 pointer-coarse:h-10',
        className,
      )}
      {...rest}
    />
  )
}

export function ToggleGroupItem({ className, ...rest }: ComponentProps<typeof RadixToggleGroup.Item>) {
  return (
    <RadixToggleGroup.Item
      className={cn(
        'relative flex items-center justify-center gap-1.5 rounded-sm border border-transparent px-2.5 text-xs font-medium whitespace-nowrap text-muted-foreground transition-colors duration-100 hover:text-foreground disabled:opacity-50 data-[state=on]:border-border data-[state=on]:bg-card data-[state=on]:text-foreground dark:data-[state=on]:bg-secondary pointer-coarse:after:absolute pointer-coarse:after:-inset-y-1 [&_svg]:size-3.5',
        className,
      )}
      {...rest}
    />
  )
}
