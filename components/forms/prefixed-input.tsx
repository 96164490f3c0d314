import type { ComponentProps } from 'react'
import { cn } from '@/components/ui/cn'
import { Input } from '@/components/ui/input'

type PrefixedInputProps = Omit<ComponentProps<typeof Input>, 'prefix'> & {
  /** Stands inside the box, before the text: a currency sign. */
  prefix: string | undefined
}

export function PrefixedInput({ prefix, className, ...input }: PrefixedInputProps) {
  return (
    <div className={cn('relative', className)}>
      {prefix && (
        <span
          aria-hidden="true"
          className="pointer-events-none absolute inset-y-0 left-2.5 flex items-center text-sm text-faint"
        >
          {prefix}
        </span>
      )}
      <Input {...input} className={cn(prefix && 'figures pl-6')} />
    </div>
  )
}
