'use client'

import { Switch as RadixSwitch } from 'radix-ui'
import type { ComponentProps } from 'react'
import { cn } from './cn'

export function Switch({ className, ...rest }: ComponentProps<typeof RadixSwitch.Root>) {
  return (
    <RadixSwitch.Root
      className={cn(
        'relative inline-flex h-4.5 w-7.5 shrink-0 items-center rounded-full border border-transparent bg-control forced-color-adjust-none transition-colors duration-150 after:absolute after:-inset-1 disabled:cursor-not-allowed disabled:opacity-50 data-[state=checked]:bg-brand pointer-coarse:after:-inset-3',
        className,
      )}
      {...rest}
    >
      <RadixSwitch.Thumb className="block size-3.5 translate-x-px rounded-full bg-card transition-transform duration-150 ease-out data-[state=checked]:translate-x-[13px]" />
    </RadixSwitch.Root>
  )
}
