'use client'

import { Check, Minus } from 'lucide-react'
import { Checkbox as RadixCheckbox } from 'radix-ui'
import type { ComponentProps } from 'react'
import { cn } from './cn'

export function Checkbox({ className, ...rest }: ComponentProps<typeof RadixCheckbox.Root>) {
  return (
    <RadixCheckbox.Root
      className={cn(
        'group relative grid size-4 shrink-0 place-items-center rounded-sm border border-control bg-card text-primary-foreground forced-color-adjust-none transition-colors duration-100 after:absolute after:-inset-1 hover:border-foreground disabled:cursor-not-allowed disabled:opacity-50 data-[state=checked]:border-primary data-[state=checked]:bg-primary data-[state=indeterminate]:border-primary data-[state=indeterminate]:bg-primary pointer-coarse:after:-inset-3',
        className,
      )}
      {...rest}
    >
      <RadixCheckbox.Indicator className="grid place-items-center">
        <Check
          className="size-3 group-data-[state=indeterminate]:hidden"
          strokeWidth={3}
          aria-hidden="true"
        />
        <Minus
          className="hidden size-3 group-data-[state=indeterminate]:block"
          strokeWidth={3}
          aria-hidden="true"
        />
      </RadixCheckbox.Indicator>
    </RadixCheckbox.Root>
  )
}
