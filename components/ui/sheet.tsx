'use client'

import { X } from 'lucide-react'
import { Dialog as RadixDialog } from 'radix-ui'
import type { ComponentProps } from 'react'
import { Button } from './button'
import { cn } from './cn'
import { scrimStyle, useFocusReturn } from './dialog'

export const Sheet = RadixDialog.Root

type SheetContentProps = ComponentProps<typeof RadixDialog.Content> & { side?: 'left' | 'right' }

const sides = {
  left: 'left-0 border-r data-[state=open]:animate-slide-in-left data-[state=closed]:animate-slide-out-left',
  right:
    'right-0 border-l data-[state=open]:animate-slide-in-right data-[state=closed]:animate-slide-out-right',
}

/** A drawer along one side. Uses the header, body and footer of the dialog. */
export function SheetContent({ className, side = 'right', children, ...rest }: SheetContentProps) {
  const focusReturn = useFocusReturn(rest)
  return (
    <RadixDialog.Portal>
      <RadixDialog.Overlay className={scrimStyle} />
      <RadixDialog.Content
        className={cn(
          'fixed inset-y-0 z-50 flex w-[min(30rem,calc(100vw-2.5rem))] flex-col border-border bg-popover shadow-pop outline-none',
          sides[side],
          className,
        )}
        {...rest}
        {...focusReturn}
      >
        {children}
        <RadixDialog.Close asChild>
          <Button variant="ghost" size="icon-sm" className="absolute top-3 right-3" aria-label="Close">
            <X aria-hidden="true" />
          </Button>
        </RadixDialog.Close>
      </RadixDialog.Content>
    </RadixDialog.Portal>
  )
}
