'use client'

import { Tooltip as RadixTooltip } from 'radix-ui'
import type { ReactNode } from 'react'

export const TooltipProvider = RadixTooltip.Provider

type TooltipProps = {
  content: ReactNode
  side?: 'top' | 'right' | 'bottom' | 'left'
  /** One element that can be focused; a tooltip adds to its label, it does not replace it. */
  children: ReactNode
}

export function Tooltip({ content, side = 'top', children }: TooltipProps) {
  return (
    <RadixTooltip.Root>
      <RadixTooltip.Trigger asChild>{children}</RadixTooltip.Trigger>
      <RadixTooltip.Portal>
        <RadixTooltip.Content
          side={side}
          sideOffset={5}
          collisionPadding={8}
          className="z-50 max-w-72 rounded-md bg-primary px-2 py-1 text-xs text-on-primary data-[state=closed]:animate-fade-out data-[state=delayed-open]:animate-fade-in"
        >
          {content}
        </RadixTooltip.Content>
      </RadixTooltip.Portal>
    </RadixTooltip.Root>
  )
}
