'use client'

import { Tabs as RadixTabs } from 'radix-ui'
import type { ComponentProps } from 'react'
import { cn } from './cn'

export const Tabs = RadixTabs.Root

export function TabsList({ className, ...rest }: ComponentProps<typeof RadixTabs.List>) {
  return (
    <RadixTabs.List
      className={cn(
        // A shadow instead of a border, so that the line of the active tab covers it without vertical overflow.
        'relative flex items-center gap-4 overflow-x-auto shadow-[inset_0_-1px_var(--border)] [scrollbar-width:none]',
        className,
      )}
      {...rest}
    />
  )
}

export function TabsTrigger({ className, ...rest }: ComponentProps<typeof RadixTabs.Trigger>) {
  return (
    <RadixTabs.Trigger
      className={cn(
        'flex h-9 shrink-0 items-center gap-1.5 border-b border-transparent text-sm text-muted-foreground transition-colors duration-100 hover:text-foreground focus-visible:-outline-offset-2 disabled:opacity-50 data-[state=active]:border-foreground data-[state=active]:font-medium data-[state=active]:text-foreground pointer-coarse:h-11',
        className,
      )}
      {...rest}
    />
  )
}

export function TabsContent({ className, ...rest }: ComponentProps<typeof RadixTabs.Content>) {
  return <RadixTabs.Content className={cn('min-w-0', className)} {...rest} />
}
