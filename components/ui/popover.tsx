'use client'

import { Popover as RadixPopover } from 'radix-ui'
import { type ComponentProps, type ReactElement, type ReactNode, useState } from 'react'
import { cn } from './cn'
import { popStyle } from './control-style'

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

export type PopoverProps = {
  button: ReactElement
  /** Names the popover for screen readers. */
  label: string
  align?: 'start' | 'end'
  className?: string
  children: (close: () => void) => ReactNode
}

/** Loaded when it is opened, so it starts open. */
export function OpenedPopover({ button, label, align = 'start', className, children }: PopoverProps) {
  const [open, setOpen] = useState(true)
  return (
    <Popover open={open} onOpenChange={setOpen}>
      <PopoverTrigger asChild>{button}</PopoverTrigger>
      <PopoverContent align={align} aria-label={label} className={cn('p-0', className)}>
        {children(() => setOpen(false))}
      </PopoverContent>
    </Popover>
  )
}
