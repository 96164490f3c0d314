import { Check, ChevronDown } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { cn } from '@/components/ui/cn'
import { controlStyle } from '@/components/ui/control-style'

type NativeCheckProps = Omit<ComponentProps<'input'>, 'type' | 'className'> & {
  /** For screen readers only, if `hideLabel`. */
  label: ReactNode
  hideLabel?: boolean
  aside?: ReactNode
  className?: string
}

/** A native checkbox in our style, for forms that work without JavaScript. */
export function NativeCheck({ label, hideLabel, aside, className, ...input }: NativeCheckProps) {
  return (
    <label
      className={cn(
        'relative flex min-h-7 min-w-0 items-center gap-2.5 text-sm text-muted-foreground hover:text-foreground has-checked:text-foreground has-disabled:opacity-50 pointer-coarse:min-h-10',
        className,
      )}
    >
      <input
        type="checkbox"
        className="peer size-4 shrink-0 appearance-none rounded-sm border border-control bg-card transition-colors duration-100 checked:border-primary checked:bg-primary hover:border-foreground"
        {...input}
      />
      <Check
        className="pointer-events-none absolute left-0.5 hidden size-3 text-primary-foreground peer-checked:block"
        strokeWidth={3}
        aria-hidden="true"
      />
      <span className={hideLabel ? 'sr-only' : 'min-w-0 truncate'}>{label}</span>
      {aside && <span className="figures ml-auto text-xs text-faint-foreground">{aside}</span>}
    </label>
  )
}

type Segment = { value: string; label: string; count?: number }

type NativeSegmentsProps = {
  name: string
  /** Names the group for screen readers. */
  label: string
  value: string
  segments: readonly Segment[]
}

/** A segmented control made of radio buttons, which works without JavaScript. */
export function NativeSegments({ name, label, value, segments }: NativeSegmentsProps) {
  return (
    <fieldset className="flex min-h-8 w-fit max-w-full flex-wrap items-stretch gap-0.5 rounded-md border border-border bg-muted p-0.5 pointer-coarse:min-h-10">
      <legend className="sr-only">{label}</legend>
      {segments.map((segment) => (
        <label
          key={segment.value}
          className="relative flex min-h-6.5 cursor-pointer items-center justify-center gap-1.5 rounded-sm border border-transparent px-2.5 text-xs font-medium whitespace-nowrap max-[22.5rem]:px-1.5 text-muted-foreground transition-colors duration-100 hover:text-foreground has-checked:border-border has-checked:bg-card has-checked:text-foreground has-focus-visible:outline-2 has-focus-visible:outline-ring dark:has-checked:bg-secondary pointer-coarse:after:absolute pointer-coarse:after:-inset-y-1"
        >
          <input
            type="radio"
            name={name}
            value={segment.value}
            defaultChecked={segment.value === value}
            className="sr-only"
          />
          {segment.label}
          {segment.count !== undefined && (
            <span className="figures font-normal text-faint-foreground max-sm:hidden">{segment.count}</span>
          )}
        </label>
      ))}
    </fieldset>
  )
}

/** A native select in our style, for forms that work without JavaScript. */
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
        className="pointer-events-none absolute top-1/2 right-2.5 size-3.5 -translate-y-1/2 text-faint-foreground"
        aria-hidden="true"
      />
    </span>
  )
}
