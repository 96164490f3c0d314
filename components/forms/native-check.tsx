import { Check } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { cn } from '@/components/ui/cn'

type NativeCheckProps = Omit<ComponentProps<'input'>, 'type' | 'className'> & {
  /** Only for screen readers when `hideLabel`. */
  label: ReactNode
  hideLabel?: boolean
  aside?: ReactNode
  className?: string
}

/** A checkbox that is the browser's own, in our dress: for forms that have to work before, or without, JavaScript. */
export function NativeCheck({ label, hideLabel, aside, className, ...input }: NativeCheckProps) {
  return (
    <label
      className={cn(
        'relative flex min-h-7 min-w-0 items-center gap-2.5 text-sm text-muted hover:text-ink has-checked:text-ink has-disabled:opacity-50 pointer-coarse:min-h-10',
        className,
      )}
    >
      <input
        type="checkbox"
        className="peer size-4 shrink-0 appearance-none rounded-sm border border-control bg-surface transition-colors duration-100 checked:border-primary checked:bg-primary hover:border-ink"
        {...input}
      />
      <Check
        className="pointer-events-none absolute left-0.5 hidden size-3 text-on-primary peer-checked:block"
        strokeWidth={3}
        aria-hidden="true"
      />
      <span className={hideLabel ? 'sr-only' : 'min-w-0 truncate'}>{label}</span>
      {aside && <span className="figures ml-auto text-xs text-faint">{aside}</span>}
    </label>
  )
}
