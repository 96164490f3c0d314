'use client'

import { Popover as RadixPopover } from 'radix-ui'
import type { ComponentProps } from 'react'
import { cn } from './cn'
import { popStyle } from './pop-style'

export const Popover = RadixPopover.Root
export const PopoverTrigger = RadixPopover.Trigger
export const PopoverClose = RadixPopover.Close

export function PopoverContent({
  className,
  align = 'start',
  sideOffset = 4,
  ...rest
}: ComponentProps<typeof RadixPopover.Content>) {
  return (
    <RadixPopover.Portal>
      <RadixPopover.Content
        align={align}
        sideOffset={sideOffset}
        collisionPadding={8}
        className={cn(popStyle, 'w-72 p-3', className)}
        {...rest}
      />
    </RadixPopover.Portal>
  )
}
