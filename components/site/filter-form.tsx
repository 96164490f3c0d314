import type { ReactNode } from 'react'
import { cn } from '@/components/ui/cn'
import { PageScript } from './page-script'

type FilterFormProps = {
  /** The page's own address. */
  action: string
  label: string
  className?: string
  children: ReactNode
}

/**
 * A form whose state is the address. With JavaScript every change shows at once: what carries `data-part` comes anew, and
 * of its items, those with a `data-key` that were there before stay as they are. Without it the button inside does the
 * same. While a new answer is under way the form carries `data-pending`.
 */
export function FilterForm({ action, label, className, children }: FilterFormProps) {
  return (
    <form
      method="get"
      action={action}
      aria-label={label}
      data-filter
      className={cn('group/filter', className)}
    >
      {children}
      <PageScript name="filters" />
    </form>
  )
}
