import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { cn } from '@/components/ui/cn'
import { controlStyle } from '@/components/ui/control-style'

/** A select that is the browser's own: for forms that have to work before, or without, JavaScript. */
export function NativeSelect({ className, children, ...rest }: ComponentProps<'select'>) {
  return (
    <span className={cn('relative block min-w-0', className)}>
      <select
        className={cn(controlStyle, 'h-8 appearance-none truncate pr-7 pl-2.5 pointer-coarse:h-10')}
        {...rest}
      >
        {children}
      </select>
      <ChevronDown
        className="pointer-events-none absolute top-1/2 right-2.5 size-3.5 -translate-y-1/2 text-faint"
        aria-hidden="true"
      />
    </span>
  )
}
