import { Check, Copy } from 'lucide-react'
import type { ComponentProps } from 'react'
import { Button } from './button'
import { cn } from './cn'

type CopyButtonProps = Omit<ComponentProps<typeof Button>, 'value' | 'onClick' | 'children' | 'asChild'> & {
  value: string
  /** What is copied: “Copy <what>” is the accessible name. */
  what?: string
  /** Words beside the icon. */
  label?: string
}

/** Copies its value, by a script of its own: it works before, and without, the framework. */
export function CopyButton({ value, what = 'to clipboard', label, className, ...rest }: CopyButtonProps) {
  return (
    <>
      <Button
        variant={label ? 'secondary' : 'ghost'}
        size={label ? 'sm' : 'icon-sm'}
        className={cn('group/copy', className)}
        {...rest}
        data-copy={value}
        aria-label={label ? undefined : `Copy ${what}`}
      >
        <Check className="hidden text-success-text group-data-copied/copy:block" aria-hidden="true" />
        <Copy className="group-data-copied/copy:hidden" aria-hidden="true" />
        {label && (
          <>
            <span className="group-data-copied/copy:hidden">{label}</span>
            <span className="hidden group-data-copied/copy:inline" aria-hidden="true">
              Copied
            </span>
          </>
        )}
        <span aria-live="polite" className="sr-only" />
      </Button>
      <script async type="module" src="/site/copy.js" />
    </>
  )
}
